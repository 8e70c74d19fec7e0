// SPDX-License-Identifier: Apache-2.0
// Files that hold a trace in an odd way: containers, cut ones, and one that changes while it is open.
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

class TestHostileFiles : public QObject {
    Q_OBJECT

private slots:
    void oddContainers_data();
    void oddContainers();
    void aSmallTraceCutAtEveryByte_data();
    void aSmallTraceCutAtEveryByte();
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

void TestHostileFiles::oddContainers_data()
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

void TestHostileFiles::oddContainers()
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

void TestHostileFiles::aSmallTraceCutAtEveryByte_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("array") << QByteArray("[\n") << QByteArray("\n]\n");
    QTest::newRow("object") << QByteArray("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
                            << QByteArray("],\"traceName\":\"x\"}");
}

void TestHostileFiles::aSmallTraceCutAtEveryByte()
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

void TestHostileFiles::aFileThatChangesWhileItIsOpen_data()
{
    QTest::addColumn<QString>("change");
    QTest::newRow("cut") << "cut";
    QTest::newRow("longer") << "longer";
    QTest::newRow("rewritten") << "rewritten";
}

void TestHostileFiles::aFileThatChangesWhileItIsOpen()
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

LANESCOPE_TEST(TestHostileFiles)
#include "tst_hostile_files.moc"
