// SPDX-License-Identifier: Apache-2.0
#include "core/file/sqlite_file.h"
#include "tests/cli/run_cli.h"
#include "tests/core/export/table_query.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr const char* kReport =
    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES (1, 'k');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
    "  correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, graphNodeId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 12, 0, 7, 7, 671088640, 1, 12884901889);"
    "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER,"
    "  textId INTEGER)";

} // namespace

class TestAnnotateNsys : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aReportBecomesAnAnnotatedCopy();
    void theCopyIsNamedAfterTheReport();
    void aNameInJsonGivesATrace();
    void theReportItselfIsRefused();
    void optionsOfTracesAreRefused();
    void withoutAnnotationsNothingIsWritten();
    void strictTellsThatNothingMatches();
    void infoTellsOfGraphsAsAWhole();

private:
    void write(const QString& name, const QByteArray& content);
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAnnotateNsys::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
}

void TestAnnotateNsys::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const std::string report = path("report.sqlite").toStdString();
    const auto file = SqliteFile::openToWrite(report, report);
    QVERIFY(file && (*file)->run(kReport));
    write("a.json", R"({"12884901889": ["attn"]})");
}

void TestAnnotateNsys::aReportBecomesAnAnnotatedCopy()
{
    const CliResult result =
        runCli({"annotate", path("report.sqlite"), "-a", path("a.json"), "-o", path("out.sqlite")});
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, "annotated: 1\nranges: 1\noutput: " + path("out.sqlite").toUtf8() + '\n');
    QCOMPARE(queried(path("out.sqlite").toStdString(),
                     "SELECT start, end, eventType, globalTid, value FROM NVTX_EVENTS JOIN StringIds ON id = textId"),
             std::string("10 | 12 | 59 | 671088640 | attn\n"));
}

void TestAnnotateNsys::theCopyIsNamedAfterTheReport()
{
    QCOMPARE(runCli({"annotate", path("report.sqlite"), "-a", path("a.json")}).status, 0);
    QVERIFY(QFile::exists(path("report.annotated.sqlite")));
}

void TestAnnotateNsys::aNameInJsonGivesATrace()
{
    QCOMPARE(runCli({"annotate", path("report.sqlite"), "-a", path("a.json"), "-o", path("out.json")}).status, 0);
    const CliResult info = runCli({"info", path("out.json"), "--format", "json"});
    QCOMPARE(info.json()["annotated"].toInt(), 1);
}

void TestAnnotateNsys::theReportItselfIsRefused()
{
    const CliResult result =
        runCli({"annotate", path("report.sqlite"), "-a", path("a.json"), "-o", path("report.sqlite")});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("is the report itself"), result.err.constData());
    QCOMPARE(queried(path("report.sqlite").toStdString(), "SELECT count(*) FROM NVTX_EVENTS"), std::string("0\n"));
}

void TestAnnotateNsys::optionsOfTracesAreRefused()
{
    const CliResult result = runCli(
        {"annotate", path("report.sqlite"), "-a", path("a.json"), "-o", path("out.sqlite"), "--default-stream", "7"});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("--default-stream"), result.err.constData());
    QVERIFY(!QFile::exists(path("out.sqlite")));
}

void TestAnnotateNsys::withoutAnnotationsNothingIsWritten()
{
    QVERIFY(QFile::remove(path("a.json")));
    const CliResult result = runCli({"annotate", path("report.sqlite"), "-o", path("out.sqlite")});
    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.contains("no annotations"), result.err.constData());
    QVERIFY(!QFile::exists(path("out.sqlite")));
}

void TestAnnotateNsys::strictTellsThatNothingMatches()
{
    write("a.json", R"({"99999999999": ["attn"]})");
    const QStringList arguments{"annotate", path("report.sqlite"), "-a", path("a.json"), "-o", path("out.sqlite")};
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 0);
    QVERIFY(result.err.contains("warning"));
    QCOMPARE(runCli(arguments + QStringList{"--strict"}).status, 1);
}

void TestAnnotateNsys::infoTellsOfGraphsAsAWhole()
{
    const std::string report = path("graphs.sqlite").toStdString();
    {
        const auto file = SqliteFile::openToWrite(report, report);
        QVERIFY(file && (*file)->run("CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, "
                                     "deviceId INTEGER, streamId INTEGER, graphExecId INTEGER);"
                                     "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (1, 5, 0, 7, 3)"));
    }
    const CliResult result = runCli({"info", path("graphs.sqlite")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("--cuda-graph-trace=node"), result.err.constData());
}

LANESCOPE_TEST(TestAnnotateNsys)
#include "tst_annotate_nsys.moc"
