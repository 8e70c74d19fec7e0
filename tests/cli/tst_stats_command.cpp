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
    QCOMPARE(lines[0], QByteArray("name,count,total_ns,mean_ns,p50_ns,p99_ns,min_ns,max_ns,busy_ns,share,begin_ns,"
                                  "span_ns\r"));
    QVERIFY(lines[1].startsWith("embedding,15,159134,10609,2528,28192,1184,28192,159134,0.01417"));
}

void TestStatsCommand::theTableIsForPeople()
{
    const CliResult result = runCli({"stats", testFile(kTrace), "--filter", "ann:embedding"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.contains("15 of 2,585 pieces"));
    QVERIFY(result.out.contains("1.4 %"));
    QVERIFY(result.out.trimmed().endsWith("embedding"));
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
