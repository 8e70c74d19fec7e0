// SPDX-License-Identifier: Apache-2.0
#include "core/load/read_chrome_json.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <stop_token>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr const char* kWhole = R"({"schemaVersion": 1, "traceEvents": [
{"ph":"X","cat":"kernel","name":"gemm \u00e9 é","pid":0,"tid":7,"ts":1.5,"dur":2,"args":{"stream":7,"grid":[1,2,3]}},
{"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7"}},
{"ph":"X","name":"last","pid":0,"tid":7,"ts":9,"dur":1}
], "traceName": "x"} )";

QString errorOf(const std::string& text)
{
    const auto trace = readTraceText(text);
    return trace ? QString("no error") : QString::fromStdString(trace.error().message);
}

// The content with its structure repairs made: what an export of an unchanged trace writes.
std::string repaired(const Trace& trace)
{
    std::vector<StructureRepair> repairs(trace.structureRepairs().begin(), trace.structureRepairs().end());
    std::stable_sort(repairs.begin(), repairs.end(),
                     [](const auto& a, const auto& b) { return a.bytes.offset < b.bytes.offset; });
    const std::string text = *trace.file().content->text({0, trace.file().content->sizeBytes()});
    std::string out;
    std::uint64_t at = 0;
    for (const StructureRepair& repair : repairs) {
        if (repair.bytes.offset < at)
            return "overlapping repairs";
        out.append(text, at, repair.bytes.offset - at);
        out += repair.replacement;
        at = repair.bytes.end();
    }
    return out + text.substr(at);
}

} // namespace

class TestChromeJsonReader : public QObject {
    Q_OBJECT

private slots:
    void bothFormsGiveTheSameEvents();
    void whatIsNoTraceIsRefusedInOneLine_data();
    void whatIsNoTraceIsRefusedInOneLine();
    void aTraceCutAtAnyByteKeepsItsCompleteEvents();
    void aBrokenEventCostsOnlyItself_data();
    void aBrokenEventCostsOnlyItself();
    void repairsMakeTheStructureStrict_data();
    void repairsMakeTheStructureStrict();
    void brokenTextIsReadInLinearTime();
    void eventsLargerThanTheWindowAreRead();
    void stopIsSeenWhileReading();
    void byteRangesAreTheEventsText();
};

void TestChromeJsonReader::bothFormsGiveTheSameEvents()
{
    const std::string events =
        R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},{"ph":"i","name":"b","pid":1,"tid":1,"ts":2}])";
    const auto array = readTraceText(events);
    const auto object = readTraceText("{\"traceEvents\":" + events + "}");
    QVERIFY(array && object);
    QVERIFY(eventsAsText(**array) == eventsAsText(**object));
    QVERIFY((*array)->header().form == TraceHeader::Form::Array);
    QVERIFY((*object)->header().form == TraceHeader::Form::Object);
    QVERIFY((*array)->loadReport().isClean() && (*object)->loadReport().isClean());
    QVERIFY((*array)->structureRepairs().empty() && (*object)->structureRepairs().empty());
    QCOMPARE((*object)->header().eventArrayBegin, std::uint64_t{16});
    QCOMPARE((*object)->header().eventArrayEnd, std::uint64_t{events.size() + 14});
}

void TestChromeJsonReader::whatIsNoTraceIsRefusedInOneLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << "is an empty file";
    QTest::newRow("white space") << QByteArray(" \n ") << "is an empty file";
    QTest::newRow("text") << QByteArray("hello, world") << "is a file of unknown kind";
    QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n") << "is a file of unknown kind";
    QTest::newRow("SQLite") << QByteArray("SQLite format 3\0....", 20) << "is an SQLite database";
    QTest::newRow("pickle") << QByteArray("\x80\x04\x95", 3) << "is a Python pickle";
    QTest::newRow("zip") << QByteArray("PK\x03\x04rest", 8) << "is a zip archive";
    QTest::newRow("annotations") << QByteArray(R"({"42":[{"name":"x"}]})") << "no \"traceEvents\" array";
    QTest::newRow("no events array") << QByteArray(R"({"traceEvents":null})") << "no \"traceEvents\" array";
    QTest::newRow("cut in the header") << QByteArray(R"({"schemaVersion":1,"devi)") << "ends before any event";
    QTest::newRow("a list of no events") << QByteArray("[1,2,3]") << "its list holds no events";
    QTest::newRow("not JSON") << QByteArray("{hello}") << "is not valid JSON at byte 1";
}

void TestChromeJsonReader::whatIsNoTraceIsRefusedInOneLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, reason);
    const QString error = errorOf(text.toStdString());
    QVERIFY2(error.startsWith("text: ") && error.contains(reason) && !error.contains('\n'), qPrintable(error));
}

void TestChromeJsonReader::aTraceCutAtAnyByteKeepsItsCompleteEvents()
{
    const std::string whole = kWhole;
    const std::size_t ends[] = {whole.find("\n{\"ph\":\"M\"") - 1, whole.find("\n{\"ph\":\"X\",\"name\":\"last\"") - 1,
                                whole.find("\n], ")};
    const std::size_t arrayBegin = whole.find('[');
    for (std::size_t length = 1; length < whole.size(); ++length) {
        const auto trace = readTraceText(std::string_view(whole).substr(0, length));
        if (length <= arrayBegin) {
            QVERIFY(!trace);
            continue;
        }
        QVERIFY2(trace, qPrintable(QString::number(length)));
        const auto complete =
            std::count_if(std::begin(ends), std::end(ends), [&](std::size_t e) { return e <= length; });
        QCOMPARE((*trace)->entryCount(), static_cast<std::uint64_t>(complete));
        const auto again = readTraceText(repaired(**trace));
        QVERIFY(again && eventsAsText(**again) == eventsAsText(**trace));
        QVERIFY((*again)->structureRepairs().empty());
    }
}

void TestChromeJsonReader::aBrokenEventCostsOnlyItself_data()
{
    QTest::addColumn<QString>("middle");
    QTest::addColumn<QString>("findings");
    QTest::newRow("key without quotes") << "{ph:1}"
                                        << "broken-event 1\n";
    QTest::newRow("wrong bracket") << R"({"ph":"X","args":{"a":[1,2}}})"
                                   << "broken-event 1\n";
    QTest::newRow("text between") << "garbage \\ here"
                                  << "broken-event 1\n";
    QTest::newRow("a stray brace") << "}"
                                   << "broken-event 1\n";
    QTest::newRow("a number") << "17"
                              << "not-an-event 1\n";
    QTest::newRow("null") << "null"
                          << "not-an-event 1\n";
    QTest::newRow("a nested array") << "[{\"ph\":\"X\"}]"
                                    << "not-an-event 1\n";
}

void TestChromeJsonReader::aBrokenEventCostsOnlyItself()
{
    QFETCH(QString, middle);
    QFETCH(QString, findings);
    const std::string text = R"([{"ph":"i","name":"first","pid":1,"tid":1,"ts":1},)" + middle.toStdString() +
                             R"(,{"ph":"i","name":"second","pid":1,"tid":1,"ts":2}])";
    const auto trace = readTraceText(text);
    QVERIFY(trace);
    QCOMPARE(QString::fromStdString(eventsAsText(**trace)),
             QString("first 1/1 1000+0 instant\nsecond 1/1 2000+0 instant\n"));
    QCOMPARE(QString::fromStdString(findingsAsText(**trace)), findings);
    const auto again = readTraceText(repaired(**trace));
    QVERIFY(again && eventsAsText(**again) == eventsAsText(**trace));
    QVERIFY(!(*again)->loadReport().find("broken-event"));
}

void TestChromeJsonReader::repairsMakeTheStructureStrict_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("strict");
    const QByteArray e = R"({"ph":"i","ts":1})";
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& strict) {
        QTest::newRow(name) << text << strict;
    };
    row("nothing to do", "[" + e + " , " + e + "]", "[" + e + " , " + e + "]");
    row("comma first", "[\n," + e + "]", "[\n" + e + "]");
    row("comma last", "[" + e + ",]", "[" + e + "]");
    row("many commas", "[,," + e + ",,, " + e + ",,]", "[" + e + ", " + e + "]");
    row("no comma", "[" + e + "\n" + e + "]", "[" + e + "\n," + e + "]");
    row("no end", "[" + e + ",\n", "[" + e + "\n]");
    row("cut event", "[" + e + ",{\"ph\"", "[" + e + "]");
    row("byte order mark", "\xEF\xBB\xBF[" + e + "]", "[" + e + "]");
    row("no brace", "{\"traceEvents\":[" + e + "]\n", "{\"traceEvents\":[" + e + "]\n}");
    row("cut trailer", "{\"traceEvents\":[" + e + "], \"traceName\": \"ab", "{\"traceEvents\":[" + e + "] }");
    row("text behind", "{\"traceEvents\":[" + e + "]} ]}x", "{\"traceEvents\":[" + e + "]} ");
    row("odd header", "{\"a\":NaN,,\"traceEvents\":[" + e + "],}", "{\"a\":\"NaN\",\"traceEvents\":[" + e + "]}");
    row("broken trailer", "{\"traceEvents\":[" + e + "],\"a\":1, b}", "{\"traceEvents\":[" + e + "],\"a\":1 }");
    row("broken header", "{\"a\":1,b:2,\"traceEvents\":[" + e + "]}", "{\"a\":1,\"traceEvents\":[" + e + "]}");
}

void TestChromeJsonReader::repairsMakeTheStructureStrict()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, strict);
    const auto trace = readTraceText(text.toStdString());
    QVERIFY(trace);
    QCOMPARE(QByteArray::fromStdString(repaired(**trace)), strict);
}

void TestChromeJsonReader::brokenTextIsReadInLinearTime()
{
    // Each of these made a reader that tries again from the next byte take a square number of steps.
    std::string nested = "[";
    std::string mismatched = "[";
    for (int i = 0; i < 200'000; ++i) {
        nested += "{\"ph\":";
        mismatched += "{\"ph\":[";
    }
    mismatched += "}";
    for (const std::string& text :
         {nested, mismatched, "[" + std::string(2'000'000, '{'), "[" + std::string(2'000'000, '}')}) {
        const auto trace = readTraceText(text);
        QVERIFY(trace);
        QCOMPARE((*trace)->entryCount(), std::uint64_t{0});
        QVERIFY(!(*trace)->loadReport().isClean());
    }
}

void TestChromeJsonReader::eventsLargerThanTheWindowAreRead()
{
    const std::string large(9'000'000, 'x');
    const std::string deep = std::string(500'000, '[') + std::string(500'000, ']');
    const std::string before = "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"name\":\"";
    const std::string after = "}},{\"ph\":\"i\",\"name\":\"after\",\"pid\":1,\"tid\":1,\"ts\":2}]";
    const auto trace = readTraceText(before + large + "\",\"args\":{\"deep\":" + deep + after);
    QVERIFY(trace);
    QCOMPARE((*trace)->eventCount(), std::size_t{2});
    QCOMPARE((*trace)->name(idAt<EventId>(0)).size(), large.size());
    QVERIFY((*trace)->name(idAt<EventId>(1)) == "after");
}

void TestChromeJsonReader::stopIsSeenWhileReading()
{
    std::string text = "[";
    for (int i = 0; i < 20'000; ++i)
        text += R"({"ph":"i","name":"n","pid":1,"tid":1,"ts":1},)";
    std::stop_source stop;
    const JobControl job(stop.get_token(), [&](const JobProgress&) { stop.request_stop(); });
    OpenedFile file{"text", text.size(), false, contentInMemory(text)};
    const auto trace = readChromeJson(std::move(file), job);
    QVERIFY(!trace && trace.error().code == ErrorCode::Stopped);
}

void TestChromeJsonReader::byteRangesAreTheEventsText()
{
    const auto trace = readTraceText(kWhole);
    QVERIFY(trace);
    const auto text = [&](ByteRange range) { return QString::fromStdString(*(*trace)->file().content->text(range)); };
    const QString first = text((*trace)->bytes(idAt<EventId>(0)));
    QVERIFY(first.startsWith("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm"));
    QVERIFY(first.endsWith("\"grid\":[1,2,3]}}"));
    const QString last = R"({"ph":"X","name":"last","pid":0,"tid":7,"ts":9,"dur":1})";
    QCOMPARE(text((*trace)->bytes(idAt<EventId>(1))), last);
    QVERIFY(text((*trace)->metadata()[0].bytes).startsWith("{\"ph\":\"M\""));
}

LANESCOPE_TEST(TestChromeJsonReader)
#include "tst_chrome_json_reader.moc"
