// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <limits>

using namespace lanescope::test;

class TestStatsCommand : public QObject {
    Q_OBJECT

private slots:
    void jsonHasTheFiguresOfTheReference();
    void theFilterLeavesOtherWorkOut();
    void csvHasTheSameRows();
    void theTableIsForPeople();
    void keysInsideEachOtherAreIndented();
    void kernelsHaveTheirLaunchShapes();
    void aRangeIsCutAndSaid();
    void unreliableFiguresAreMarkedInEveryFormat();
    void aRangeIsToldByGpuStreamClassAndGap();
    void replaysAreComparedWithTheirMedian();
    void oneReplayIsComparedNodeByNode();
    void doubtfulNodesOfAReplayAreMarked();
    void durationsAreToldInBins();
    void optionsThatDoNotFitTogetherAreWrongUsage();
    void aWrongFilterIsOneLineWithItsCharacter();
};

static const QString kTrace = QStringLiteral("real/graph_fwdbwd.pt.trace.json.gz");

static QJsonObject rowNamed(const QJsonObject& json, const QString& name)
{
    for (const QJsonValue& row : json["rows"].toArray()) {
        if (row["name"].toString() == name)
            return row.toObject();
    }
    return {};
}

// Figures of tests/data/golden/stats/graph_fwdbwd.tsv.
void TestStatsCommand::jsonHasTheFiguresOfTheReference()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["schema"].toInt(), 1);
    QCOMPARE(json["by"].toString(), QStringLiteral("region"));
    QCOMPARE(json["gpu_busy_ns"].toInt(), 11226297);
    const QJsonObject row = rowNamed(json, QStringLiteral("embedding"));
    QCOMPARE(row["count"].toInt(), 15);
    QCOMPARE(row["total_ns"].toInt(), 159134);
    QCOMPARE(row["mean_ns"].toInt(), 10609);
    QCOMPARE(row["p50_ns"].toInt(), 2528);
    QCOMPARE(row["p99_ns"].toInt(), 28192);
    QCOMPARE(row["min_ns"].toInt(), 1184);
    QCOMPARE(row["max_ns"].toInt(), 28192);
    QCOMPARE(row["busy_ns"].toInt(), 159134);
    QCOMPARE(row["span_ns"].toInt(), 12135270);
    QCOMPARE(qRound(row["share"].toDouble() * 1e6), 14175); // 159134 / 11226297
}

void TestStatsCommand::theFilterLeavesOtherWorkOut()
{
    const CliResult result = runCli(
        {"stats", testFile(kTrace), "--by", "phase", "--filter", "ann:embedding OR ann:head_loss", "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["matching_work"].toInt(), 90);
    QCOMPARE(json["filter"].toString(), QStringLiteral("ann:embedding OR ann:head_loss"));
    int count = 0;
    for (const QJsonValue& row : json["rows"].toArray())
        count += row["count"].toInt();
    QCOMPARE(count, 90);
}

void TestStatsCommand::csvHasTheSameRows()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--filter", "ann:embedding", "--format", "csv"});
    QCOMPARE(result.status, 0);
    const QList<QByteArray> lines = result.out.split('\n');
    QCOMPARE(lines.size(), qsizetype{3});
    QCOMPARE(lines[0],
             QByteArray("name,by,depth,count,total_ns,self_ns,mean_ns,p50_ns,p90_ns,p99_ns,min_ns,max_ns,busy_ns,share,"
                        "span_ns,instances,gaps_ns,annotated_ns,launch_delay_mean_ns,launch_delay_max_ns,begin_ns,"
                        "launches,cut,unreliable\r"));
    QVERIFY(
        lines[1].startsWith("embedding,region,0,15,159134,159134,10609,2528,28191,28192,1184,28192,159134,0.01417"));
    QVERIFY(lines[1].endsWith(",12135270,10,2015,159134,,,3479904,0,0,\r"));
}

void TestStatsCommand::theTableIsForPeople()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--filter", "ann:embedding"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.contains("15 of 2,585 pieces"));
    QVERIFY(result.out.contains("1.4 %"));
    QVERIFY(result.out.trimmed().endsWith("embedding"));
}

void TestStatsCommand::keysInsideEachOtherAreIndented()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--by", "module,phase"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.contains("  layers.0\n"));
    QVERIFY(result.out.contains("    layers.0.attn\n"));
    QVERIFY(result.out.contains("      backward\n"));
    QVERIFY(result.out.contains("Module, phase\n"));
}

void TestStatsCommand::kernelsHaveTheirLaunchShapes()
{
    const CliResult result =
        runCli({"stats", testFile(kTrace), "--by", "kernel", "--names", "short", "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject row = rowNamed(result.json(), QStringLiteral("CatArrayBatchedCopy"));
    QCOMPARE(row["grid"].toArray(), (QJsonArray{264, 3, 1}));
    QCOMPARE(row["block"].toArray(), (QJsonArray{512, 1, 1}));
    QCOMPARE(row["launch_shapes"].toInt(), 1);
    QCOMPARE(row["occupancy_percent"].toDouble(), 100.0);
}

// Of the trace's 2,585 pieces; the times are of tests/data/golden/stats/graph_fwdbwd.tsv.
void TestStatsCommand::aRangeIsCutAndSaid()
{
    const CliResult result =
        runCli({"stats", testFile(kTrace), "--filter", "ann:embedding", "--range", "0:3480us", "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["range_ns"].toArray(), (QJsonArray{0, 3480000}));
    const QJsonObject row = rowNamed(json, QStringLiteral("embedding"));
    QCOMPARE(row["count"].toInt(), 1);
    QCOMPARE(row["total_ns"].toInt(), 96); // it begins at 3479904
    QCOMPARE(row["cut"].toInt(), 1);
    QCOMPARE(row["unreliable"].toArray(), (QJsonArray{"range-cuts-work"}));
    const CliResult table = runCli({"stats", testFile(kTrace), "--range", "0:3480us"});
    QVERIFY(table.out.contains("Range       0 ns to 3.48 ms (3.48 ms)\n"));
    QVERIFY(table.out.contains("* note (range-cuts-work): 1 of "));
    QCOMPARE(runCli({"stats", testFile(kTrace), "--range", "5ms"}).status, 2);
}

void TestStatsCommand::unreliableFiguresAreMarkedInEveryFormat()
{
    const QString trace = testFile(QStringLiteral("cases/09-overlap-one-stream/trace.json"));
    const CliResult table = runCli({"stats", trace, "--by", "stream"});
    QCOMPARE(table.status, 0);
    QVERIFY(table.out.contains(" µs*") || table.out.contains(" ms*"));
    QVERIFY(table.out.contains("(overlapping-kernels): work overlaps on one stream"));
    const QJsonObject json = runCli({"stats", trace, "--by", "stream", "--format", "json"}).json();
    const QJsonArray caveats = json["unreliable"].toArray();
    QCOMPARE(caveats.size(), 2); // the other: a kernel without length
    const QJsonObject caveat = caveats[1].toObject();
    QCOMPARE(caveat["code"].toString(), QStringLiteral("overlapping-kernels"));
    QVERIFY(caveat["figures"].toArray().contains(QStringLiteral("total_ns")));
    QVERIFY(json["rows"].toArray().first()["unreliable"].toArray().contains(QStringLiteral("overlapping-kernels")));
    const CliResult csv = runCli({"stats", trace, "--by", "stream", "--format", "csv"});
    QVERIFY(csv.out.contains(",zero-duration overlapping-kernels\r\n"));
}

// Figures of tests/data/golden/stats/moe_overlap.range.txt.
void TestStatsCommand::aRangeIsToldByGpuStreamClassAndGap()
{
    const QTemporaryDir folder;
    QFile rules(folder.filePath(QStringLiteral("rules.txt")));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write("# what the reference takes for communication\ncommunication: kernel:nvjet*\n");
    rules.close();
    const QStringList command{"stats",     testFile(QStringLiteral("real/moe_overlap.pt.trace.json.gz")),
                              "--by",      "range",
                              "--range",   "2300us:4ms",
                              "--classes", rules.fileName(),
                              "--gaps",    "2"};
    const CliResult result = runCli(command + QStringList{"--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    const QJsonObject gpu = json["gpus"].toArray().first().toObject();
    QCOMPARE(gpu["busy_ns"].toInt(), 1378470);
    QCOMPARE(gpu["idle_ns"].toInt(), 321530);
    QCOMPARE(gpu["communication_ns"].toInt(), 757826);
    QCOMPARE(gpu["computation_ns"].toInt(), 1087297);
    QCOMPARE(gpu["overlapped_ns"].toInt(), 477917);
    QCOMPARE(gpu["exposed_ns"].toInt(), 279909);
    QCOMPARE(json["streams"].toArray().at(1)["busy_ns"].toInt(), 523584);
    QCOMPARE(json["gaps"].toArray().size(), 2);
    QCOMPARE(json["gaps"].toArray().at(0)["idle_ns"].toInt(), 94080);
    const CliResult table = runCli(command);
    QVERIFY(table.out.contains("communication\n"));
    QVERIFY(table.out.contains("94.08 \xc2\xb5s"));
    QVERIFY(json["unreliable"].toArray().isEmpty());
    const CliResult cut = runCli({"stats", testFile(QStringLiteral("real/moe_overlap.pt.trace.json.gz")), "--by",
                                  "range", "--range", "2300us:2350us"});
    QVERIFY(cut.out.contains("* note (range-cuts-work): 1 of 1 pieces"));
    const CliResult csv = runCli(command + QStringList{"--format", "csv"});
    QVERIFY(csv.out.contains("\r\nstream,"));
    for (const QByteArray& line : csv.out.trimmed().split('\n')) {
        if (!line.contains('"'))
            QCOMPARE(line.count(','), 14);
    }
}

void TestStatsCommand::replaysAreComparedWithTheirMedian()
{
    const QStringList command{"stats", testFile(QStringLiteral("real/decode_graph_200.pt.trace.json.gz")), "--by",
                              "replay"};
    const QJsonObject row = runCli(command + QStringList{"--format", "json"}).json()["rows"].toArray()[4].toObject();
    QCOMPARE(row["graph"].toInt(), 5);
    QCOMPARE(row["replay"].toInt(), 4);
    QCOMPARE(row["median_ns"].toInt(), 339937);
    QCOMPARE(row["deviation_ns"].toInt(), row["span_ns"].toInt() - 339937);
    QVERIFY(!row["outlier"].toBool(true));
    const CliResult table = runCli(command);
    QVERIFY(table.out.contains(
        "Graph 5: 200 replays, median 339.9 \xc2\xb5s; outliers differ by more than 17 \xc2\xb5s\n"));
}

void TestStatsCommand::oneReplayIsComparedNodeByNode()
{
    const QStringList command{
        "stats", testFile(QStringLiteral("real/decode_graph_200.pt.trace.json.gz")), "--by", "replay", "--replay", "5"};
    const QJsonObject json = runCli(command + QStringList{"--format", "json"}).json();
    QCOMPARE(json["nodes"].toArray().size(), 91); // 18,200 pieces of 200 replays
    qint64 last = std::numeric_limits<qint64>::max();
    for (const QJsonValue& node : json["nodes"].toArray()) {
        QCOMPARE(node["difference_ns"].toInt(), node["duration_ns"].toInt() - node["median_ns"].toInt());
        QVERIFY(node["difference_ns"].toInt() <= last);
        last = node["difference_ns"].toInt();
    }
    QVERIFY(runCli(command).out.contains("Slower by"));
    QVERIFY(runCli(command + QStringList{"--format", "csv"}).out.startsWith("node_id,name,region,"));
    const CliResult none = runCli(QStringList{"stats", testFile(kTrace), "--by", "replay", "--replay", "99"});
    QCOMPARE(none.status, 2);
    QCOMPARE(none.err, QByteArray("lanescope-cli: error: there is no replay 99: --by replay lists them\n"));
}

// Node 2 begins while node 1 runs, 5 us before its end: both durations are doubtful, the third's is not.
void TestStatsCommand::doubtfulNodesOfAReplayAreMarked()
{
    const auto node = [](int number, int at, int duration) {
        return "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k" + QByteArray::number(number) +
               "\",\"pid\":0,\"tid\":7,\"ts\":" + QByteArray::number(at) + ",\"dur\":" + QByteArray::number(duration) +
               ",\"args\":{\"stream\":7,\"correlation\":1,\"graph node id\":" +
               QByteArray::number((qulonglong(2) << 32) + qulonglong(number)) + "}}";
    };
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("t.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\":[" + node(1, 0, 10) + ',' + node(2, 5, 10) + ',' + node(3, 20, 10) + "]}");
    file.close();
    const QStringList command{"stats", file.fileName(), "--by", "replay", "--replay", "0"};
    const QJsonObject json = runCli(command + QStringList{"--format", "json"}).json();
    QStringList doubtful;
    for (const QJsonValue& row : json["nodes"].toArray()) {
        if (row["unreliable"].toArray().contains(QStringLiteral("overlapping-kernels")))
            doubtful << row["name"].toString();
    }
    doubtful.sort();
    QCOMPARE(doubtful, (QStringList{QStringLiteral("k1"), QStringLiteral("k2")}));
    QCOMPARE(json["unreliable"].toArray().size(), 1);
    const CliResult table = runCli(command);
    QCOMPARE(table.out.count("10 \xc2\xb5s*"), 2);
    QVERIFY(table.out.contains("\n* warning (overlapping-kernels): "));
    QCOMPARE(runCli(command + QStringList{"--format", "csv"}).out.count(",overlapping-kernels\r\n"), 2);
}

// Durations of 10, 10, 20 and 100 us. Three bins from 10,000 ns to just behind 100,000: edges a third of 90,001 apart.
// Two logarithmic ones: the edge is the root of 10,000 times 100,001.
void TestStatsCommand::durationsAreToldInBins()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("t.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArrayList entries;
    for (const int duration : {10, 10, 20, 100})
        entries << "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":" +
                       QByteArray::number(1000 * entries.size()) + ",\"dur\":" + QByteArray::number(duration) +
                       ",\"args\":{\"stream\":7}}";
    entries << "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"other\",\"pid\":0,\"tid\":7,\"ts\":9000,\"dur\":500,"
               "\"args\":{\"stream\":7}}";
    file.write("{\"traceEvents\":[" + entries.join(",\n") + "]}");
    file.close();
    const QStringList command{"stats", file.fileName(), "--by", "kernel", "--histogram", "gemm"};
    QCOMPARE(runCli(command + QStringList{"--bins", "3", "--format", "csv"}).out,
             QByteArray("from_ns,below_ns,count,unreliable\r\n10000,40000,3,\r\n40000,70000,0,\r\n"
                        "70000,100001,1,\r\n"));
    QCOMPARE(runCli(command + QStringList{"--bins", "2", "--scale", "log", "--format", "csv"}).out,
             QByteArray("from_ns,below_ns,count,unreliable\r\n10000,31623,3,\r\n31623,100001,1,\r\n"));
    const QJsonObject json = runCli(command + QStringList{"--format", "json"}).json();
    QCOMPARE(json["count"].toInt(), 4);
    QCOMPARE(json["p50_ns"].toInt(), 10000);
    QCOMPARE(json["p90_ns"].toInt(), 100000);
    QCOMPARE(json["scale"].toString(), QStringLiteral("linear"));
    const CliResult table = runCli(command + QStringList{"--bins", "3"});
    QVERIFY(table.out.contains("Durations of  kernel gemm\n"));
    QVERIFY(table.out.contains("  3  " + QByteArray(50, '#') + '\n'));
    QVERIFY(table.out.contains("  1  " + QByteArray(16, '#') + '\n'));
    const CliResult all =
        runCli({"stats", file.fileName(), "--histogram", "*", "--filter", "dur>15us", "--format", "json"});
    QCOMPARE(all.json()["count"].toInt(), 3);
    const CliResult none = runCli({"stats", file.fileName(), "--by", "kernel", "--histogram", "gem"});
    QCOMPARE(none.status, 1);
    QCOMPARE(none.err, QByteArray("lanescope-cli: error: no kernel is called \"gem\" here: --by kernel lists them\n"));
    QCOMPARE(runCli({"stats", file.fileName(), "--by", "phase,kernel", "--histogram", "gemm"}).status, 2);
    QCOMPARE(runCli({"stats", file.fileName(), "--bins", "3"}).status, 2);
}

void TestStatsCommand::optionsThatDoNotFitTogetherAreWrongUsage()
{
    QCOMPARE(runCli({"stats", testFile(kTrace), "--replay", "1"}).status, 2);
    QCOMPARE(runCli({"stats", testFile(kTrace), "--by", "replay", "--replay", "1", "--range", "1ms:2ms"}).status, 2);
    QCOMPARE(runCli({"stats", testFile(kTrace), "--by", "replay", "--graph", "2"}).status, 2);
    QCOMPARE(runCli({"stats", testFile(kTrace), "--classes", "x"}).status, 2);
    const CliResult missing = runCli({"stats", testFile(kTrace), "--by", "range", "--classes", "nowhere.txt"});
    QCOMPARE(missing.status, 1);
    QVERIFY(missing.err.contains("nowhere.txt cannot be read: No such file"));
}

void TestStatsCommand::aWrongFilterIsOneLineWithItsCharacter()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--filter", "dur>10"});
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QCOMPARE(result.err, QByteArray("lanescope-cli: error: filter, character 5 (\"10\"): expected a unit of time after "
                                    "the number: ns, us, ms or s\n"));
    QCOMPARE(runCli({"stats", testFile(kTrace), "--by", "colour"}).status, 2);
}

LANESCOPE_TEST(TestStatsCommand)
#include "tst_stats_command.moc"
