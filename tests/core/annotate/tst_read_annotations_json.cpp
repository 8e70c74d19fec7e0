// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/read_annotations.h"

using namespace lanescope;
using namespace lanescope::test;

class TestReadAnnotationsJson : public QObject {
    Q_OBJECT

private slots:
    void everyFormOfEntryIsRead();
    void theLastOfEqualKeysCounts();
    void equalIdsWrittenDifferentlyAreOneNode();
    void whatIsNoAnnotationFileIsRefused_data();
    void whatIsNoAnnotationFileIsRefused();
    void anEmptyMapIsAnAnnotationFile();
    void aByteOrderMarkIsSkipped();
};

// cases/13-annotation-forms, as its expect.md says.
void TestReadAnnotationsJson::everyFormOfEntryIsRead()
{
    QFile file(LANESCOPE_TEST_DATA "/cases/13-annotation-forms/annotations.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto set = readAnnotationsJson(file.readAll().toStdString());
    QVERIFY(set.has_value());
    QByteArray text;
    for (std::uint64_t key = 4294967297U; key <= 4294967308U; ++key)
        text += nodeAsText(*set, key) + '\n';
    QCOMPARE(text, QByteArray(R"(name="inner" dtype="bf16" rank=3
name="phase_a"
name="phase_b"
name="not_in_a_list"
name="bare"
name="hex_key"

name="lane" stream="61"
name="bad_stream" stream="side"
name="with_list" Process Group Ranks=[0,1]
name="proj" autograd_phase="backward"
(not listed)
)"));
    QCOMPARE(findingsAsText(set->report),
             QByteArray("annotation-stream-not-a-number 1 \"4294967305: side\"\n"
                        "annotation-not-usable 1 \"4294967308: it is neither a dict nor a string: 5\"\n"
                        "annotation-key-not-an-id 1 \"not-a-number\"\n"));
}

void TestReadAnnotationsJson::theLastOfEqualKeysCounts()
{
    const auto set = readAnnotationsJson(R"({"7": ["a"], "8": ["x"], "7": ["b"]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, 7), QByteArray(R"(name="b")"));
    QCOMPARE(set->nodeCount(), std::size_t(2));
}

void TestReadAnnotationsJson::equalIdsWrittenDifferentlyAreOneNode()
{
    const auto set = readAnnotationsJson(R"({"16": ["a"], "0x10": ["b"]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, 16), QByteArray(R"(name="b")"));
    QCOMPARE(set->nodeCount(), std::size_t(1));
}

void TestReadAnnotationsJson::whatIsNoAnnotationFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("part"); // of the message
    QTest::newRow("list") << QByteArray("[1, 2]") << QByteArray("no object");
    QTest::newRow("trace") << QByteArray(R"({"schemaVersion": 1, "traceEvents": []})") << QByteArray("a trace");
    QTest::newRow("other JSON") << QByteArray(R"({"loss": 1, "lr": 2})") << QByteArray("the first is \"loss\"");
    QTest::newRow("cut in a value") << QByteArray(R"({"7": [{"name": "a")") << QByteArray("cut off");
    QTest::newRow("cut between entries") << QByteArray(R"({"7": ["a"], )") << QByteArray("cut off");
    QTest::newRow("cut in a key") << QByteArray(R"({"7": ["a"], "8)") << QByteArray("cut off");
    QTest::newRow("no JSON behind the brace") << QByteArray("{]") << QByteArray("byte 1");
}

void TestReadAnnotationsJson::whatIsNoAnnotationFileIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, part);
    const auto set = readAnnotationsJson(text.toStdString());
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
    QVERIFY2(QByteArray::fromStdString(set.error().message).contains(part), set.error().message.c_str());
}

void TestReadAnnotationsJson::anEmptyMapIsAnAnnotationFile()
{
    const auto set = readAnnotationsJson("{}");
    QVERIFY(set.has_value());
    QCOMPARE(set->nodeCount(), std::size_t(0));
    QVERIFY(set->report.isClean());
}

void TestReadAnnotationsJson::aByteOrderMarkIsSkipped()
{
    const auto set = readAnnotationsJson("\xEF\xBB\xBF{\"7\": [\"a\"]}");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, 7), QByteArray(R"(name="a")"));
}

LANESCOPE_TEST(TestReadAnnotationsJson)
#include "tst_read_annotations_json.moc"
