// SPDX-License-Identifier: Apache-2.0
#include "core/export/nsys_ranges.h"

#include "core/file/sqlite_file.h"
#include "core/open/open_trace.h"
#include "tests/core/export/exported.h"
#include "tests/core/export/table_query.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// Process 40, thread 41 on machine 1: (1 << 48) + (40 << 24) + 41. Nodes 1 and 2 of exec graph 3.
constexpr const char* kReport =
    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (10, 'kernel'), (70, 'cudaGraphLaunch');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,"
    "  nameId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 5, 281475647799337, 7, 70), (50, 55, 281475647799337, 8, 70);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
    "  correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, graphNodeId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 12, 0, 7, 7, 281475647799296, 10, 12884901889),"
    "  (14, 19, 0, 7, 7, 281475647799296, 10, 12884901890), (20, 21, 0, 7, 7, 281475647799296, 10, 12884901891),"
    "  (60, 62, 0, 7, 8, 281475647799296, 10, 12884901889), (64, 69, 0, 7, 8, 281475647799296, 10, 12884901890);"
    "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, rangeId INTEGER, text TEXT,"
    "  globalTid INTEGER, textId INTEGER, domainId INTEGER);"
    "INSERT INTO NVTX_EVENTS VALUES (0, 99, 59, NULL, 'mine', 281475647799337, NULL, 0);";

// Names stand in the rows, launches are not told.
constexpr const char* kOlderReport =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,"
    "  graphNodeId INTEGER, globalTid INTEGER, demangledName TEXT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES (10, 12, 0, 12884901889, 671088681, 'a'),"
    "  (14, 19, 0, 12884901890, 671088681, 'b'), (60, 62, 0, 12884901889, 671088681, 'a'),"
    "  (64, 69, 0, 12884901890, 671088681, 'b');"
    "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);";

constexpr const char* kAnnotations =
    R"({"12884901889": [{"fqn_map": {"a": "model.layers.0.q", "b": "model.layers.0.k"}}], "12884901890": ["mlp"]})";
constexpr const char* kOneRegion = R"({"12884901889": ["attn"], "12884901890": ["attn"]})";

} // namespace

class TestNsysRanges : public QObject {
    Q_OBJECT

private slots:
    void eachRunOfEachReplayGetsARange();
    void consecutiveWorkIsOneRange();
    void theOlderFormGetsTexts();
    void aReportWithoutRangesGetsTheTable();
    void theReportIsNotTouched();
    void theOutputMayNotBeTheReport();
    void aStoppedCopyLeavesNothing();

private:
    QString write(const char* sql);
    std::shared_ptr<const JoinedTrace> open(const QString& report, const char* annotations);

    QTemporaryDir m_folder;
};

QString TestNsysRanges::write(const char* sql)
{
    const QString path = m_folder.filePath("report.sqlite");
    QFile::remove(path);
    const auto file = SqliteFile::openToWrite(path.toStdString(), path.toStdString());
    if (!file || !(*file)->run(sql))
        qFatal("cannot write a test database");
    return path;
}

std::shared_ptr<const JoinedTrace> TestNsysRanges::open(const QString& report, const char* annotations)
{
    QFile file(m_folder.filePath("annotations.json"));
    if (!file.open(QIODevice::WriteOnly) || file.write(annotations) < 0)
        qFatal("cannot write a test file");
    file.close();
    OpenRequest request;
    request.trace = report.toStdString();
    request.annotations = file.fileName().toStdString();
    const auto opened = openTrace(request, JobControl());
    if (!opened)
        qFatal("%s", opened.error().message.c_str());
    return (*opened)->joined;
}

void TestNsysRanges::eachRunOfEachReplayGetsARange()
{
    const std::filesystem::path target = m_folder.filePath("out.sqlite").toStdString();
    const auto counts = writeNsysRanges(open(write(kReport), kAnnotations), target, JobControl());
    QVERIFY2(counts.has_value(), counts ? "" : counts.error().message.c_str());
    QCOMPARE(counts->ranges, 4U);
    QCOMPARE(counts->annotated, 4U);
    QCOMPARE(queried(target,
                     "SELECT start, end, eventType, globalTid, coalesce(text, value), domainId FROM NVTX_EVENTS "
                     "LEFT JOIN StringIds ON id = textId ORDER BY start"),
             std::string("0 | 99 | 59 | 281475647799337 | mine | 0\n"
                         "10 | 12 | 59 | 281475647799337 | model.layers.0 | 0\n"
                         "14 | 19 | 59 | 281475647799337 | mlp | 0\n"
                         "60 | 62 | 59 | 281475647799337 | model.layers.0 | 0\n"
                         "64 | 69 | 59 | 281475647799337 | mlp | 0\n"));
    QCOMPARE(queried(target, "SELECT count(*) FROM StringIds"), std::string("4\n"));
    QCOMPARE(queried(target, "PRAGMA integrity_check"), std::string("ok\n"));
}

void TestNsysRanges::consecutiveWorkIsOneRange()
{
    const std::filesystem::path target = m_folder.filePath("out.sqlite").toStdString();
    QVERIFY(writeNsysRanges(open(write(kReport), kOneRegion), target, JobControl()).has_value());
    QCOMPARE(queried(target, "SELECT start, end FROM NVTX_EVENTS WHERE textId IS NOT NULL ORDER BY start"),
             std::string("10 | 19\n60 | 69\n"));
}

void TestNsysRanges::theOlderFormGetsTexts()
{
    const std::filesystem::path target = m_folder.filePath("out.sqlite").toStdString();
    const auto counts = writeNsysRanges(open(write(kOlderReport), kOneRegion), target, JobControl());
    QVERIFY2(counts.has_value(), counts ? "" : counts.error().message.c_str());
    QCOMPARE(queried(target, "SELECT * FROM NVTX_EVENTS ORDER BY start"),
             std::string("10 | 19 | 59 | attn | 671088681\n60 | 69 | 59 | attn | 671088681\n"));
}

void TestNsysRanges::aReportWithoutRangesGetsTheTable()
{
    const std::filesystem::path target = m_folder.filePath("out.sqlite").toStdString();
    const QString report = write((std::string(kReport) + "DROP TABLE NVTX_EVENTS;").c_str());
    QVERIFY(writeNsysRanges(open(report, kOneRegion), target, JobControl()).has_value());
    QCOMPARE(queried(target, "SELECT start, end, value FROM NVTX_EVENTS JOIN StringIds ON id = textId ORDER BY start"),
             std::string("10 | 19 | attn\n60 | 69 | attn\n"));
}

void TestNsysRanges::theReportIsNotTouched()
{
    const QString report = write(kReport);
    const std::string before = bytesOf(report.toStdString());
    const std::filesystem::path target = m_folder.filePath("out.sqlite").toStdString();
    QVERIFY(writeNsysRanges(open(report, kOneRegion), target, JobControl()).has_value());
    QVERIFY(bytesOf(report.toStdString()) == before);
    QVERIFY(!QFile::exists(report + "-journal") && !QFile::exists(report + "-wal"));
}

void TestNsysRanges::theOutputMayNotBeTheReport()
{
    const QString report = write(kReport);
    const auto joined = open(report, kOneRegion);
    const std::string before = bytesOf(report.toStdString());
    for (const QString& name : {report, m_folder.filePath("annotations.json"), m_folder.path() + "/./report.sqlite"}) {
        const auto counts = writeNsysRanges(joined, name.toStdString(), JobControl());
        QVERIFY(!counts.has_value());
        QCOMPARE(counts.error().code, ErrorCode::WrongUsage);
    }
    QVERIFY(bytesOf(report.toStdString()) == before);
}

void TestNsysRanges::aStoppedCopyLeavesNothing()
{
    const QString report = write(kReport);
    const auto joined = open(report, kOneRegion);
    std::stop_source stop;
    stop.request_stop();
    const QString target = m_folder.filePath("stopped.sqlite");
    const auto counts = writeNsysRanges(joined, target.toStdString(), JobControl(stop.get_token()));
    QVERIFY(!counts.has_value());
    QCOMPARE(counts.error().code, ErrorCode::Stopped);
    QVERIFY(!QFile::exists(target));
    QCOMPARE(QDir(m_folder.path()).entryList({".lanescope*"}, QDir::Files | QDir::Hidden), QStringList());
}

LANESCOPE_TEST(TestNsysRanges)
#include "tst_nsys_ranges.moc"
