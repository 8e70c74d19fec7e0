// SPDX-License-Identifier: Apache-2.0
#include "core/file/sqlite_file.h"
#include "core/open/open_trace.h"
#include "core/trace/trace.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// A script of tests/data/nsys.
std::string script(const char* name)
{
    QFile file(QString(LANESCOPE_TEST_DATA "/nsys/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll().toStdString();
}

const std::string kSchema = script("schema.sql");
const std::string kWork = script("work.sql");
const std::string kGraphLevel = script("graph_level.sql");

} // namespace

class TestOpenNsys : public QObject {
    Q_OBJECT

private slots:
    void rowsBecomeEvents();
    void namesAndDevicesAreRead();
    void launchesAndArrowsAreJoined();
    void argsAreShownAsThoseOfATrace();
    void annotationsOfTheCapturedGraphAreJoined();
    void annotationsOfTheExecGraphAreJoined();
    void nothingCountsAsAnnotatedByItself();
    void graphLevelExportsSaySo();
    void theOlderTableWithNamesInItIsRead();
    void processesDoNotMix();
    void smallProcessIdsAreNoGpus();
    void otherDatabasesAreRefused();
    void viewsAreNoTables();
    void damagedDatabasesAreErrors();
    void theDatabaseIsNotTouched();

private:
    QString write(const QString& name, std::initializer_list<std::string> sql);
    Result<std::shared_ptr<const OpenedTrace>> open(const QString& path, const char* annotations = nullptr);

    QTemporaryDir m_folder;
};

QString TestOpenNsys::write(const QString& name, std::initializer_list<std::string> sql)
{
    const QString path = m_folder.filePath(name);
    QFile::remove(path);
    const auto file = SqliteFile::openToWrite(path.toStdString(), path.toStdString());
    if (!file)
        qFatal("%s", file.error().message.c_str());
    for (const std::string& statements : sql) {
        if (const auto run = (*file)->run(statements); !run)
            qFatal("%s", run.error().message.c_str());
    }
    return path;
}

Result<std::shared_ptr<const OpenedTrace>> TestOpenNsys::open(const QString& path, const char* annotations)
{
    OpenRequest request;
    request.trace = path.toStdString();
    request.discoverAnnotations = false;
    if (annotations != nullptr) {
        QFile file(m_folder.filePath("annotations.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(annotations) < 0)
            qFatal("cannot write a test file");
        request.annotations = file.fileName().toStdString();
    }
    return openTrace(request, JobControl());
}

void TestOpenNsys::rowsBecomeEvents()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(QString::fromStdString(eventsAsText(*(*opened)->trace)), QString("void gemm<float>(int) 0/7 2001+500\n"
                                                                              "Memcpy HtoD 0/7 3000+100\n"
                                                                              "Memset (Device) 0/7 2600+100\n"
                                                                              "cudaGraphLaunch 40/41 1000+500\n"
                                                                              "cuMemcpyAsync 40/41 1600+100\n"
                                                                              "step 40/41 900+900\n"
                                                                              "mark 40/42 950+0 instant\n"));
    QCOMPARE(QString::fromStdString(findingsAsText(*(*opened)->trace)), QString());
    QVERIFY((*opened)->warnings.empty());
}

void TestOpenNsys::namesAndDevicesAreRead()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}));
    QVERIFY(opened.has_value());
    const Trace& trace = *(*opened)->trace;
    QCOMPARE(trace.header().deviceNames, std::vector<std::string>{"NVIDIA H200"});
    QStringList threads;
    for (const Track& track : trace.tracks())
        threads += QString::fromStdString(std::string(trace.text(track.name)));
    QVERIFY2(threads.contains("main \"thread\""), qPrintable(threads.join(',')));
}

void TestOpenNsys::launchesAndArrowsAreJoined()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}));
    QVERIFY(opened.has_value());
    const JoinedTrace& joined = *(*opened)->joined;
    QCOMPARE(joined.replays.size(), 1U);
    QCOMPARE(joined.replays[0].execGraphId, 3U);
    QCOMPARE(joined.replays[0].workCount, 2U);
    QCOMPARE(QString::fromStdString(std::string(joined.trace->name(joined.replays[0].launch))),
             QString("cudaGraphLaunch"));
    const FlowCounts counts = joined.flows.countsByCategory.at("ac2g");
    QCOMPARE(counts.arrows, 3U);
    QCOMPARE(counts.loneEnds, 0U);
}

void TestOpenNsys::argsAreShownAsThoseOfATrace()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}));
    QVERIFY(opened.has_value());
    const Trace& trace = *(*opened)->trace;
    const auto text = trace.file().content->text(trace.bytes(EventId{0}));
    QVERIFY(text.has_value());
    QCOMPARE(
        QString::fromStdString(*text),
        QString("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void gemm<float>(int)\", \"pid\": 0, \"tid\": 7, "
                "\"ts\": 2.001, \"dur\": 0.500, \"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 9, "
                "\"context\": 1, \"graph node id\": 12884901889, \"source graph node id\": 8589934593, "
                "\"grid\": [4, 1, 1]}}"));
}

void TestOpenNsys::annotationsOfTheCapturedGraphAreJoined()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}), "{\"8589934593\": [\"attn\"]}");
    QVERIFY(opened.has_value());
    const Annotation* annotation = (*opened)->joined->annotation(EventId{0});
    QVERIFY(annotation != nullptr);
    QCOMPARE(annotation->title(), std::string("attn"));
    QVERIFY((*opened)->joined->annotation(EventId{2}) == nullptr);
}

void TestOpenNsys::annotationsOfTheExecGraphAreJoined()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}), "{\"12884901890\": [\"zero\"]}");
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->joined->annotation(EventId{2}) != nullptr);
}

void TestOpenNsys::nothingCountsAsAnnotatedByItself()
{
    const auto opened = open(write("r.sqlite", {kSchema, kWork}));
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotations == nullptr);
}

void TestOpenNsys::graphLevelExportsSaySo()
{
    const auto opened = open(write("g.sqlite", {kSchema, kGraphLevel}));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE((*opened)->warnings.size(), 1U);
    QCOMPARE((*opened)->warnings[0].code, std::string("graphs-as-a-whole"));
    QVERIFY((*opened)->warnings[0].message.find("--cuda-graph-trace=node") != std::string::npos);
    QVERIFY(eventsAsText(*(*opened)->trace).starts_with("graph 3 0/7 2000+900\n"));
    QCOMPARE((*opened)->joined->match.gpuWork, 0U);
}

void TestOpenNsys::theOlderTableWithNamesInItIsRead()
{
    const auto opened = open(
        write("o.sqlite", {"CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (start INTEGER, end INTEGER, deviceId "
                           "INTEGER, streamId INTEGER, correlationId INTEGER, graphNodeId INTEGER, globalTid INTEGER, "
                           "demangledName TEXT);"
                           "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES (5, 8, 1, 9, 2, 12884901889, "
                           "671088681, 'old kernel');"
                           "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, "
                           "globalTid INTEGER);"
                           "INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'range', 671088681)"}));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(QString::fromStdString(eventsAsText(*(*opened)->trace)), QString("old kernel 1/9 5+3\nrange 40/41 1+1\n"));
}

void TestOpenNsys::processesDoNotMix()
{
    // Process 50 counts its calls as process 40 does: 50 << 24 is 838860800.
    const auto opened =
        open(write("two.sqlite", {kSchema, kWork,
                                  "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5000, 5100, 0, 838860851, 9, 3, 0);"
                                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (6000, 6100, 1, 1, 7, 9, 838860800, 2,"
                                  " 1, 1, 1, 1, 12884901889);"}));
    QVERIFY(opened.has_value());
    const JoinedTrace& joined = *(*opened)->joined;
    QCOMPARE(joined.replays.size(), 2U);
    QCOMPARE(joined.flows.countsByCategory.at("ac2g").arrows, 4U);
    QCOMPARE(joined.flows.countsByCategory.at("ac2g").loneEnds, 0U);
    // Only process 40 told which node its node was cloned from.
    const Trace& trace = *joined.trace;
    const auto text = trace.file().content->text(trace.bytes(EventId{1}));
    QVERIFY(text && text->find("\"device\": 1") != std::string::npos);
}

void TestOpenNsys::smallProcessIdsAreNoGpus()
{
    // Process 1, as in a container: 1 << 24 is 16777216.
    const auto opened = open(
        write("c.sqlite", {kSchema, "DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME; DELETE FROM NVTX_EVENTS;"
                                    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, 16777217, 9, 3, 0);"
                                    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId "
                                    "INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, shortName "
                                    "INTEGER);"
                                    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 8, 1, 1, 9, 16777216, 1)"}));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    const Trace& trace = *(*opened)->trace;
    QCOMPARE(trace.processes().size(), 2U);
    QCOMPARE(trace.process(trace.track(trace.track(EventId{0})).process).device, std::optional<std::int64_t>(1));
    QVERIFY(!trace.process(trace.track(trace.track(EventId{1})).process).device);
}

void TestOpenNsys::otherDatabasesAreRefused()
{
    const auto opened = open(write("x.sqlite", {"CREATE TABLE t (a)"}));
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::NotATrace);
    QVERIFY(opened.error().message.find("nsys export") != std::string::npos);
}

// A view may have rows without end, and then so has the trace.
void TestOpenNsys::viewsAreNoTables()
{
    const auto opened = open(write(
        "v.sqlite", {"CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL SELECT start + 1 "
                     "FROM n) SELECT start, start + 1 AS end, 59 AS eventType, 'x' AS text, 41 AS globalTid FROM n"}));
    QVERIFY(!opened.has_value());
    QVERIFY(opened.error().message.find("no export of Nsight Systems") != std::string::npos);
}

void TestOpenNsys::damagedDatabasesAreErrors()
{
    const QString path = write("d.sqlite", {kSchema, kWork});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray whole = file.readAll();
    for (const qint64 kept : {qint64(100), qint64(whole.size() / 2), qint64(4096)}) {
        QVERIFY(file.resize(kept));
        QVERIFY(!open(path).has_value());
        QVERIFY(file.seek(0) && file.write(whole) == whole.size());
    }
    // Pages of zeros, and of noise.
    for (const char noise : {'\0', '\xff'}) {
        QVERIFY(file.seek(4096) && file.write(QByteArray(whole.size() - 4096, noise)) > 0 && file.flush());
        QVERIFY(!open(path).has_value());
    }
}

void TestOpenNsys::theDatabaseIsNotTouched()
{
    const QString path = write("r.sqlite", {kSchema, kWork});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    const QFile::Permissions mine = QFile::ReadOwner;
    QVERIFY(QFile::setPermissions(path, mine));
    QVERIFY(open(path).has_value());
    QVERIFY(file.seek(0) && file.readAll() == before);
    QVERIFY(!QFile::exists(path + "-journal") && !QFile::exists(path + "-wal") && !QFile::exists(path + "-shm"));
}

LANESCOPE_TEST(TestOpenNsys)
#include "tst_open_nsys.moc"
