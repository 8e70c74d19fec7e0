// SPDX-License-Identifier: Apache-2.0
#include "core/export/output_file.h"
#include "core/file/byte_source.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace lanescope;
namespace fs = std::filesystem;

class TestOutputFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    static void put(const fs::path& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static QByteArray get(const fs::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<not there>");
    }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

private slots:
    void init() { QVERIFY(m_folder.isValid()); }
    void cleanup()
    {
        for (const fs::path& file : fs::directory_iterator(m_folder.path().toStdString()))
            fs::remove_all(file);
    }

    void theTargetIsReplacedAtCommit()
    {
        put(path("a.json"), "old");
        auto file = OutputFile::create(path("a.json"));
        QVERIFY(file.has_value());
        QVERIFY((*file)->write("new ").has_value());
        QVERIFY((*file)->write("text").has_value());
        QCOMPARE(get(path("a.json")), QByteArray("old"));
        QVERIFY((*file)->commit().has_value());
        QCOMPARE(get(path("a.json")), QByteArray("new text"));
        file->reset();
        QCOMPARE(names(), QStringList{"a.json"});
    }

    void withoutCommitTheOldFileStaysAndNothingElse()
    {
        put(path("a.json"), "old");
        {
            auto file = OutputFile::create(path("a.json"));
            QVERIFY(file.has_value());
            QVERIFY((*file)->write(std::string(3 << 20, 'x')).has_value());
        }
        QCOMPARE(get(path("a.json")), QByteArray("old"));
        QCOMPARE(names(), QStringList{"a.json"});
    }

    void manyMebibytesComeOutWhole()
    {
        std::string text;
        for (int i = 0; text.size() < (5U << 20); ++i)
            text += std::to_string(i) + '\n';
        for (const char* name : {"large.json", "large.json.gz"}) {
            auto file = OutputFile::create(path(name));
            QVERIFY(file.has_value());
            // Pieces that end anywhere in the buffers.
            for (std::size_t at = 0; at < text.size(); at += 700001)
                QVERIFY((*file)->write(std::string_view(text).substr(at, 700001)).has_value());
            QVERIFY((*file)->commit().has_value());
            const auto opened = openFile(path(name), {});
            QVERIFY(opened.has_value());
            QCOMPARE(opened->isCompressed, std::string_view(name).ends_with(".gz"));
            QCOMPARE(opened->content->sizeBytes(), text.size());
            QVERIFY(opened->content->text({0, text.size()}).value() == text);
        }
    }

    void anEmptyCompressedFileIsAGzipFile()
    {
        auto file = OutputFile::create(path("empty.gz"));
        QVERIFY(file.has_value());
        QVERIFY((*file)->commit().has_value());
        QVERIFY(get(path("empty.gz")).startsWith("\x1f\x8b"));
    }

    void aSymbolicLinkStaysOne()
    {
        put(path("real.json"), "old");
        fs::create_symlink("real.json", path("link.json"));
        auto file = OutputFile::create(path("link.json"));
        QVERIFY(file.has_value());
        QVERIFY((*file)->write("new").has_value());
        QVERIFY((*file)->commit().has_value());
        QVERIFY(fs::is_symlink(path("link.json")));
        QCOMPARE(get(path("real.json")), QByteArray("new"));
    }

    void aLinkToNothingIsFollowed()
    {
        fs::create_symlink("later.json", path("link.json"));
        auto file = OutputFile::create(path("link.json"));
        QVERIFY(file.has_value());
        QVERIFY((*file)->commit().has_value());
        QVERIFY(fs::is_symlink(path("link.json")));
        QVERIFY(fs::exists(path("later.json")));
    }

    void theRightsOfTheOldFileStay()
    {
        put(path("a.json"), "old");
        QCOMPARE(::chmod(path("a.json").c_str(), 0640), 0);
        auto file = OutputFile::create(path("a.json"));
        QVERIFY(file.has_value());
        QVERIFY((*file)->commit().has_value());
        struct stat status {};
        QCOMPARE(::stat(path("a.json").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0640U);
    }

    void aDeviceIsWrittenAndNotReplaced()
    {
        auto file = OutputFile::create("/dev/null");
        QVERIFY(file.has_value());
        QVERIFY((*file)->write("x").has_value());
        QVERIFY((*file)->commit().has_value());
        struct stat status {};
        QCOMPARE(::stat("/dev/null", &status), 0);
        QVERIFY(S_ISCHR(status.st_mode));
    }

    void whatCannotBeWrittenIsSaidInOneLine_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a folder") << QByteArray(".") << QByteArray("Is a directory");
        QTest::newRow("in no folder") << QByteArray("none/a.json") << QByteArray("No such file or directory");
        QTest::newRow("below a file") << QByteArray("file/a.json") << QByteArray("Not a directory");
    }
    void whatCannotBeWrittenIsSaidInOneLine()
    {
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, reason);
        put(path("file"), "x");
        const auto file = OutputFile::create(path(target.constData()));
        QVERIFY(!file.has_value());
        QCOMPARE(file.error().code, ErrorCode::CannotWrite);
        const QByteArray message = QByteArray::fromStdString(file.error().message);
        QVERIFY2(message.contains(reason) && !message.contains('\n'), message.constData());
    }

    void aFullDeviceIsAnError()
    {
        auto file = OutputFile::create("/dev/full");
        QVERIFY(file.has_value());
        const auto written = (*file)->write("x");
        const auto committed = (*file)->commit();
        QVERIFY(!written.has_value() || !committed.has_value());
        QVERIFY(committed.error().message.find("No space left on device") != std::string::npos);
    }

    void theLongestNameIsFine()
    {
        const std::string name(250, 'n');
        auto file = OutputFile::create(path(name.c_str()));
        QVERIFY(file.has_value());
        QVERIFY((*file)->commit().has_value());
        QVERIFY(fs::exists(path(name.c_str())));
    }
};

LANESCOPE_TEST(TestOutputFile)
#include "tst_output_file.moc"
