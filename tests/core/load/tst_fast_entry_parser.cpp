// SPDX-License-Identifier: Apache-2.0
#include "core/load/fast_entry_parser.h"
#include "core/load/text_window.h"
#include "tests/support/entry_text.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace lanescope;
using namespace lanescope::test;

namespace {

bool accepts(const std::string& text)
{
    const std::string padded = text + std::string(TextWindow::kPaddingBytes, '\0');
    FastEntryParser parser;
    ParsedEntry entry;
    std::size_t length = 0;
    return parser.parse(padded.data(), entry, length) && length == text.size();
}

} // namespace

class TestFastEntryParser : public QObject {
    Q_OBJECT

private slots:
    void whatProfilersWriteIsAccepted_data();
    void whatProfilersWriteIsAccepted();
    void whatIsNotStrictIsLeftToTheCarefulPath_data();
    void whatIsNotStrictIsLeftToTheCarefulPath();
    void recordedTracesAreReadAlike_data();
    void recordedTracesAreReadAlike();
    void changedEntriesAreReadAlike();
    void numbersOfEveryLengthAreReadAlike();
};

void TestFastEntryParser::whatProfilersWriteIsAccepted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("kernel") << QByteArray(R"({
    "ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7,
    "ts": 5104215567485.791, "dur": 2910.091,
    "args": {
      "External id": 513,"device": 0, "stream": 7, "correlation": 5, "grid": [1, 2, 3], "x": {"y": [null, true]}
    }
  })");
    QTest::newRow("flow") << QByteArray(
        R"({"ph":"f","id":1,"pid":657,"tid":701,"ts":1.5,"cat":"ac2g","name":"ac2g","bp":"e"})");
    QTest::newRow("metadata") << QByteArray(
        R"({"name":"thread_name","ph":"M","ts":1,"pid":0,"tid":7,"args":{"name":"stream 7 "}})");
    QTest::newRow("escaped quote in a name") << QByteArray(R"({"ph":"X","name":"a\"b","ts":1,"dur":1})");
    QTest::newRow("epoch") << QByteArray(R"({"ph":"X","ts":1790123456789012.140,"dur":0.001})");
    QTest::newRow("exponent") << QByteArray(R"({"ph":"X","ts":1.79e15,"dur":"2.5"})");
    QTest::newRow("16 digits and 3 decimals")
        << QByteArray(R"({"ph":"X","ts":9999999999999999.999,"dur":-2305843009213693.952})");
    QTest::newRow("more digits than an int64")
        << QByteArray(R"({"ph":"X","ts":11111111111111111111111111,"dur":0.0000001})");
    QTest::newRow("sparse") << QByteArray("{}");
}

void TestFastEntryParser::whatProfilersWriteIsAccepted()
{
    QFETCH(QByteArray, text);
    QVERIFY(accepts(text.toStdString()));
    QCOMPARE(QString::fromStdString(differenceOfParsers(text.toStdString())), QString());
}

void TestFastEntryParser::whatIsNotStrictIsLeftToTheCarefulPath_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("NaN") << QByteArray(R"({"ts":NaN})");
    QTest::newRow("trailing comma") << QByteArray(R"({"ts":1,})");
    QTest::newRow("missing comma") << QByteArray(R"({"ts":1 "dur":2})");
    QTest::newRow("comma first") << QByteArray(R"({,"ts":1})");
    QTest::newRow("leading zero") << QByteArray(R"({"ts":01})");
    QTest::newRow("not ASCII") << QByteArray("{\"name\":\"\xC3\xA9\"}");
    QTest::newRow("control") << QByteArray("{\"name\":\"a\tb\"}");
    QTest::newRow("unicode escape") << QByteArray(R"({"name":"\u0041"})");
    QTest::newRow("NUL") << QByteArray("{\"name\":\"a\0b\"}", 13);
    QTest::newRow("trailing comma in args") << QByteArray(R"({"args":{"x":[1,]}})");
    QTest::newRow("cut") << QByteArray(R"({"args":{"x":1)");
    QTest::newRow("word") << QByteArray(R"({"args":{"x":nul}})");
    QTest::newRow("number as a name") << QByteArray(R"({"name":5})");
    QTest::newRow("a number that goes on") << QByteArray(R"({"ts":12ab})");
}

void TestFastEntryParser::whatIsNotStrictIsLeftToTheCarefulPath()
{
    QFETCH(QByteArray, text);
    QVERIFY(!accepts(text.toStdString()));
}

void TestFastEntryParser::recordedTracesAreReadAlike_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"compiled_train.pt.trace.json.gz", "ddp_nccl_rank0.pt.trace.json.gz", "eager_train.pt.trace.json.gz",
          "graph_fwdbwd.pt.trace.json.gz", "jax_matmul.perfetto_trace.json.gz"})
        QTest::newRow(file) << file;
}

void TestFastEntryParser::recordedTracesAreReadAlike()
{
    QFETCH(QString, file);
    const auto trace = readTraceFile("real/" + file.toStdString());
    QVERIFY(trace);
    const std::string text = *(*trace)->file().content->text({0, (*trace)->file().content->sizeBytes()});
    std::size_t accepted = 0;
    const auto check = [&](ByteRange bytes) {
        const std::string entry = text.substr(bytes.offset, bytes.length);
        accepted += accepts(entry) ? 1 : 0;
        return differenceOfParsers(entry);
    };
    for (std::size_t i = 0; i < (*trace)->eventCount(); ++i)
        QCOMPARE(QString::fromStdString(check((*trace)->bytes(idAt<EventId>(i)))), QString());
    for (const Flow& flow : (*trace)->flows())
        QCOMPARE(QString::fromStdString(check(flow.bytes())), QString());
    for (const MetadataEntry& metadata : (*trace)->metadata())
        QCOMPARE(QString::fromStdString(check(metadata.bytes)), QString());
    QVERIFY2(accepted * 100 >= (*trace)->entryCount() * 99,
             qPrintable(QString::number(accepted))); // it is worth having
}

void TestFastEntryParser::changedEntriesAreReadAlike()
{
    const std::string entries[] = {
        R"({"ph":"X","cat":"kernel","name":"a\"b","pid":0,"tid":"7","ts":5104215.791,"dur":2.5e0,"args":{"External id":513,"device":0,"stream":7,"correlation":"5","graph id":2,"graph node id":8589934593,"grid":[1,[2],{"a":3}]}})",
        R"({"ph":"M","name":"thread_name","pid":7.0,"tid":-1,"ts":1,"args":{"name":"stream \\ 7","sort_index":3,"labels":"x"}})",
        R"({"ph":"b","id":"0x1","id":12,"scope":"s","bp":"e","args":{"Sequence number":-4,"Fwd thread id":1.0},"args":{}})"};
    const std::string alphabet = "{}[]\",:.0123456789eE+-\\ \n\t\x01\xC3tfnuaNI/";
    std::mt19937 random(99);
    for (int round = 0; round < 60'000; ++round) {
        std::string text = entries[random() % std::size(entries)];
        for (auto changes = random() % 3 + 1; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            const char c = alphabet[random() % alphabet.size()];
            switch (random() % 3) {
            case 0:
                text[at] = c;
                break;
            case 1:
                text.insert(at, 1, c);
                break;
            default:
                text.erase(at, 1);
            }
        }
        if (text.empty() || text[0] != '{')
            continue;
        const std::string difference = differenceOfParsers(text);
        QVERIFY2(difference.empty(), (text + "\n" + difference).c_str());
    }
}

// Digits are read 8 at a time: every length, with each byte that may follow, among other digits and others alike.
void TestFastEntryParser::numbersOfEveryLengthAreReadAlike()
{
    const std::string digits = "9182736450918273645091";
    for (std::size_t whole = 1; whole <= digits.size(); ++whole) {
        for (std::size_t decimals = 0; decimals <= 18; ++decimals) {
            for (const std::string behind : {"", " ", "\n", "e1", "E+0", ":", "/", "x", "-", "\x80", "\xff"}) {
                std::string number = digits.substr(0, whole);
                if (decimals != 0)
                    number += '.' + digits.substr(0, decimals);
                number += behind;
                const std::string text = "{\"ts\":" + number + ",\"dur\":-" + number + ",\"id\":" + number +
                                         ",\"skipped\":" + number + ",\"args\":{\"correlation\":" + number + "}}";
                const std::string difference = differenceOfParsers(text);
                QVERIFY2(difference.empty(), (text + "\n" + difference).c_str());
                if (behind.empty())
                    QVERIFY2(accepts(text), text.c_str());
            }
        }
    }
}

LANESCOPE_TEST(TestFastEntryParser)
#include "tst_fast_entry_parser.moc"
