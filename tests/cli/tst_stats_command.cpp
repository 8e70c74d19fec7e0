// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QJsonArray>

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
