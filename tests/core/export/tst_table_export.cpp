// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_export.h"

#include "core/export/table_sqlite.h"
#include "tests/core/export/exported.h"
#include "tests/core/export/table_query.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// One graph launch of three kernels: two of "mlp" with a gap between them in which one of "attn" runs on another
// stream; a copy that is not graphed. Times in microseconds; the first event is at 100 us.
constexpr const char* kTrace = R"({"traceName": "t", "traceEvents": [
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":40,"tid":41,"ts":100,"dur":10,"args":{"correlation":5,"External id":9}},
{"ph":"s","cat":"ac2g","name":"ac2g","id":5,"pid":40,"tid":41,"ts":100},
{"ph":"X","cat":"kernel","name":"k,\u00221\u0022","pid":0,"tid":7,"ts":120,"dur":4,"args":{"correlation":5,"device":0,"stream":7,"graph node id":8589934592}},
{"ph":"f","cat":"ac2g","name":"ac2g","id":5,"pid":0,"tid":7,"ts":120,"bp":"e"},
{"ph":"X","cat":"kernel","name":"k2","pid":0,"tid":7,"ts":126.001,"dur":3.999,"args":{"correlation":5,"device":0,"stream":7,"graph node id":8589934593}},
{"ph":"X","cat":"kernel","name":"k3","pid":0,"tid":9,"ts":121,"dur":2,"args":{"correlation":5,"device":0,"stream":9,"graph node id":8589934594}},
{"ph":"X","cat":"gpu_memcpy","name":"copy","pid":0,"tid":7,"ts":140,"dur":1,"args":{"device":0,"stream":7,"correlation":18446744073709551615}},
{"ph":"f","cat":"ac2g","name":"ac2g","id":6,"pid":0,"tid":9,"ts":200}
]})";
constexpr const char* kAnnotations = R"({"8589934592": [{"name": "mlp", "autograd_phase": "backward"}],
"8589934593": [{"name": "mlp", "autograd_phase": "backward"}], "8589934594": ["attn"]})";

TableSource sourceOf(std::string_view trace, std::string_view annotations, std::optional<std::int64_t> rank)
{
    TableSource source;
    source.path = "t.json";
    source.rank = rank;
    source.joined = joinTexts(trace, annotations);
    return source;
}

// Exports into a database and gives its path; fails the test otherwise.
std::filesystem::path exportedTo(const QTemporaryDir& folder, const std::vector<TableSource>& sources,
                                 const TableOptions& options = {})
{
    const std::filesystem::path target = folder.filePath("out.sqlite").toStdString();
    const JobControl job;
    auto tables = TableExport::create(target, options, job);
    if (!tables)
        qFatal("%s", tables.error().message.c_str());
    for (const TableSource& source : sources) {
        if (const auto added = (*tables)->add(source); !added)
            qFatal("%s", added.error().message.c_str());
    }
    if (const auto committed = (*tables)->commit(); !committed)
        qFatal("%s", committed.error().message.c_str());
    return target;
}

} // namespace

class TestTableExport : public QObject {
    Q_OBJECT

private slots:
    void eventsKeepTimesAndJoins();
    void idsOf64BitsStayWhatTheyAre();
    void regionsAreRunsAndInstances();
    void replaysNameTheirLaunch();
    void arrowsWithoutAStartAreRows();
    void streamsHaveLanesAndBusyTime();
    void ranksLieBesideEachOther();
    void everyReferenceLeadsToARow();
    void eachColumnIsDescribed();
    void argsAreCopiedOnlyWhenAsked();
    void aTraceThatDidNotOpenIsARow();
    void findingsAreRows();
    void theTargetMayNotBeAnInput();
    void withoutCommitTheOldFileStays();
    void aStoppedExportLeavesNothing();
    void csvQuotesWhatNeedsIt();
    void csvCanBeCompressed();
};

void TestTableExport::eventsKeepTimesAndJoins()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, kAnnotations, 3)});
    QCOMPARE(queried(database, "SELECT name, begin_ns, duration_ns, stream, graph_id, graph_node_id, phase, "
                               "phase_source, is_gpu_work FROM events ORDER BY id"),
             std::string("cudaGraphLaunch | 0 | 10000 | - | - | - | - | - | 0\n"
                         "k,\"1\" | 20000 | 4000 | 7 | 2 | 8589934592 | backward | annotation | 1\n"
                         "k2 | 26001 | 3999 | 7 | 2 | 8589934593 | backward | annotation | 1\n"
                         "k3 | 21000 | 2000 | 9 | 2 | 8589934594 | forward | annotation | 1\n"
                         "copy | 40000 | 1000 | 7 | - | - | none | - | 1\n"));
    QCOMPARE(queried(database, "SELECT e.name, a.title, a.fields FROM events e JOIN annotations a ON a.id = "
                               "e.annotation_id ORDER BY e.begin_ns"),
             std::string("k,\"1\" | mlp | {\"name\": \"mlp\", \"autograd_phase\": \"backward\"}\n"
                         "k3 | attn | {\"name\": \"attn\"}\n"
                         "k2 | mlp | {\"name\": \"mlp\", \"autograd_phase\": \"backward\"}\n"));
    QCOMPARE(
        queried(database, "SELECT rank, path, role, base_ns, begin_ns, end_ns, event_count, trace_name FROM traces"),
        std::string("3 | t.json | rank | 100000 | 0 | 100000 | 5 | t\n"));
}

void TestTableExport::idsOf64BitsStayWhatTheyAre()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, "", {})});
    QCOMPARE(queried(database, "SELECT correlation, typeof(correlation) FROM events WHERE name = 'copy'"),
             std::string("18446744073709551615 | text\n"));
    QCOMPARE(queried(database, "SELECT count(*) FROM events WHERE correlation = 5"), std::string("4\n"));
}

void TestTableExport::regionsAreRunsAndInstances()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, kAnnotations, 3)});
    QCOMPARE(queried(database, "SELECT title, phase, begin_ns, duration_ns, work_count, work_ns, run_count, replay_id "
                               "FROM region_instances ORDER BY begin_ns"),
             std::string("mlp | backward | 20000 | 10000 | 2 | 7999 | 1 | 1\n"
                         "attn | forward | 21000 | 2000 | 1 | 2000 | 1 | 1\n"));
    QCOMPARE(queried(database, "SELECT i.title, t.thread, r.depth, r.begin_ns, r.duration_ns, r.work_count, e.name "
                               "FROM region_runs r JOIN region_instances i ON i.id = r.instance_id "
                               "JOIN tracks t ON t.id = r.track_id JOIN events e ON e.id = r.first_event_id "
                               "ORDER BY r.begin_ns"),
             std::string("mlp | 7 | 0 | 20000 | 10000 | 2 | k,\"1\"\n"
                         "attn | 9 | 0 | 21000 | 2000 | 1 | k3\n"));
}

void TestTableExport::replaysNameTheirLaunch()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, kAnnotations, 3)});
    QCOMPARE(queried(database, "SELECT r.graph_id, r.number, r.correlation, r.begin_ns, r.duration_ns, r.work_count, "
                               "e.name FROM replays r JOIN events e ON e.id = r.launch_event_id"),
             std::string("2 | 0 | 5 | 20000 | 10000 | 3 | cudaGraphLaunch\n"));
    QCOMPARE(queried(database, "SELECT group_concat(name) FROM events WHERE replay_id = 1"),
             std::string("k,\"1\",k2,k3\n"));
}

void TestTableExport::arrowsWithoutAStartAreRows()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, "", {})});
    QCOMPARE(queried(database, "SELECT a.category, a.flow_id, f.name, t.name, from_ns, to_ns FROM arrows a "
                               "LEFT JOIN events f ON f.id = from_event_id LEFT JOIN events t ON t.id = to_event_id "
                               "ORDER BY a.id"),
             std::string("ac2g | 5 | cudaGraphLaunch | k,\"1\" | 0 | 20000\n"
                         "ac2g | 6 | - | - | - | 100000\n"));
}

void TestTableExport::streamsHaveLanesAndBusyTime()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, "", {})});
    QCOMPARE(queried(database, "SELECT device, stream, work_count, lanes, busy_ns FROM streams ORDER BY stream"),
             std::string("0 | 7 | 3 | 1 | 8999\n0 | 9 | 1 | 1 | 2000\n"));
}

void TestTableExport::ranksLieBesideEachOther()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, kAnnotations, 0), sourceOf(kTrace, kAnnotations, 1)});
    QCOMPARE(queried(database, "SELECT e.rank, e.trace_id, min(e.id), max(e.id), sum(duration_ns) FROM events e "
                               "WHERE is_gpu_work GROUP BY rank"),
             std::string("0 | 1 | 2 | 5 | 10999\n1 | 2 | 7 | 10 | 10999\n"));
    // Joins stay within a rank.
    QCOMPARE(queried(database, "SELECT count(*) FROM events e JOIN annotations a ON a.id = e.annotation_id "
                               "JOIN replays r ON r.id = e.replay_id JOIN tracks t ON t.id = e.track_id "
                               "WHERE e.rank = a.rank AND e.rank = r.rank AND e.rank = t.rank"),
             std::string("6\n"));
}

void TestTableExport::everyReferenceLeadsToARow()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, kAnnotations, 0), sourceOf(kTrace, kAnnotations, 1)});
    QCOMPARE(queried(database, "PRAGMA foreign_key_check"), std::string());
    QCOMPARE(queried(database, "PRAGMA integrity_check"), std::string("ok\n"));
    QCOMPARE(queried(database, "SELECT \"table\", \"from\" FROM pragma_foreign_key_list('events') ORDER BY 2"),
             std::string("annotations | annotation_id\nreplays | replay_id\ntraces | trace_id\ntracks | track_id\n"));
    QCOMPARE(queried(database, "PRAGMA user_version"), std::string("1\n"));
    QVERIFY(
        queried(database, "EXPLAIN QUERY PLAN SELECT * FROM events WHERE replay_id = 1").find("events_by_replay_id") !=
        std::string::npos);
}

void TestTableExport::eachColumnIsDescribed()
{
    const QTemporaryDir folder;
    TableOptions options;
    options.toolVersion = "9.9";
    const auto database = exportedTo(folder, {sourceOf(kTrace, "", {})}, options);
    QCOMPARE(queried(database, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
                               "WHERE m.type = 'table' AND NOT EXISTS (SELECT 1 FROM schema_columns s "
                               "WHERE s.table_name = m.name AND s.column_name = c.name)"),
             std::string());
    // Whatever is called _ns is nanoseconds.
    QCOMPARE(queried(database, "SELECT count(*) FROM schema_columns WHERE column_name LIKE '%\\_ns' ESCAPE '\\' "
                               "AND unit IS NOT 'ns'"),
             std::string("0\n"));
    QCOMPARE(queried(database, "SELECT DISTINCT schema_version, tool_version FROM schema_columns"),
             std::string("1 | 9.9\n"));
}

void TestTableExport::argsAreCopiedOnlyWhenAsked()
{
    const QTemporaryDir folder;
    const TableSource source =
        sourceOf(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"x":NaN,"t":"é"}}])", "", {});
    QCOMPARE(queried(exportedTo(folder, {source}), "SELECT args FROM events"), std::string("-\n"));
    TableOptions options;
    options.copyArgs = CopyArgs::Yes;
    const auto database = exportedTo(folder, {source}, options);
    QCOMPARE(queried(database, "SELECT json_valid(args), json_extract(args, '$.t') FROM events"),
             std::string("1 | é\n"));
}

void TestTableExport::aTraceThatDidNotOpenIsARow()
{
    const QTemporaryDir folder;
    TableSource broken;
    broken.path = "b.json";
    broken.role = "not_opened";
    broken.error = "b.json: no trace";
    const auto database = exportedTo(folder, {broken, sourceOf(kTrace, "", 1)});
    QCOMPARE(queried(database, "SELECT path, role, error, event_count FROM traces ORDER BY id"),
             std::string("b.json | not_opened | b.json: no trace | -\nt.json | rank | - | 5\n"));
    QCOMPARE(queried(database, "SELECT DISTINCT trace_id FROM events"), std::string("2\n"));
}

void TestTableExport::findingsAreRows()
{
    const QTemporaryDir folder;
    const std::vector<Finding> findings{{"odd", "something odd", 12, {34, 56}, {"a", "b"}}, {"more", "x", 1, {}, {}}};
    TableSource source = sourceOf(kTrace, "", 4);
    source.findings = findings;
    const auto database = exportedTo(folder, {source});
    QCOMPARE(queried(database, "SELECT trace_id, rank, code, message, count, first_byte, example FROM load_report"),
             std::string("1 | 4 | odd | something odd | 12 | 34 | a\n1 | 4 | more | x | 1 | - | -\n"));
}

void TestTableExport::theTargetMayNotBeAnInput()
{
    const QTemporaryDir folder;
    const std::filesystem::path target = folder.filePath("t.json").toStdString();
    QFile file(folder.filePath("t.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[]") == 2);
    file.close();
    const JobControl job;
    auto tables = TableExport::create(target, {}, job);
    QVERIFY(tables.has_value());
    TableSource source = sourceOf(kTrace, "", {});
    source.path = target;
    const auto added = (*tables)->add(source);
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::WrongUsage);
    tables->reset();
    QCOMPARE(bytesOf(target), std::string("[]"));
}

void TestTableExport::withoutCommitTheOldFileStays()
{
    const QTemporaryDir folder;
    const auto database = exportedTo(folder, {sourceOf(kTrace, "", {})});
    const std::string before = bytesOf(database);
    {
        const JobControl job;
        auto tables = TableExport::create(database, {}, job);
        QVERIFY(tables && (*tables)->add(sourceOf(kTrace, kAnnotations, 7)));
    }
    QVERIFY(bytesOf(database) == before);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"out.sqlite"});
}

void TestTableExport::aStoppedExportLeavesNothing()
{
    const QTemporaryDir folder;
    for (const TableFormat format : {TableFormat::Sqlite, TableFormat::Csv}) {
        std::stop_source stop;
        const JobControl job(stop.get_token());
        TableOptions options;
        options.format = format;
        auto tables = TableExport::create(folder.filePath("out").toStdString(), options, job);
        QVERIFY(tables.has_value());
        stop.request_stop();
        const auto added = (*tables)->add(sourceOf(kTrace, "", {}));
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::Stopped);
        tables->reset();
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }
}

void TestTableExport::csvQuotesWhatNeedsIt()
{
    const QTemporaryDir folder;
    const JobControl job;
    TableOptions options;
    options.format = TableFormat::Csv;
    const std::filesystem::path target = folder.filePath("tables").toStdString();
    auto tables = TableExport::create(target, options, job);
    QVERIFY(tables && (*tables)->add(sourceOf(kTrace, kAnnotations, 3)) && (*tables)->commit());
    const std::string header = "id,trace_id,rank,category,flow_id,from_event_id,to_event_id,from_track_id,to_track_id,"
                               "from_ns,to_ns\n";
    QCOMPARE(bytesOf(target / "arrows.csv"), header + "1,1,3,ac2g,5,1,2,1,2,0,20000\n2,1,3,ac2g,6,,,,3,,100000\n");
    const std::string events = bytesOf(target / "events.csv");
    QVERIFY(
        events.find("\n2,1,3,2,slice,kernel,\"k,\"\"1\"\"\",20000,4000,1,0,5,,0,7,2,8589934592,,backward,annotation,"
                    "1,1,") != std::string::npos);
    QVERIFY(events.find(",18446744073709551615,") != std::string::npos);
    QCOMPARE(QDir(QString::fromStdString(target.string())).entryList(QDir::Files | QDir::Hidden).size(),
             static_cast<int>(kTableCount));
}

void TestTableExport::csvCanBeCompressed()
{
    const QTemporaryDir folder;
    const JobControl job;
    TableOptions options;
    options.format = TableFormat::Csv;
    options.compress = CompressTables::Yes;
    const std::filesystem::path target = folder.path().toStdString();
    auto tables = TableExport::create(target, options, job);
    QVERIFY(tables && (*tables)->add(sourceOf(kTrace, "", {})) && (*tables)->commit());
    QVERIFY(contentOf(target / "streams.csv.gz").starts_with("id,trace_id,rank,track_id,device,stream,title,"));
}

LANESCOPE_TEST(TestTableExport)
#include "tst_table_export.moc"
