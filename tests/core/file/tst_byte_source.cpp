// SPDX-License-Identifier: Apache-2.0
#include "core/file/byte_source.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace lanescope;

namespace {

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

void write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class TestByteSource : public QObject {
    Q_OBJECT

private slots:
    void aPlainFileIsReadInPlace();
    void aFileWithoutReadersRightIsAnError();
    void whatIsNoRegularFileIsAnError();
    void aFileCutAfterOpeningIsNoticed();
    void aFileRewrittenWithTheSameSizeIsNoticed();
    void aReplacedFileStaysReadable();
    void gzipIsToldByContent();
};

void TestByteSource::aPlainFileIsReadInPlace()
{
    const QTemporaryDir folder;
    write(pathIn(folder, "a.json"), "[0123456789]");
    const auto file = openFile(pathIn(folder, "a.json"), JobControl());
    QVERIFY(file);
    QCOMPARE(file->diskBytes, std::uint64_t{12});
    QVERIFY(!file->isCompressed);
    QCOMPARE(file->content->sizeBytes(), std::uint64_t{12});
    QVERIFY(*file->content->text({1, 3}) == "012");
    QVERIFY(*file->content->text({10, 50}) == "9]");
}

void TestByteSource::aFileWithoutReadersRightIsAnError()
{
    const QTemporaryDir folder;
    const auto missing = openFile(pathIn(folder, "missing.json"), JobControl());
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    QVERIFY(missing.error().message.find("missing.json: cannot be opened: No such file") != std::string::npos);
    write(pathIn(folder, "x"), "{}");
    const auto below = openFile(pathIn(folder, "x") / "y", JobControl());
    QVERIFY(!below && below.error().code == ErrorCode::NotFound);
}

void TestByteSource::whatIsNoRegularFileIsAnError()
{
    const QTemporaryDir folder;
    const auto asFolder = openFile(folder.path().toStdString(), JobControl());
    QVERIFY(!asFolder && asFolder.error().code == ErrorCode::CannotRead);
    QVERIFY(asFolder.error().message.find("is a folder") != std::string::npos);
    QCOMPARE(::mkfifo(pathIn(folder, "pipe").c_str(), 0600), 0);
    const auto pipe = openFile(pathIn(folder, "pipe"), JobControl()); // must not wait for a writer
    QVERIFY(!pipe && pipe.error().code == ErrorCode::CannotRead);
}

void TestByteSource::aFileCutAfterOpeningIsNoticed()
{
    const QTemporaryDir folder;
    write(pathIn(folder, "a.json"), std::string(10'000, ' '));
    const auto file = openFile(pathIn(folder, "a.json"), JobControl());
    QVERIFY(file);
    std::filesystem::resize_file(pathIn(folder, "a.json"), 100);
    const auto text = file->content->text({5000, 10});
    QVERIFY(!text && text.error().code == ErrorCode::ChangedOnDisk);
    QVERIFY(text.error().message.find("open it again") != std::string::npos);
}

void TestByteSource::aFileRewrittenWithTheSameSizeIsNoticed()
{
    const QTemporaryDir folder;
    const auto path = pathIn(folder, "a.json");
    write(path, "[11111111]");
    const auto file = openFile(path, JobControl());
    QVERIFY(file);
    write(path, "[22222222]");
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
    const auto text = file->content->text({0, 10});
    QVERIFY(!text && text.error().code == ErrorCode::ChangedOnDisk);
}

void TestByteSource::aReplacedFileStaysReadable()
{
    // A program that writes beside the file and renames leaves the old content to whoever has it open.
    const QTemporaryDir folder;
    write(pathIn(folder, "a.json"), "[old]");
    const auto file = openFile(pathIn(folder, "a.json"), JobControl());
    QVERIFY(file);
    write(pathIn(folder, "b.json"), "[new content]");
    std::filesystem::rename(pathIn(folder, "b.json"), pathIn(folder, "a.json"));
    QVERIFY(*file->content->text({0, 5}) == "[old]");
}

void TestByteSource::gzipIsToldByContent()
{
    const std::filesystem::path cases = LANESCOPE_TEST_DATA "/cases/05-type-by-content";
    const auto packed = openFile(cases / "b-gzip-inside.json", JobControl());
    QVERIFY(packed && packed->isCompressed);
    QVERIFY((*packed->content->text({0, 1})) == "{" || (*packed->content->text({0, 1})) == "[");
    QCOMPARE(packed->content->diskBytesUpTo(packed->content->sizeBytes()), packed->diskBytes);
    const auto plain = openFile(cases / "a-plain-inside.json.gz", JobControl());
    QVERIFY(plain && !plain->isCompressed);
}

LANESCOPE_TEST(TestByteSource)
#include "tst_byte_source.moc"
