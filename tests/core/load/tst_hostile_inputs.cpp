// SPDX-License-Identifier: Apache-2.0
// Inputs of the kinds of tests/data/cases that are no case of their own: small, and odd in one way each.
#include "core/load/read_chrome_json.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

// "events" then "findings", or "error: …".
QString readAsText(const Result<std::shared_ptr<const Trace>>& trace)
{
    if (!trace)
        return QString::fromStdString("error: " + trace.error().message);
    return QString::fromStdString(eventsAsText(**trace) + findingsAsText(**trace));
}

std::string instant(const std::string& members)
{
    return R"([{"ph":"i","name":"a","pid":1,"tid":2,"ts":3,)" + members + "}]";
}

} // namespace

class TestHostileInputs : public QObject {
    Q_OBJECT

private slots:
    void oddTexts_data();
    void oddTexts();
    void oddMembers_data();
    void oddMembers();
    void oddPairs_data();
    void oddPairs();
    void argsNestedAMillionDeep();
    void aTextOf64MiB();
    void findingsQuoteTheBeginningOfLongNames();
    void oddHeaders_data();
    void oddHeaders();
};

void TestHostileInputs::oddTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << expected;
    };
    const QByteArray a = R"({"ph":"i","name":"a","pid":1,"tid":2,"ts":3})";
    row("byte order mark and array", "\xEF\xBB\xBF[" + a + "]", "a 1/2 3000+0 instant\n");
    row("byte order mark alone", "\xEF\xBB\xBF", "error: text: is an empty file, not a trace");
    row("two byte order marks", "\xEF\xBB\xBF\xEF\xBB\xBF[" + a + "]", "error: text: is a file of unknown kind");
    row("empty", "", "error: text: is an empty file");
    row("white space", " \r\n\t ", "error: text: is an empty file");
    row("empty array", "[]", "no-events 1\n");
    row("empty object", "{}", "error: text: is JSON, but no trace: it has no \"traceEvents\" array");
    row("no array of events", R"({"traceEvents":null})",
        "error: text: is JSON, but no trace: it has no \"traceEvents\" array");
    row("events that are an object", R"({"traceEvents":{"0":)" + a + "}}",
        "error: text: is JSON, but no trace: it has no \"traceEvents\" array");
    row("no event", R"({"traceEvents":[]})", "no-events 1\n");
    row("null and an array", R"({"traceEvents":null,"traceEvents":[)" + a + "]}",
        "a 1/2 3000+0 instant\nrepeated-header-key 1\n");
    row("two arrays", R"({"traceEvents":[)" + a + R"(],"traceEvents":[)" + a + "," + a + "]}",
        "a 1/2 3000+0 instant\nsecond-event-list 1\n");
    row("two ranks", R"({"distributedInfo":{"rank":0},"distributedInfo":{"rank":1},"traceEvents":[)" + a + "]}",
        "a 1/2 3000+0 instant\nrepeated-header-key 1\n");
    row("a recording with losses", R"({"traceEvents":[)" + a + R"(],"lanescope_record":{"dropped":12,"unfinished":2}})",
        "a 1/2 3000+0 instant\nrecords-dropped 12\nrecords-unfinished 2\n");
    row("a whole recording", R"({"traceEvents":[)" + a + R"(],"lanescope_record":{"dropped":0,"unfinished":0}})",
        "a 1/2 3000+0 instant\n");
    row("a recorder's member of another kind", R"({"traceEvents":[)" + a + R"(],"lanescope_record":[{"dropped":12}]})",
        "a 1/2 3000+0 instant\n");
    row("a key with escapes", R"({"trace\u0045vents":[)" + a + "]}", "a 1/2 3000+0 instant\n");
    row("a number", "17", "error: text: is a file of unknown kind");
    row("a text", "\"trace\"", "error: text: is a file of unknown kind");
    row("array in array", "[[" + a + "]]", "error: text: is JSON, but no trace: its list holds no events");
    row("UTF-16", QByteArray("\xFF\xFE[\0{\0\"\0p\0h\0", 12), "error: text: is a text in UTF-16");
    row("UTF-16 without a mark", QByteArray("[\0{\0\"\0p\0h\0", 10), "error: text: is a text in UTF-16");
    row("one entry an line, no array", a + "\n" + a, "error: text: is JSON, but no trace");
    row("null bytes behind the end", "[" + a + "]" + QByteArray(100, '\0'), "a 1/2 3000+0 instant\ntext-after-end 1\n");
    row("null bytes instead of the end", "[" + a + "," + QByteArray(100, '\0'),
        "a 1/2 3000+0 instant\nbroken-event 1\n");
    row("two traces in one file", "[" + a + "]\n[" + a + "]", "a 1/2 3000+0 instant\ntext-after-end 1\n");
    row("comments", "[/* first */" + a + " // last\n]", "a 1/2 3000+0 instant\nbroken-event 2\n");
    row("carriage returns only", "[\r" + a + "\r]\r", "a 1/2 3000+0 instant\n");
    row("HTML", "<!DOCTYPE html><html>", "error: text: is a file of unknown kind");
}

void TestHostileInputs::oddTexts()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const QString result = readAsText(readTraceText(text.toStdString()));
    if (expected.startsWith("error: "))
        QVERIFY2(result.startsWith(expected) && !result.contains('\n'), qPrintable(result));
    else
        QCOMPARE(result, expected);
}

void TestHostileInputs::oddMembers_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* members, const char* expected) {
        QTest::newRow(name) << QByteArray(members) << expected;
    };
    // What `members` repeat counts as they have it: of a repeated key the last wins.
    row("repeated keys", R"("name":"b","pid":4,"tid":5,"ts":6)", "b 4/5 6000+0 instant\n");
    row("pid true", R"("pid":true)", "a true/2 3000+0 instant\n");
    row("pid null", R"("pid":null)", "a 0/2 3000+0 instant\n");
    row("tid null", R"("tid":null)", "a 1/0 3000+0 instant\n");
    row("tid a fraction", R"("tid":2.5)", "a 1/2.5 3000+0 instant\n");
    row("tid 2.0", R"("tid":2.0)", "a 1/2 3000+0 instant\n");
    row("tid an array", R"("tid":[7])", "a 1/[7] 3000+0 instant\n");
    row("tid an object", R"("tid":{"id":7})", "a 1/{\"id\":7} 3000+0 instant\n");
    row("tid negative", R"("tid":-1)", "a 1/-1 3000+0 instant\n");
    row("tid minus zero", R"("tid":-0)", "a 1/-0 3000+0 instant\n");
    row("tid beyond 64 bits", R"("tid":18446744073709551616)", "a 1/18446744073709551616 3000+0 instant\n");
    row("tid hexadecimal text", R"("tid":"0x10")", "a 1/0x10 3000+0 instant\n");
    row("tid empty", R"("tid":"")", "a 1/ 3000+0 instant\n");
    row("ts 1e400", R"("ts":1e400)", "a 1/2 0+0 no-time instant\ntime-out-of-range 1\n");
    row("ts 1e400 as text", R"("ts":"1e400")", "a 1/2 0+0 no-time instant\ntime-out-of-range 1\n");
    row("ts 1e-400", R"("ts":1e-400)", "a 1/2 0+0 instant\n");
    row("ts -0", R"("ts":-0)", "a 1/2 0+0 instant\n");
    row("ts -0.0", R"("ts":-0.0)", "a 1/2 0+0 instant\n");
    row("ts negative", R"("ts":-5.25)", "a 1/2 -5250+0 instant\n");
    row("ts hexadecimal", R"("ts":"0x10")", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts with a plus", R"("ts":"+5")", "a 1/2 5000+0 instant\n");
    row("ts with spaces", R"("ts":" 5 ")", "a 1/2 5000+0 instant\n");
    row("ts with a comma", R"("ts":"1,5")", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts empty", R"("ts":"")", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts null", R"("ts":null)", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts true", R"("ts":true)", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts an array", R"("ts":[3])", "a 1/2 0+0 no-time instant\ntime-not-a-number 1\n");
    row("ts NaN", R"("ts":NaN)", "a 1/2 0+0 no-time odd instant\nnon-json-number 1\n");
    row("ph of several characters", R"("ph":"XX")", "a 1/2 3000+0 other\nunknown-phase 1\n");
    row("ph empty", R"("ph":"")", "a 1/2 3000+0 other\nphase-missing 1\n");
    row("ph a number", R"("ph":1)", "a 1/2 3000+0 other\nunknown-phase 1\n");
    row("ph of 200 characters", ("\"ph\":\"" + QByteArray(200, 'X') + "\"").constData(),
        "a 1/2 3000+0 other\nunknown-phase 1\n");
    row("ph of another alphabet", R"("ph":"é")", "a 1/2 3000+0 other\nunknown-phase 1\n");
    row("name null", R"("name":null)", "null 1/2 3000+0 instant\n");
    row("name a number", R"("name":17)", "17 1/2 3000+0 instant\n");
    row("name an object", R"("name":{"a":1})", "{\"a\":1} 1/2 3000+0 instant\n");
    row("name empty", R"("name":"")", " 1/2 3000+0 instant\n");
    row("args no object", R"("args":"text")", "a 1/2 3000+0 instant\n");
    row("args null", R"("args":null)", "a 1/2 3000+0 instant\n");
    row("args an array", R"("args":[1,[2]])", "a 1/2 3000+0 instant\n");
    row("cat a number", R"("cat":3)", "a 1/2 3000+0 instant\n");
    row("ids beyond 64 bits", R"("args":{"correlation":18446744073709551616,"graph node id":99999999999999999999})",
        "a 1/2 3000+0 instant\n");
    row("an empty key", R"("":1)", "a 1/2 3000+0 instant\n");
    row("a slice without a duration", R"("ph":"X")", "a 1/2 3000+0 no-duration\nduration-missing 1\n");
    row("a duration below zero", R"("ph":"X","dur":-2)", "a 1/2 3000+0 no-duration\nnegative-duration 1\n");
    row("a duration of text", R"("ph":"X","dur":"long")", "a 1/2 3000+0 no-duration\ntime-not-a-number 1\n");
    row("a duration beyond all", R"("ph":"X","dur":1e300)", "a 1/2 3000+0 no-duration\ntime-out-of-range 1\n");
    row("a counter of texts", R"("ph":"C","args":{"x":"high","y":null,"z":[1]})", "a 1/a 3000+0 counter\n");
    row("a counter of nothing", R"("ph":"C")", "a 1/a 3000+0 counter\n");
    row("object events", R"("ph":"N","id":"0x1")", "a 1/2 3000+0 other\n");
}

void TestHostileInputs::oddMembers()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, expected);
    QCOMPARE(readAsText(readTraceText(instant(members.toStdString()))), expected);
}

void TestHostileInputs::oddPairs_data()
{
    QTest::addColumn<QByteArray>("entries");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("flowEnds");
    const auto row = [](const char* name, const char* entries, const char* expected, int flowEnds = 0) {
        QTest::newRow(name) << QByteArray(entries) << expected << flowEnds;
    };
    row("begin and end without names", R"({"ph":"B","ts":1},{"ph":"E","ts":4})", " 0/0 1000+3000\n");
    row("an end of another name", R"({"ph":"B","name":"a","ts":1},{"ph":"E","name":"b","ts":4})",
        "a 0/0 1000+3000 unfinished\nunfinished-begin 1\nstray-end 1\n");
    row("an end before its begin in time", R"({"ph":"B","name":"a","ts":5},{"ph":"E","name":"a","ts":2})",
        "a 0/0 5000+0 unfinished\nunfinished-begin 1\nstray-end 1\n");
    row("crossing, ends without names",
        R"({"ph":"B","name":"a","ts":1},{"ph":"B","name":"b","ts":2},{"ph":"E","ts":3},{"ph":"E","ts":4})",
        "a 0/0 1000+3000\nb 0/0 2000+1000\n");
    row("crossing by name",
        R"({"ph":"B","name":"a","ts":1},{"ph":"B","name":"b","ts":2},{"ph":"E","name":"a","ts":3},)"
        R"({"ph":"E","name":"b","ts":4})",
        "a 0/0 1000+2000\nb 0/0 2000+2000\n");
    row("ends alone", R"({"ph":"E","ts":1},{"ph":"E","name":"a","ts":2})", "stray-end 2\n");
    row("a begin without a time", R"({"ph":"B","name":"a"},{"ph":"E","name":"a","ts":4})",
        "a 0/0 4000+0 no-time no-duration\ntime-missing 1\nstray-end 1\n");
    row("an end on another thread", R"({"ph":"B","name":"a","tid":1,"ts":1},{"ph":"E","name":"a","tid":2,"ts":4})",
        "a 0/1 1000+3000 unfinished\nunfinished-begin 1\nstray-end 1\n");
    row("text and number are one thread", R"({"ph":"B","name":"a","tid":"1","ts":1},{"ph":"E","tid":1,"ts":4})",
        "a 0/1 1000+3000\n");
    row("async by a local id",
        R"({"ph":"b","cat":"c","name":"a","id2":{"local":"0x1"},"ts":1},)"
        R"({"ph":"e","cat":"c","name":"a","id2":{"local":"0x1"},"ts":4})",
        "a 0/c 0x1 1000+3000\n");
    row("async by a global id",
        R"({"ph":"b","cat":"c","name":"a","pid":1,"id2":{"global":9},"ts":1},)"
        R"({"ph":"e","cat":"c","name":"a","pid":1,"id2":{"global":9},"ts":4})",
        "a 1/c 9 1000+3000\n");
    row("async of other ids",
        R"({"ph":"b","cat":"c","name":"a","id":1,"ts":1},{"ph":"e","cat":"c","name":"a","id":2,"ts":4})",
        "a 0/c 1 1000+3000 unfinished\nunfinished-begin 1\nstray-end 1\n");
    row("id2 that is no object",
        R"({"ph":"b","cat":"c","name":"a","id2":7,"id":1,"ts":1},{"ph":"e","cat":"c","id":1,"ts":2})",
        "a 0/c 1 1000+1000\n");
    row("an arrow with two ends", R"({"ph":"s","id":1,"ts":1},{"ph":"f","id":1,"ts":2},{"ph":"f","id":1,"ts":3})", "",
        3);
    row("an arrow without a start", R"({"ph":"f","id":1,"ts":2},{"ph":"t","id":1,"ts":1})", "", 2);
    row("an arrow without an id", R"({"ph":"s","ts":1},{"ph":"f","ts":2})", "flow-without-id 2\n", 2);
    row("an arrow without a time", R"({"ph":"s","id":1},{"ph":"f","id":1,"ts":2})", "time-missing 1\n", 2);
    row("an arrow of the largest id",
        R"({"ph":"s","id":18446744073709551615,"ts":1},{"ph":"f","id":"18446744073709551615","ts":2})", "", 2);
    row("an arrow beyond 64 bits", R"({"ph":"s","id":99999999999999999999,"ts":1},{"ph":"f","id":[1],"ts":2})", "", 2);
}

void TestHostileInputs::oddPairs()
{
    QFETCH(QByteArray, entries);
    QFETCH(QString, expected);
    QFETCH(int, flowEnds);
    const auto trace = readTraceText('[' + entries.toStdString() + ']');
    QCOMPARE(readAsText(trace), expected);
    QCOMPARE(static_cast<int>((*trace)->flows().size()), flowEnds);
}

void TestHostileInputs::argsNestedAMillionDeep()
{
    constexpr int kDeep = 1'000'000;
    std::string objects;
    for (int i = 0; i < kDeep; ++i)
        objects += "{\"a\":";
    objects += "1" + std::string(kDeep, '}');
    const std::string arrays = std::string(kDeep, '[') + std::string(kDeep, ']');
    for (const std::string& deep : {objects, arrays}) {
        const QString result = readAsText(readTraceText(instant("\"args\":{\"deep\":" + deep + "}")));
        QCOMPARE(result, QString("a 1/2 3000+0 instant\n"));
        QCOMPARE(readAsText(readTraceText(instant("\"name\":" + deep))).right(20), QString(" 1/2 3000+0 instant\n"));
    }
    // Never closed.
    QCOMPARE(readAsText(readTraceText("[{\"ph\":" + std::string(kDeep, '['))),
             QString("file-ends-early 1\nno-events 1\n"));
}

void TestHostileInputs::aTextOf64MiB()
{
    const std::string large(std::size_t{64} << 20, 'x');
    const auto trace = readTraceText(instant("\"name\":\"" + large + "\""));
    QVERIFY(trace);
    QCOMPARE((*trace)->eventCount(), std::size_t{1});
    QVERIFY((*trace)->name(idAt<EventId>(0)) == large);
    const auto inArgs = readTraceText(instant("\"args\":{\"x\":\"" + large + "\"}"));
    QVERIFY(inArgs && (*inArgs)->loadReport().isClean());
    QCOMPARE((*inArgs)->bytes(idAt<EventId>(0)).length, large.size() + 60);
}

void TestHostileInputs::findingsQuoteTheBeginningOfLongNames()
{
    const auto trace = readTraceText(R"([{"ph":"i","name":"x)" + std::string(1'000'000, '\xC3') + "\"}]");
    QVERIFY(trace);
    for (const Finding& finding : (*trace)->loadReport().findings())
        QVERIFY2(finding.line().size() < 400, finding.code.c_str());
    std::string name = "x";
    for (int i = 0; i < 100; ++i)
        name += "é";
    const auto sliced = readTraceText(R"([{"ph":"X","name":")" + name + R"(","ts":1}])");
    QVERIFY(sliced);
    // 120 bytes would end inside of a character.
    QCOMPARE(QString::fromStdString((*sliced)->loadReport().findings()[0].examples[0]),
             "x" + QString::fromUtf8("é").repeated(59) + QString::fromUtf8("…"));
}

void TestHostileInputs::oddHeaders_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<bool>("hasBase");
    QTest::addColumn<qint64>("base");
    QTest::addColumn<QString>("unit");
    const auto row = [](const char* name, const char* member, std::optional<qint64> base, const char* unit = "") {
        QTest::newRow(name) << QByteArray(member) << base.has_value() << base.value_or(0) << unit;
    };
    row("an unknown unit", R"("displayTimeUnit":"fortnights")", std::nullopt, "fortnights");
    row("a unit that is no text", R"("displayTimeUnit":{"a":1})", std::nullopt);
    row("the largest base", R"("baseTimeNanoseconds":9223372036854775807)", INT64_MAX);
    row("a base beyond 64 bits", R"("baseTimeNanoseconds":9223372036854775808)", std::nullopt);
    row("a base below zero", R"("baseTimeNanoseconds":-5)", -5);
    row("a base as text", R"("baseTimeNanoseconds":"17")", 17);
    row("a base of words", R"("baseTimeNanoseconds":"yesterday")", std::nullopt);
    row("a base with a fraction", R"("baseTimeNanoseconds":1.5)", std::nullopt);
    row("a base that is a list", R"("baseTimeNanoseconds":[1])", std::nullopt);
    row("two bases", R"("baseTimeNanoseconds":1,"baseTimeNanoseconds":2)", 2);
    row("devices that are none", R"("deviceProperties":[{"id":1e9},{"id":-1},7,{"name":"x"}])", std::nullopt);
    row("a rank of words", R"("distributedInfo":{"rank":"first"})", std::nullopt);
    row("a schema of text", R"("schemaVersion":"one")", std::nullopt);
}

void TestHostileInputs::oddHeaders()
{
    QFETCH(QByteArray, member);
    QFETCH(bool, hasBase);
    QFETCH(qint64, base);
    QFETCH(QString, unit);
    const QString told = QTest::currentDataTag() == QByteArray("two bases") ? "repeated-header-key 1\n" : "";
    const std::string events = R"("traceEvents":[{"ph":"i","name":"a","ts":1}])";
    for (const std::string& text :
         {"{" + member.toStdString() + "," + events + "}", "{" + events + "," + member.toStdString() + "}"}) {
        const auto trace = readTraceText(text);
        QVERIFY(trace);
        QCOMPARE(readAsText(trace), "a 0/0 1000+0 instant\n" + told);
        QCOMPARE((*trace)->header().baseTimeNanoseconds.has_value(), hasBase);
        QCOMPARE(static_cast<qint64>((*trace)->header().baseTimeNanoseconds.value_or(0)), base);
        QCOMPARE(QString::fromStdString((*trace)->header().displayTimeUnit), unit);
        QVERIFY(!(*trace)->header().rank.has_value());
    }
}

LANESCOPE_TEST(TestHostileInputs)
#include "tst_hostile_inputs.moc"
