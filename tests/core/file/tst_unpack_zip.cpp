// SPDX-License-Identifier: Apache-2.0
#include "core/file/unpack_zip.h"
#include "tests/core/file/zip_writer.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <random>
#include <stop_token>

using namespace lanescope;
using namespace lanescope::test;

namespace {

const std::string kTrace = R"({"traceEvents":[{"ph":"i","name":"a","ts":1}]})";

// What is in an archive: "text", "text | damage" or "error: …".
QString unpacked(const std::string& archive)
{
    const auto result = unpackZip(contentInMemory(archive), "x.zip", JobControl());
    if (!result)
        return QString::fromStdString("error: " + result.error().message);
    const std::string text = *(*result)->text({0, (*result)->sizeBytes()});
    return QString::fromStdString((*result)->damage().empty() ? text : text + " | " + (*result)->damage());
}

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

} // namespace

class TestUnpackZip : public QObject {
    Q_OBJECT

private slots:
    void aFileComesOutAsItWentIn_data();
    void aFileComesOutAsItWentIn();
    void theOneTraceIsChosen_data();
    void theOneTraceIsChosen();
    void whatLeavesAChoiceIsRefusedInOneLine_data();
    void whatLeavesAChoiceIsRefusedInOneLine();
    void sizesAndChecksumAreCompared_data();
    void sizesAndChecksumAreCompared();
    void anArchiveCutAnywhereGivesWhatCameOut_data();
    void anArchiveCutAnywhereGivesWhatCameOut();
    void anyByteMayBeWrong();
    void aLargeFileIsWhole();
    void anEndRecordByChanceIsNoSplitArchive();
    void containersInOneAnotherAreOpened_data();
    void containersInOneAnotherAreOpened();
    void aStoredFileIsReadInPlaceAndNoticesChanges();
    void stopIsSeen();
};

void TestUnpackZip::aFileComesOutAsItWentIn_data()
{
    QTest::addColumn<QByteArray>("archive");
    const auto row = [](const char* name, const ZipArchive& archive) {
        QTest::newRow(name) << QByteArray::fromStdString(zipOf(archive));
    };
    row("deflated", {{{"t.json", kTrace}}, {}});
    row("stored", {{{"t.json", kTrace, 0}}, {}});
    row("sizes behind the data", {{{"t.json", kTrace, 8, 8}}, {}});
    row("stored, sizes behind the data", {{{"t.json", kTrace, 0, 8}}, {}});
    row("zip64", {{{"t.json", kTrace, 8, 0, true}}, {}, true});
    row("zip64, sizes behind the data", {{{"t.json", kTrace, 8, 8, true}}, {}, true});
    row("zip64 end for a small file", {{{"t.json", kTrace}}, {}, true});
    row("a comment", {{{"t.json", kTrace}}, "made by hand"});
    row("a comment that looks like an end", {{{"t.json", kTrace}}, std::string("PK\x05\x06") + std::string(40, 'x')});
    row("the longest comment", {{{"t.json", kTrace}}, std::string(65535, 'c')});
    row("a name that is no UTF-8", {{{"t\xE9.json", kTrace}}, {}});
    row("a name without an ending", {{{"trace", kTrace}}, {}});
    row("no name", {{{"", "{}"}, {"t.json", kTrace}}, {}});
}

void TestUnpackZip::aFileComesOutAsItWentIn()
{
    QFETCH(QByteArray, archive);
    QCOMPARE(unpacked(archive.toStdString()), text(kTrace));
    // Text behind the archive, as a download that was written over a longer file leaves it.
    QCOMPARE(unpacked(archive.toStdString() + "\r\n"), text(kTrace));
}

void TestUnpackZip::theOneTraceIsChosen_data()
{
    QTest::addColumn<QByteArray>("archive");
    const auto row = [](const char* name, const std::vector<ZipFile>& others) {
        ZipArchive archive;
        archive.files = others;
        archive.files.push_back({"run/t.json", kTrace});
        QTest::newRow(name) << QByteArray::fromStdString(zipOf(archive));
    };
    row("folders", {{"run/", "", 0}});
    row("what macOS adds", {{"__MACOSX/run/._t.json", "{\"traceEvents\":"}, {"run/.DS_Store", "{"}});
    row("other kinds", {{"a.txt", "hello"}, {"b.png", "\x89PNG"}, {"c.pkl", "\x80\x04}."}});
    row("other JSON", {{"meta.json", "{\"step\":1}"}, {"list.json", "[1,2]"}});
    row("what cannot be read", {{"notes.txt", "x", 14}, {"secret.json", "xxx", 0, 1}});
    row("an empty file", {{"empty.json", "", 0}});
    row("annotations", {{"run/annotations.json", "{\"1\":[{\"name\":\"a\"}]}"}});
    row("a broken one", {{"broken.json", kTrace, 0, 0, false, 0, 0, 7}});
    const std::string header = "{\"pg_config\":[" + std::string(300'000, ' ') + "]}";
    row("a large header", {{"config.json", header}});
}

void TestUnpackZip::theOneTraceIsChosen()
{
    QFETCH(QByteArray, archive);
    QCOMPARE(unpacked(archive.toStdString()), text(kTrace));
}

void TestUnpackZip::whatLeavesAChoiceIsRefusedInOneLine_data()
{
    QTest::addColumn<QByteArray>("archive");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const ZipArchive& archive, const char* error) {
        QTest::newRow(name) << QByteArray::fromStdString(zipOf(archive)) << QString("error: x.zip: ") + error;
    };
    row("nothing", {}, "the zip archive holds no file");
    row("folders alone", {{{"a/", "", 0}, {"a/b/", "", 0}}, {}}, "the zip archive holds no file");
    row("two traces", {{{"a.json", kTrace}, {"b.json", kTrace}}, {}},
        "the zip archive holds 2 traces (a.json, b.json); unpack it and open one of them");
    row("a trace and a packed one", {{{"a.json", kTrace}, {"b.gz", deflated(kTrace, DeflateWrap::Gzip), 0}}, {}},
        "the zip archive holds 2 traces (a.json, b.gz); unpack it and open one of them");
    row("six traces",
        {{{"1", kTrace}, {"2", kTrace}, {"3", kTrace}, {"4", kTrace}, {"5\n", kTrace}, {"6", kTrace}}, {}},
        "the zip archive holds 6 traces (1, 2, 3, 4 and 2 more); unpack it and open one of them");
    const std::string name79(79, 'n');
    row("a name whose 80th byte is inside a character", {{{name79 + "\u00e9.json", kTrace, 8, 1}}, {}},
        (name79 + "\u2026 in the zip archive is encrypted; unpack it with its password first").c_str());
    row("a name of 80 bytes", {{{name79 + "n", kTrace, 8, 1}}, {}},
        (name79 + "n in the zip archive is encrypted; unpack it with its password first").c_str());
    row("no trace among JSON", {{{"a.json", "{\"a\":1}"}, {"b\n.json", "[1]"}, {"c.txt", "x"}}, {}},
        "the zip archive holds 3 files, and none looks like a trace (a.json, b?.json)");
    row("no JSON", {{{"a.txt", "hello"}, {"b.txt", "you"}}, {}},
        "the zip archive holds 2 files, and none looks like a trace (a.txt, b.txt)");
    row("encrypted", {{{"t.json", kTrace, 8, 1}}, {}},
        "t.json in the zip archive is encrypted; unpack it with its password first");
    row("encrypted, AES", {{{"a.txt", "x"}, {"t.json", kTrace, 99, 1}}, {}},
        "t.json in the zip archive is encrypted; unpack it with its password first");
    row("LZMA", {{{"t.json", kTrace, 14}}, {}},
        "t.json in the zip archive is compressed with LZMA, which is not read here; unpack it first");
    row("Zstandard", {{{"t.json", kTrace, 93}}, {}},
        "t.json in the zip archive is compressed with Zstandard, which is not read here; unpack it first");
    row("unknown method", {{{"t.json", kTrace, 47}}, {}},
        "t.json in the zip archive is compressed with method 47, which is not read here; unpack it first");
    ZipArchive split{{{"t.json", kTrace}}, {}};
    split.disk = 2;
    row("a part of a split archive", split, "is one part of a split zip archive; join the parts or unpack it first");
    QTest::newRow("the first part of a split archive")
        << QByteArray::fromStdString("PK\x07\x08" + zipOf("t.json", kTrace).substr(0, 60))
        << QString("error: x.zip: is one part of a split zip archive; join the parts or unpack it first");
    QTest::newRow("magic alone") << QByteArray("PK\x03\x04")
                                 << QString("error: x.zip: the zip archive is damaged: it has neither a list of files "
                                            "nor a whole header; nothing of it can be read");
    row("a wrong place", {{{"t.json", kTrace, 8, 0, false, 0, 0, 1}}, {}},
        "the zip archive is damaged: no file begins at byte 1, where the archive's list has one");
    row("a place behind the end", {{{"t.json", kTrace, 8, 0, false, 0, 0, 1 << 30}}, {}},
        "the zip archive is damaged: no file begins at byte 1073741824, where the archive's list has one");
    row("a place at the end of numbers", {{{"t.json", kTrace, 8, 0, true, 0, 0, -1}}, {}},
        "the zip archive is damaged: no file begins at byte 18446744073709551615, where the archive's list has one");
}

void TestUnpackZip::whatLeavesAChoiceIsRefusedInOneLine()
{
    QFETCH(QByteArray, archive);
    QFETCH(QString, error);
    QCOMPARE(unpacked(archive.toStdString()), error);
}

void TestUnpackZip::sizesAndChecksumAreCompared_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("crcError");
    QTest::addColumn<int>("sizeError");
    QTest::addColumn<QString>("damage");
    const QString checksum = "the zip archive is damaged: the checksum of its file does not match";
    QTest::newRow("checksum") << 8 << 1 << 0 << checksum;
    QTest::newRow("checksum of a stored file") << 0 << 1 << 0 << checksum;
    QTest::newRow("longer than said") << 8 << 0 << -1
                                      << "the zip archive is damaged: it says that its file has 45 bytes, 46 came out";
    QTest::newRow("shorter than said") << 8 << 0 << 1000
                                       << "the zip archive is damaged: it says that its file has 1046 bytes, 46 came "
                                          "out";
    QTest::newRow("stored, shorter than said") << 0 << 0 << 1000
                                               << "the zip archive is damaged: it says that its file has 1046 bytes, "
                                                  "46 came out";
}

void TestUnpackZip::sizesAndChecksumAreCompared()
{
    QFETCH(int, method);
    QFETCH(int, crcError);
    QFETCH(int, sizeError);
    QFETCH(QString, damage);
    ZipFile file{"t.json", kTrace, static_cast<std::uint16_t>(method)};
    file.crcError = static_cast<std::uint32_t>(crcError);
    file.sizeError = sizeError;
    QCOMPARE(unpacked(zipOf(ZipArchive{{file}, {}})), text(kTrace) + " | " + damage);
}

void TestUnpackZip::anArchiveCutAnywhereGivesWhatCameOut_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("flags");
    QTest::newRow("deflated") << 8 << 0;
    QTest::newRow("stored") << 0 << 0;
    QTest::newRow("deflated, sizes behind the data") << 8 << 8;
    QTest::newRow("stored, sizes behind the data") << 0 << 8;
}

void TestUnpackZip::anArchiveCutAnywhereGivesWhatCameOut()
{
    QFETCH(int, method);
    QFETCH(int, flags);
    std::string long_ = kTrace.substr(0, kTrace.size() - 2);
    for (int i = 0; i < 50; ++i)
        long_ += ",{\"ph\":\"i\",\"name\":\"n" + std::to_string(i * 7919) + "\",\"ts\":" + std::to_string(i) + "}";
    long_ += "]}";
    ZipArchive archive{{{"readme.txt", "hello", 8, static_cast<std::uint16_t>(flags & 8)},
                        {"t.json", long_, static_cast<std::uint16_t>(method), static_cast<std::uint16_t>(flags)}},
                       {}};
    const std::string whole = zipOf(archive);
    archive.hasDirectory = false;
    const std::size_t dataEnd = zipOf(archive).size() - (flags != 0 ? 16 : 0);
    const std::size_t dataBegin = whole.find("t.json") + 6;
    for (std::size_t length = 4; length < whole.size(); ++length) {
        const QString result = unpacked(whole.substr(0, length));
        QVERIFY2(!result.startsWith("error: ") || !result.contains('\n'), qPrintable(result));
        const QString cut = QString(" | the zip archive ends early, after byte %1 of the file").arg(length);
        if (length < dataBegin) {
            QVERIFY2(result.startsWith("error: ") || result.endsWith(cut), qPrintable(result));
            continue;
        }
        if (result.startsWith("error: ")) {
            QVERIFY2(length < dataBegin + 80, qPrintable(result)); // nothing recognizable yet
            continue;
        }
        QVERIFY2(result.endsWith(cut), qPrintable(result));
        const std::string came = result.chopped(cut.size()).toStdString();
        if (length < dataEnd)
            QVERIFY2(long_.starts_with(came) || came == "hello", came.c_str());
        else
            QVERIFY2(came.starts_with(long_), came.c_str());
    }
}

void TestUnpackZip::anyByteMayBeWrong()
{
    ZipArchive archive{{{"readme.txt", "hello", 8, 8}, {"t.json", kTrace, 8, 0, true}}, "c", true};
    const std::string whole = zipOf(archive);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int mask : {1, 0x80, 0xff}) {
            std::string wrong = whole;
            wrong[at] = static_cast<char>(wrong[at] ^ mask);
            const QString result = unpacked(wrong);
            QVERIFY2(!result.contains('\n'), qPrintable(result));
            // A wrong text never passes for a good one.
            QVERIFY2(result == text(kTrace) || result == "hello" || result.contains(" | ") ||
                         result.startsWith("error: "),
                     qPrintable(result));
        }
    }
}

void TestUnpackZip::aLargeFileIsWhole()
{
    std::mt19937 random(3);
    std::string large = "{\"traceEvents\":[";
    while (large.size() < 5'000'000)
        large += "{\"ph\":\"i\",\"name\":\"n" + std::to_string(random() % 1000) + "\",\"ts\":1},\n";
    large += "]}";
    for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
        const auto content =
            unpackZip(contentInMemory(zipOf(ZipArchive{{{"t.json", large, method, 8}}, {}})), "x.zip", JobControl());
        QVERIFY(content);
        QVERIFY((*content)->damage().empty());
        QVERIFY((*content)->text({0, (*content)->sizeBytes()}) == large);
        QVERIFY((*content)->text({large.size() - 2, 10}) == std::string("]}"));
    }
}

void TestUnpackZip::anEndRecordByChanceIsNoSplitArchive()
{
    // Found by fuzzing: the text holds an end record of a second part, and the archive has lost its own.
    ZipFile file{"t.json", "{\"traceEvents\":[]} PK\x05\x06" + std::string(31, '\x02'), 0};
    ZipArchive archive{{file}, {}};
    archive.hasDirectory = false;
    QVERIFY(unpacked(zipOf(archive)).startsWith(text(file.text)));
}

void TestUnpackZip::containersInOneAnotherAreOpened_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("content");
    const std::string gzip = deflated(kTrace, DeflateWrap::Gzip);
    const auto bytes = [](const std::string& s) { return QByteArray::fromStdString(s); };
    const QString trace = text(kTrace);
    QTest::newRow("gzip in zip") << bytes(zipOf("t.json.gz", gzip)) << trace;
    QTest::newRow("zip in gzip") << bytes(deflated(zipOf("t.json", kTrace), DeflateWrap::Gzip)) << trace;
    QTest::newRow("gzip in gzip") << bytes(deflated(gzip, DeflateWrap::Gzip)) << trace;
    QTest::newRow("zip in zip") << bytes(zipOf("t.zip", zipOf("t.json", kTrace))) << trace;
    std::string deep = gzip;
    for (int i = 0; i < 3; ++i)
        deep = deflated(deep, DeflateWrap::Gzip);
    QTest::newRow("four times") << bytes(deep) << "error: is compressed more than 3 times over; unpack it first";
    QTest::newRow("damage inside") << bytes(zipOf("t.json.gz", gzip.substr(0, gzip.size() - 4)))
                                   << trace + " | the gzip file ends early, after byte " +
                                          QString::number(gzip.size() - 4) + " of the file";
    ZipFile damaged{"t.json.gz", gzip};
    damaged.crcError = 1;
    QTest::newRow("damage around") << bytes(zipOf(ZipArchive{{damaged}, {}}))
                                   << trace + " | the zip archive is damaged: the checksum of its file does not match";
}

void TestUnpackZip::containersInOneAnotherAreOpened()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, content);
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("any.json").toStdString();
    std::ofstream(path, std::ios::binary) << file.toStdString();
    const auto opened = openFile(path, JobControl());
    if (!opened) {
        QCOMPARE(text(opened.error().message).replace(text(path.string()) + ": ", ""), content.mid(7));
        return;
    }
    QVERIFY(opened->isCompressed);
    QCOMPARE(opened->diskBytes, static_cast<std::uint64_t>(file.size()));
    const ByteSource& source = *opened->content;
    const QString damage = source.damage().empty() ? QString() : " | " + text(source.damage());
    QCOMPARE(text(*source.text({0, source.sizeBytes()})) + damage, content);
}

void TestUnpackZip::aStoredFileIsReadInPlaceAndNoticesChanges()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.zip").toStdString();
    std::ofstream(path, std::ios::binary) << zipOf(ZipArchive{{{"t.json", kTrace, 0}}, {}});
    const auto opened = openFile(path, JobControl());
    QVERIFY(opened);
    QCOMPARE(opened->content->sizeBytes(), std::uint64_t{kTrace.size()});
    QVERIFY(opened->content->diskBytesUpTo(kTrace.size()) < opened->diskBytes);
    std::filesystem::resize_file(path, 20);
    const auto later = opened->content->text({0, 5});
    QVERIFY(!later && later.error().code == ErrorCode::ChangedOnDisk);
}

void TestUnpackZip::stopIsSeen()
{
    std::stop_source stop;
    stop.request_stop();
    for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
        const auto content = unpackZip(contentInMemory(zipOf(ZipArchive{{{"t.json", kTrace, method}}, {}})), "x.zip",
                                       JobControl(stop.get_token()));
        QVERIFY(!content && content.error().code == ErrorCode::Stopped);
    }
}

LANESCOPE_TEST(TestUnpackZip)
#include "tst_unpack_zip.moc"
