// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/read_annotations.h"

#include <QElapsedTimer>

using namespace lanescope;
using namespace lanescope::test;

class TestReadAnnotationsPickle : public QObject {
    Q_OBJECT

private slots:
    void everyProtocolGivesWhatTheJsonGives_data();
    void everyProtocolGivesWhatTheJsonGives();
    void aDictSharedThroughTheMemoCountsForEachNode();
    void aPickleOfManyFramesIsReadWhole();
    void aPickleThatWouldRunSomethingIsRefused_data();
    void aPickleThatWouldRunSomethingIsRefused();
    void valuesBecomeWhatJsonCanSay_data();
    void valuesBecomeWhatJsonCanSay();
    void oneOddEntryCostsItself();
    void aValueThatContainsItselfCostsItself();
    void exponentialSharingCostsLittle();
    void exponentialSharingInManyEntriesIsRefused();
    void whatIsNoDictOfNodesIsSaid_data();
    void whatIsNoDictOfNodesIsSaid();
};

#define BYTES(literal) QByteArray(literal, sizeof(literal) - 1)

static Result<AnnotationSet> readCase(const QString& name)
{
    return readAnnotations((LANESCOPE_TEST_DATA "/cases/" + name).toStdString(), JobControl());
}

static Result<AnnotationSet> read(const QByteArray& bytes)
{
    return readAnnotationsPickle({bytes.constData(), std::size_t(bytes.size())}, JobControl());
}

// cases/14-pickle-protocols: what same-as.json says.
void TestReadAnnotationsPickle::everyProtocolGivesWhatTheJsonGives_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"annotations-p0.pkl", "annotations-p1.pkl", "annotations-p2.pkl", "annotations-p3.pkl",
                             "annotations-p4.pkl", "annotations-p5.pkl", "defaultdict-p4.pkl", "same-as.json"})
        QTest::newRow(name) << name;
}

void TestReadAnnotationsPickle::everyProtocolGivesWhatTheJsonGives()
{
    QFETCH(QString, name);
    const auto set = readCase("14-pickle-protocols/" + name);
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(set->nodeCount(), std::size_t(4));
    QByteArray text;
    for (const std::uint64_t key : {18014402804449281U, 18014402804449282U, 18014402804449283U, 18446744069414584321U})
        text += nodeAsText(*set, key) + '\n';
    QCOMPARE(text, QByteArray(R"(name="qkv_proj" stream=61
name="attn_core" autograd_phase="backward" scale=0.125 causal=true mask=null
name="norm"
name="dp_reduce" Process Group Ranks=[0,1,2,3]
)"));
    QVERIFY(set->find(18014402804449283U)->wasBareString());
    QCOMPARE(findingsAsText(set->report), QByteArray());
}

void TestReadAnnotationsPickle::aDictSharedThroughTheMemoCountsForEachNode()
{
    const auto set = readCase("14-pickle-protocols/shared-memo-p4.pkl");
    QVERIFY(set.has_value());
    QCOMPARE(set->nodeCount(), std::size_t(3));
    QByteArray text;
    for (const std::uint64_t key : {18014402804449281U, 18014402804449282U, 18014402804449283U})
        text += QByteArray::fromStdString(set->find(key)->title()) + ' ' +
                QByteArray::number(qlonglong(set->find(key)->stream().value_or(-1))) + '\n';
    QCOMPARE(text, QByteArray("shared_scope 61\nshared_scope 61\nnorm 61\n"));
}

void TestReadAnnotationsPickle::aPickleOfManyFramesIsReadWhole()
{
    QElapsedTimer timer;
    timer.start();
    const auto set = readCase("14-pickle-protocols/many-frames-p5.pkl");
    QVERIFY(set.has_value());
    QVERIFY(timer.elapsed() < 1000);
    QCOMPARE(set->nodeCount(), std::size_t(3000));
    QCOMPARE(set->find(18014402804449281U)->title(), std::string("layers.0.block"));
    QCOMPARE(set->find(18014402804449283U)->title(), std::string("layers.2.block"));
}

void TestReadAnnotationsPickle::aPickleThatWouldRunSomethingIsRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("global");
    QTest::newRow("a") << "a-text-global.pkl" << QByteArray("posix.system");
    QTest::newRow("b") << "b-stack-global-p4.pkl" << QByteArray("posix.system");
    QTest::newRow("c") << "c-exec-p2.pkl" << QByteArray("builtins.exec");
    QTest::newRow("d") << "d-hidden-in-good-data-p4.pkl" << QByteArray("subprocess.check_output");
    QTest::newRow("e") << "e-pickle-named.json" << QByteArray("posix.system");
    QTest::newRow("f") << "f-getattr-chain-p2.pkl" << QByteArray("builtins.getattr");
}

void TestReadAnnotationsPickle::aPickleThatWouldRunSomethingIsRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, global);
    const auto set = readCase("15-pickle-os-system/" + name);
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::Refused);
    const QByteArray message = QByteArray::fromStdString(set.error().message);
    QVERIFY2(message.contains("names " + global + ','), message.constData());
    QVERIFY2(message.contains("nothing was run"), message.constData());
    QVERIFY2(message.contains(name.toUtf8()), message.constData());
}

// Written by Python 3.11, {1: [{…}]}.
void TestReadAnnotationsPickle::valuesBecomeWhatJsonCanSay_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("numbers, protocol 0")
        << BYTES("(dp0\nI1\n(lp1\n(dp2\nVa\np3\nL-1180591620717411303424L\nsVb\np4\nF1e-05\nsVc\np5\nF1."
                 "0\nsVd\np6\nFnan\n"
                 "sVe\np7\nI01\nsVf\np8\nNsVg\np9\nI-5\nsVi\np11\nF-inf\nsas.")
        << QByteArray(R"(a=-1180591620717411303424 b=1e-05 c=1.0 d="NaN" e=true f=null g=-5 i="-Infinity")");
    QTest::newRow("set") << BYTES("\200\4}\224K\1]\224}\224\214\1s\224\217\224(K\3\220sas.") << QByteArray("s=[3]");
    QTest::newRow("tuple") << BYTES("\200\2}K\1]}X\1\0\0\0sK\1K\2\206sas.") << QByteArray("s=[1,2]");
    QTest::newRow("bytes") << BYTES("\200\3}q\0K\1]q\1}q\2X\1\0\0\0bq\3C\3abcq\4sas.") << QByteArray(R"(b="abc")");
    QTest::newRow("dtype") << BYTES("\200\2}K\1]}X\5\0\0\0dtypectorch\nbfloat16\nsas.")
                           << QByteArray(R"(dtype="torch.bfloat16")");
    QTest::newRow("a tuple of dicts") << BYTES("\200\2}K\1}X\1\0\0\0aK\1s}X\1\0\0\0bK\2s\206s.")
                                      << QByteArray("a=1 b=2");
    QTest::newRow("keys that are no text")
        << BYTES("\200\2}K\1]}X\1\0\0\0m}(K\7K\1\210K\2NK\3G\77\300\0\0\0\0\0\0K\4usas.")
        << QByteArray(R"(m={"7":1,"true":2,"null":3,"0.125":4})");
    QTest::newRow("text as node id") << BYTES("\200\2}X\3\0\0\0000x1]X\1\0\0\0xas.") << QByteArray(R"(name="x")");
    QTest::newRow("text of Latin-1 bytes") << BYTES("(dI1\nV\351\ns.") << QByteArray("name=\"\303\251\"");
    QTest::newRow("text in bad UTF-8") << BYTES("\200\2}K\1X\2\0\0\0a\377s.") << QByteArray("name=\"a\357\277\275\"");
}

void TestReadAnnotationsPickle::valuesBecomeWhatJsonCanSay()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QByteArray, fields);
    const auto set = read(pickle);
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(nodeAsText(*set, 1), fields);
}

// {1: ["a"], 2: 5, "x": ["b"], 3: [{"name": list}], 4: [{(1,): 2}], -5: "c", 6: [{"name": "d", "stream": "side"}]}
void TestReadAnnotationsPickle::oneOddEntryCostsItself()
{
    const auto set =
        read(BYTES("\200\2}(K\1]X\1\0\0\0aaK\2K\5X\1\0\0\0x]X\1\0\0\0baK\3]}X\4\0\0\0namecbuiltins\nlist\nsa"
                   "K\4]}K\1\205K\2saJ\373\377\377\377X\1\0\0\0cK\6]}(X\4\0\0\0nameX\1\0\0\0dX\6\0\0\0strea"
                   "mX\4\0\0\0sideuau."));
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(set->nodeCount(), std::size_t(2));
    QCOMPARE(nodeAsText(*set, 1), QByteArray(R"(name="a")"));
    QCOMPARE(nodeAsText(*set, 6), QByteArray(R"(name="d" stream="side")"));
    QByteArrayList examples;
    for (const Finding& finding : set->report.findings()) {
        for (const std::string& example : finding.examples)
            examples += QByteArray::fromStdString(finding.code + " " + example);
    }
    QCOMPARE(examples.join('\n'), QByteArray("annotation-not-usable 2: it is neither a dict nor a string: 5\n"
                                             "annotation-not-usable 3: it holds a class, which is no value\n"
                                             "annotation-not-usable 4: a key in it is no text and no number\n"
                                             "annotation-key-not-an-id x\n"
                                             "annotation-key-not-an-id -5\n"
                                             "annotation-stream-not-a-number 6: side"));
}

// {1: a list that holds itself, 2: ["a"]}
void TestReadAnnotationsPickle::aValueThatContainsItselfCostsItself()
{
    const auto set = read(BYTES("\200\2}(K\1]q\1h\1aK\2]X\1\0\0\0aau."));
    QVERIFY(set.has_value());
    QCOMPARE(set->nodeCount(), std::size_t(1));
    QCOMPARE(findingsAsText(set->report), QByteArray("annotation-not-usable 1 \"1: it contains itself\"\n"));
}

// A list of two equal lists of two equal lists …, 100 deep: 2^100 texts if it were written out.
static QByteArray laughs(const QByteArray& beginning)
{
    QByteArray pickle = beginning;
    for (char level = 0; level < 100; ++level)
        pickle += "q" + QByteArray(1, level) + "0]h" + QByteArray(1, level) + "ah" + QByteArray(1, level) + "a";
    return pickle;
}

void TestReadAnnotationsPickle::exponentialSharingCostsLittle()
{
    QElapsedTimer timer;
    timer.start();
    const auto set =
        read(BYTES("\200\2}K\1]}X\1\0\0\0x") + laughs(BYTES("X\3\0\0\0lol")) + BYTES("sasK\2]X\1\0\0\0aas."));
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QVERIFY(timer.elapsed() < 2000);
    QCOMPARE(nodeAsText(*set, 2), QByteArray(R"(name="a")"));
    QCOMPARE(findingsAsText(set->report), QByteArray("annotation-not-usable 1 \"1: it is too long\"\n"));
}

// Every entry has a list of its own around the shared one, so each is written for itself.
void TestReadAnnotationsPickle::exponentialSharingInManyEntriesIsRefused()
{
    QByteArray pickle = laughs(BYTES("X\3\0\0\0lol"));
    pickle = BYTES("\200\2") + pickle + BYTES("q\200\060}(");
    for (int i = 0; i < 1000; ++i)
        pickle += "M" + QByteArray(1, char(i & 0xff)) + QByteArray(1, char(i >> 8)) + "]h\200a";
    const auto set = read(pickle + "u.");
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::TooLarge);
}

void TestReadAnnotationsPickle::whatIsNoDictOfNodesIsSaid_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("a list") << BYTES("\200\4].")
                            << QByteArray(
                                   "not an annotation file: the pickle holds a list, not a dict of graph node ids");
    QTest::newRow("None") << BYTES("\200\4N.")
                          << QByteArray("not an annotation file: the pickle holds None, not a dict of graph node ids");
    QTest::newRow("other keys") << BYTES("\200\2}X\4\0\0\0lossK\1s.")
                                << QByteArray("not an annotation file: no key is the id of a graph node (the first is "
                                              "\"loss\")");
    QTest::newRow("cut") << BYTES("\200\4}\224(")
                         << QByteArray("the pickle is cut off: it ends at byte 5 without its end mark");
}

void TestReadAnnotationsPickle::whatIsNoDictOfNodesIsSaid()
{
    QFETCH(QByteArray, pickle);
    const auto set = read(pickle);
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
    QTEST(QByteArray::fromStdString(set.error().message), "message");
}

LANESCOPE_TEST(TestReadAnnotationsPickle)
#include "tst_read_annotations_pickle.moc"
