// SPDX-License-Identifier: Apache-2.0
// Zip archives and gzip files as a user meets them on the command line.
#include "tests/cli/run_cli.h"
#include "tests/core/file/zip_writer.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lanescope::test;

namespace {

const std::string kTrace = R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":5,"ts":1,"dur":5,)"
                           R"("args":{"stream":5,"graph node id":9}}]})";

} // namespace

class TestContainers : public QObject {
    Q_OBJECT

private slots:
    void aZipArchiveIsOpenedAndAnnotated();
    void annotationsMayLieInAnArchiveToo();
    void aCutArchiveGivesAWarning();
    void whatCannotBeOpenedIsOneLine_data();
    void whatCannotBeOpenedIsOneLine();

private:
    QString put(const QString& name, const std::string& bytes) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            qFatal("cannot write a test file");
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void TestContainers::aZipArchiveIsOpenedAndAnnotated()
{
    const QString trace = put("run.zip", zipOf(ZipArchive{{{"run/", "", 0}, {"run/t.json", kTrace, 8, 8}}, {}}));
    const QString annotations = put("marks.json", R"({"9":[{"name":"ag"}]})");
    const CliResult info = runCli({"info", trace, "--format", "json"});
    QCOMPARE(info.err, QByteArray());
    QCOMPARE(info.status, 0);
    QCOMPARE(info.json()["events"].toInt(), 1);
    QVERIFY(runCli({"info", trace}).out.contains(", compressed\n"));
    const CliResult annotated = runCli({"annotate", trace, "-a", annotations});
    QCOMPARE(annotated.status, 0);
    QVERIFY2(annotated.out.contains("run.annotated.json.gz\n"), annotated.out.constData());
    const CliResult again = runCli({"info", m_folder.filePath("run.annotated.json.gz"), "--format", "json"});
    QCOMPARE(again.json()["annotated"].toInt(), 1);
}

void TestContainers::annotationsMayLieInAnArchiveToo()
{
    const QString trace = put("t.json", kTrace);
    const QString annotations = put("marks.zip", zipOf("marks.json", R"({"9":[{"name":"ag"}]})"));
    const CliResult info = runCli({"info", trace, "-a", annotations, "--format", "json"});
    QCOMPARE(info.err, QByteArray());
    QCOMPARE(info.json()["annotated"].toInt(), 1);
}

void TestContainers::aCutArchiveGivesAWarning()
{
    const std::string whole = zipOf(ZipArchive{{{"t.json", kTrace, 0}}, {}});
    const CliResult info = runCli({"info", put("cut.zip", whole.substr(0, 36 + kTrace.size())), "--format", "json"});
    QCOMPARE(info.status, 0);
    QCOMPARE(info.json()["events"].toInt(), 1);
    QCOMPARE(info.err, "lanescope-cli: warning: the zip archive ends early, after byte " +
                           QByteArray::number(static_cast<qint64>(36 + kTrace.size())) +
                           " of the file; what could be unpacked is shown\n");
}

void TestContainers::whatCannotBeOpenedIsOneLine_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(part);
    };
    row("two traces", zipOf(ZipArchive{{{"a.json", kTrace}, {"b.json", kTrace}}, {}}), "2 traces (a.json, b.json)");
    row("encrypted", zipOf(ZipArchive{{{"a.json", kTrace, 8, 1}}, {}}), "a.json in the zip archive is encrypted");
    row("LZMA", zipOf(ZipArchive{{{"a.json", kTrace, 14}}, {}}), "compressed with LZMA");
    row("empty archive", zipOf(ZipArchive{}), "holds no file");
    row("nothing but its first bytes", zipOf("a.json", kTrace).substr(0, 12), "nothing of it can be read");
    row("a PyTorch model", zipOf(ZipArchive{{{"m/data.pkl", "\x80\x02}."}, {"m/version", "3\n"}}, {}}),
        "none looks like a trace (m/data.pkl, m/version)");
    row("a line break in a name", zipOf(ZipArchive{{{"a\nb", "x"}, {"c", "y"}}, {}}), "(a?b, c)");
    row("UTF-16", std::string("\xFF\xFE[\0{\0\"\0", 8), "UTF-16 (convert it to UTF-8)");
    row("xz",
        std::string("\xFD"
                    "7zXZ\0",
                    6),
        "compressed with xz (unpack it)");
}

void TestContainers::whatCannotBeOpenedIsOneLine()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, part);
    const QString path = put("wrong.zip", bytes.toStdString());
    const CliResult result = runCli({"info", path});
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.startsWith("lanescope-cli: error: " + path.toUtf8()), result.err.constData());
    QVERIFY2(result.err.count('\n') == 1 && result.err.contains(part), result.err.constData());
}

LANESCOPE_TEST(TestContainers)
#include "tst_containers.moc"
