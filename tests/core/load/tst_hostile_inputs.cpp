// SPDX-License-Identifier: Apache-2.0
// Inputs of the kinds of tests/data/cases that are no case of their own: small, and odd in one way each.
#include "core/load/read_chrome_json.h"
#include "tests/core/file/zip_writer.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

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
    void oddContainers_data();
    void oddContainers();
    void aSmallTraceCutAtEveryByte_data();
    void aSmallTraceCutAtEveryByte();
    void argsNestedAMillionDeep();
    void aTextOf64MiB();
    void findingsQuoteTheBeginningOfLongNames();
    void oddHeaders_data();
    void oddHeaders();
    void aFileThatChangesWhileItIsOpen_data();
    void aFileThatChangesWhileItIsOpen();

private:
    QTemporaryDir m_folder;
    std::filesystem::path write(const std::string& name, const std::string& bytes) const
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
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
    row("null and an array", R"({"traceEvents":null,"traceEvents":[)" + a + "]}", "a 1/2 3000+0 instant\n");
    row("a key with escapes", R"({"trace\u0045vents":[)" + a + "]}", "a 1/2 3000+0 instant\n");
    row("a number", "17", "error: text: is a file of unknown kind");
    row("a text", "\"trace\"", "error: text: is a file of unknown kind");
    row("array in array", "[[" + a + "]]", "error: text: is JSON, but no trace: its list holds no events");
    row("UTF-16", QByteArray("\xFF\xFE[\0{\0\"\0p\0h\0", 14), "error: text: is a text in UTF-16");
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

void TestHostileInputs::oddContainers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    const std::string trace = instant("\"cat\":\"c\"");
    const std::string gzip = deflated(trace, DeflateWrap::Gzip);
    const QString good = "a 1/2 3000+0 instant\n";
    const auto row = [](const char* title, const char* name, const std::string& bytes, const QString& expected) {
        QTest::newRow(title) << QString(name) << QByteArray::fromStdString(bytes) << expected;
    };
    const std::string header("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    const auto withFlags = [&](char flags, const std::string& fields) {
        std::string changed = header;
        changed[3] = flags;
        return changed + fields + gzip.substr(10);
    };
    row("zeros behind gzip", "t.json.gz", gzip + std::string(1000, '\0'), good);
    row("other bytes behind gzip", "t.json.gz", gzip + "garbage", good + "container-damaged 1\n");
    row("one byte behind gzip", "t.json.gz", gzip + "\x1f", good + "container-damaged 1\n");
    row("gzip with an extra field", "t.json.gz", withFlags(4, std::string("\x03\0abc", 5)), good);
    row("gzip with a name", "t.json.gz", withFlags(8, std::string("t.json\0", 7)), good);
    row("gzip with a comment", "t.json.gz", withFlags(16, std::string("by hand\0", 8)), good);
    row("gzip with all fields but the checksum", "t.json.gz",
        withFlags(28, std::string("\x03\0abct.json\0by hand\0", 20)), good);
    row("plain text named gzip", "t.json.gz", trace, good);
    row("zip named JSON", "t.json", zipOf("t.json", trace), good);
    row("zip named gzip", "t.json.gz", zipOf("t.json", trace), good);
    row("gzip named zip", "t.zip", gzip, good);
    row("gzip of nothing", "t.json.gz", deflated("", DeflateWrap::Gzip), "error: PATH: is an empty file");
    row("zip of nothing", "t.zip", zipOf("t.json", ""), "error: PATH: is an empty file");
    row("gzip's first bytes alone", "t.gz", header.substr(0, 5), "error: PATH: the gzip file ends early, after byte 5");
    row("gzip of another method", "t.gz", std::string("\x1f\x8b\x07\0\0\0\0\0\0\x03rest", 14),
        "error: PATH: the gzip data is damaged at byte");
    row("gzip of text", "t.gz", deflated("hello", DeflateWrap::Gzip), "error: PATH: is a file of unknown kind");
    row("zip of a pickle", "model.pt", zipOf("data.pkl", "\x80\x02}q."), "error: PATH: is a Python pickle");
    row("Zstandard", "t.json.zst", "\x28\xB5\x2F\xFD....", "error: PATH: is a file compressed with Zstandard");
    row("a tar file", "t.tar", std::string("t.json") + std::string(506, '\0'),
        "error: PATH: is a file of unknown kind");
}

void TestHostileInputs::oddContainers()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, expected);
    const auto path = write(name.toStdString(), bytes.toStdString());
    auto file = openFile(path, JobControl());
    const auto trace =
        file ? readChromeJson(*std::move(file), JobControl()) : Result<std::shared_ptr<const Trace>>(failureOf(file));
    const QString result = readAsText(trace).replace(QString::fromStdString(path.string()), "PATH");
    if (expected.startsWith("error: "))
        QVERIFY2(result.startsWith(expected) && !result.contains('\n'), qPrintable(result));
    else
        QCOMPARE(result, expected);
}

void TestHostileInputs::aSmallTraceCutAtEveryByte_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("array") << QByteArray("[\n") << QByteArray("\n]\n");
    QTest::newRow("object") << QByteArray("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
                            << QByteArray("],\"traceName\":\"x\"}");
}

void TestHostileInputs::aSmallTraceCutAtEveryByte()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const std::string first =
        R"({"ph":"X","name":"ab","pid":1,"tid":2,"ts":3.5,"dur":1e1,"args":{"k":[1,"\u00e9",null]}})";
    const std::string second = R"({"ph":"i","name":"c","pid":1,"tid":2,"ts":20})";
    const std::string whole = before.toStdString() + first + ",\n" + second + after.toStdString();
    const std::size_t firstEnd = static_cast<std::size_t>(before.size()) + first.size();
    const std::size_t secondEnd = firstEnd + 2 + second.size();
    const auto eventsOf = [](const Result<std::shared_ptr<const Trace>>& trace) {
        return trace ? QString::fromStdString(eventsAsText(**trace)) : QString();
    };
    const QString one = "ab 1/2 3500+10000\n";
    const QString two = one + "c 1/2 20000+0 instant\n";
    for (std::size_t length = 0; length <= whole.size(); ++length) {
        const std::string cut = whole.substr(0, length);
        const QString expected = length >= secondEnd ? two : length >= firstEnd ? one : QString();
        const auto plain = readTraceText(cut);
        QCOMPARE(eventsOf(plain), expected);
        // The same text, whole in a gzip file; and a gzip file that is cut itself never gives other events.
        const auto gzip = openFile(write("cut.gz", deflated(cut, DeflateWrap::Gzip)), JobControl());
        QVERIFY(gzip && gzip->content->damage().empty());
        QCOMPARE(eventsOf(readChromeJson(*gzip, JobControl())), expected);
    }
    const std::string packed = deflated(whole, DeflateWrap::Gzip);
    const std::string archive = zipOf("t.json", whole);
    for (const std::string* file : {&packed, &archive}) {
        for (std::size_t length = 4; length < file->size(); ++length) {
            const auto opened = openFile(write("cut", file->substr(0, length)), JobControl());
            if (!opened) {
                QVERIFY(opened.error().message.find('\n') == std::string::npos);
                continue;
            }
            const auto trace = readChromeJson(*opened, JobControl());
            const QString events = eventsOf(trace);
            QVERIFY2(events.isEmpty() || events == one || events == two, qPrintable(events));
            QVERIFY(!trace || (*trace)->loadReport().find("container-damaged") != nullptr);
        }
    }
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
    const std::string events = R"("traceEvents":[{"ph":"i","name":"a","ts":1}])";
    for (const std::string& text :
         {"{" + member.toStdString() + "," + events + "}", "{" + events + "," + member.toStdString() + "}"}) {
        const auto trace = readTraceText(text);
        QVERIFY(trace);
        QCOMPARE(readAsText(trace), QString("a 0/0 1000+0 instant\n"));
        QCOMPARE((*trace)->header().baseTimeNanoseconds.has_value(), hasBase);
        QCOMPARE(static_cast<qint64>((*trace)->header().baseTimeNanoseconds.value_or(0)), base);
        QCOMPARE(QString::fromStdString((*trace)->header().displayTimeUnit), unit);
        QVERIFY(!(*trace)->header().rank.has_value());
    }
}

void TestHostileInputs::aFileThatChangesWhileItIsOpen_data()
{
    QTest::addColumn<QString>("change");
    QTest::newRow("cut") << "cut";
    QTest::newRow("longer") << "longer";
    QTest::newRow("rewritten") << "rewritten";
}

void TestHostileInputs::aFileThatChangesWhileItIsOpen()
{
    QFETCH(QString, change);
    const std::string text = instant(R"("args":{"shown":"later"})");
    const auto path = write("changing.json", text);
    auto file = openFile(path, JobControl());
    QVERIFY(file);
    const auto trace = readChromeJson(*std::move(file), JobControl());
    QVERIFY(trace);
    const ByteRange range = (*trace)->bytes(idAt<EventId>(0));
    QVERIFY((*trace)->file().content->text(range).has_value());
    if (change == "cut") {
        std::filesystem::resize_file(path, 10);
    } else {
        write("changing.json", change == "longer" ? text + " " : std::string(text.size(), ' '));
        // Times of a file have the resolution of its file system.
        std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
    }
    const auto later = (*trace)->file().content->text(range);
    QVERIFY(!later && later.error().code == ErrorCode::ChangedOnDisk);
    QCOMPARE(QString::fromStdString(later.error().message),
             QString::fromStdString(path.string()) + ": was changed on disk after it was opened; open it again");
}

LANESCOPE_TEST(TestHostileInputs)
#include "tst_hostile_inputs.moc"
