// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance_text.h"
#include "tests/core/annotate/annotation_text.h"
#include "tests/core/annotate/provenance_text.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestProvenanceText : public QObject {
    Q_OBJECT

private slots:
    void everyFormIsToldByItsContent_data();
    void everyFormIsToldByItsContent();
    void graphNodesHaveTheirStacks();
    void anOddEntryCostsItself();
    void aFileWithNoKernelsSaysSo_data();
    void aFileWithNoKernelsSaysSo();
    void versionsUpToTwoAreKnown_data();
    void versionsUpToTwoAreKnown();
    void whatIsNoProvenanceFileIsSaidSo_data();
    void whatIsNoProvenanceFileIsSaidSo();
    void deepNestingIsNoTrouble();
};

void TestProvenanceText::everyFormIsToldByItsContent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("graphs");
    QTest::newRow("stacks with handles") << QByteArray(R"({"k:1": ["a.py:1:f", "b.py:2:g"], "mm:2": []})")
                                         << QByteArray("(any region) of any phase:\nk:1 [a.py:1:f|b.py:2:g]\nmm:2\n");
    QTest::newRow("one stack, no list") << QByteArray(R"({"k": "a.py:1:f"})")
                                        << QByteArray("(any region) of any phase:\nk [a.py:1:f]\n");
    QTest::newRow("old nodes") << QByteArray(R"({"k": ["add", "relu"]})")
                               << QByteArray("(any region) of any phase:\nk post add|relu\n");
    QTest::newRow("mappings") << QByteArray(R"({"preToPost": {"x": ["add"]}, "version": 2.0,
                                               "postToPre": {"add": ["x", "y"], "relu": ["y"]},
                                               "cppCodeToPost": {"k:1": ["add", "relu"], "l:2": ["sub"]}})")
                              << QByteArray("(any region) of any phase:\nk:1 post add|relu pre x|y\nl:2 post sub\n");
    QTest::newRow("mappings without a version")
        << QByteArray(R"({"cppCodeToPost": {"k": ["add"]}})") << QByteArray("(any region) of any phase:\nk post add\n");
    QTest::newRow("information")
        << QByteArray(R"({"k:1": {"stack_traces": ["a.py:1:f"], "post_grad_nodes": ["add"], "pre_grad_nodes": ["x"],
                          "future": [1]}})")
        << QByteArray("(any region) of any phase:\nk:1 [a.py:1:f] post add pre x\n");
    QTest::newRow("information by graph")
        << QByteArray(R"j({"('R 0/0', False)": {"k:1": {"stack_traces": ["a.py:1:f"]}},
                          "(\"R 0/0\", True)": {"k:1": ["b.py:2:g"], "l:2": null}})j")
        << QByteArray("R 0/0 forward:\nk:1 [a.py:1:f]\nR 0/0 backward:\nk:1 [b.py:2:g]\nl:2\n");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"k\": [\"a.py:1:f\"]}")
                                     << QByteArray("(any region) of any phase:\nk [a.py:1:f]\n");
    QTest::newRow("escapes") << QByteArray(R"({"\u006b:1": ["a\"b.py:1:f\n"]})")
                             << QByteArray("(any region) of any phase:\nk:1 [a\"b.py:1:f\n]\n");
}

void TestProvenanceText::everyFormIsToldByItsContent()
{
    QFETCH(QByteArray, text);
    const auto read = readProvenanceText(text.toStdString(), CompiledPhase::Unknown);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QTEST(graphsAsText(read->graphs), "graphs");
    QCOMPARE(findingsAsText(read->report), QByteArray());
}

void TestProvenanceText::graphNodesHaveTheirStacks()
{
    const auto read = readProvenanceText(R"({"4294967301": "a.py:1:f\nb.py:2:g", "0x100000006": ["c.py:3:h"]})",
                                         CompiledPhase::Forward);
    QVERIFY(read);
    QCOMPARE(read->graphs.size(), std::size_t(0));
    QCOMPARE(read->ofNodes.size(), std::size_t(2));
    QCOMPARE(recordAsText(read->ofNodes.at(4294967301)), QByteArray("4294967301 [a.py:1:f\nb.py:2:g]"));
    QCOMPARE(recordAsText(read->ofNodes.at(4294967302)), QByteArray("0x100000006 [c.py:3:h]"));
}

void TestProvenanceText::anOddEntryCostsItself()
{
    const auto read = readProvenanceText(
        R"j({"k:1": ["a.py:1:f", 7, "\ud800"], "l:2": 5, "('r', Maybe)": {}, "('r', True)": [], "12": "no stack",
            "m:3": {"stack_traces": 4, "post_grad_nodes": ["add"]}, "": ["a.py:1:f"]})j",
        CompiledPhase::Forward);
    QVERIFY(read);
    // The lone surrogate is U+FFFD.
    QCOMPARE(graphsAsText(read->graphs),
             QByteArray("(any region) forward:\nm:3 post add\nk:1 [a.py:1:f|\xEF\xBF\xBD]\n"));
    QCOMPARE(findingsAsText(read->report),
             QByteArray("provenance-entry-not-usable 7 \"k:1: holds something that is no text\"\n"));
}

void TestProvenanceText::aFileWithNoKernelsSaysSo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("only a version") << QByteArray(R"({"version": 2.0})");
    QTest::newRow("nothing") << QByteArray("{}");
    QTest::newRow("empty mappings") << QByteArray(R"({"cppCodeToPost": {}, "postToPre": {}, "version": 2})");
    QTest::newRow("an empty graph") << QByteArray(R"j({"('r', False)": {}})j");
}

void TestProvenanceText::aFileWithNoKernelsSaysSo()
{
    QFETCH(QByteArray, text);
    const auto read = readProvenanceText(text.toStdString(), CompiledPhase::Unknown);
    QVERIFY(read);
    QCOMPARE(findingsAsText(read->report), QByteArray("provenance-has-no-kernels 1\n"));
}

void TestProvenanceText::versionsUpToTwoAreKnown_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("2") << QByteArray("2") << true;
    QTest::newRow("2.0") << QByteArray("2.0") << true;
    QTest::newRow("1") << QByteArray("1") << true;
    QTest::newRow("text") << QByteArray("\"2.0\"") << true;
    QTest::newRow("3") << QByteArray("3.0") << false;
    QTest::newRow("negative") << QByteArray("-1") << false;
    QTest::newRow("huge") << QByteArray("99999999999999999999999") << false;
}

void TestProvenanceText::versionsUpToTwoAreKnown()
{
    QFETCH(QByteArray, version);
    QFETCH(bool, isKnown);
    const QByteArray text = R"({"cppCodeToPost": {"k:1": ["add"]}, "version": )" + version + '}';
    const auto read = readProvenanceText(text.toStdString(), CompiledPhase::Unknown);
    QVERIFY(read);
    QCOMPARE(read->report.isClean(), isKnown);
    QCOMPARE(graphsAsText(read->graphs), QByteArray("(any region) of any phase:\nk:1 post add\n"));
}

void TestProvenanceText::whatIsNoProvenanceFileIsSaidSo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("trace") << QByteArray(R"({"schemaVersion": 1, "traceEvents": [{"ph": "X"}]})")
                           << QByteArray("a trace, not a provenance file");
    QTest::newRow("annotations") << QByteArray(R"({"4294967301": [{"name": "layer_0"}]})")
                                 << QByteArray("not a provenance file: nothing in it is a kernel, a compiled graph or "
                                               "a graph node with its stacks (the first key is \"4294967301\")");
    QTest::newRow("array") << QByteArray("[1]") << QByteArray("not a provenance file: the JSON is no object");
    QTest::newRow("nothing") << QByteArray(" \n") << QByteArray("not a provenance file: the JSON is no object");
    QTest::newRow("cut") << QByteArray(R"({"k:1": ["a.py:1:f)")
                         << QByteArray("the provenance file is cut off, or its JSON is broken");
    QTest::newRow("broken") << QByteArray(R"({"k:1": ]})")
                            << QByteArray("the provenance file is cut off, or its JSON is broken");
}

void TestProvenanceText::whatIsNoProvenanceFileIsSaidSo()
{
    QFETCH(QByteArray, text);
    const auto read = readProvenanceText(text.toStdString(), CompiledPhase::Unknown);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::NotAnnotations);
    QTEST(QByteArray::fromStdString(read.error().message), "message");
}

void TestProvenanceText::deepNestingIsNoTrouble()
{
    const QByteArray text =
        "{\"k:1\": " + QByteArray(1000000, '[') + QByteArray(1000000, ']') + ", \"l\": [\"a.py:1:f\"]}";
    const auto read = readProvenanceText(text.toStdString(), CompiledPhase::Unknown);
    QVERIFY(read);
    QCOMPARE(graphsAsText(read->graphs), QByteArray("(any region) of any phase:\nl [a.py:1:f]\n"));
}

LANESCOPE_TEST(TestProvenanceText)
#include "tst_provenance_text.moc"
