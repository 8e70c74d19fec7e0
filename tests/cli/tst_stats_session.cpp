// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

// `stats` of a folder of ranks: two files whose graphs have the same exec graph id and correlations.
class TestStatsSession : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void eachRankHasItsRow();
    void replaysTellTheirFileAndRank();
    void csvHasTheSameColumns();
    void theFilterChoosesARank();
    void oneTraceHasNoFileAndRank();
    void nodesOfAReplayAreAskedOfOneRank();
    void aFolderWithoutTracesIsAnError();

private:
    [[nodiscard]] CliResult stats(const QStringList& arguments) const;

    QTemporaryDir m_outer;
    QString m_folder;
};

// Two replays of graph 2 on stream 7: 10 us, then 10 us and `slowUs` in two nodes.
static QByteArray traceOf(int rank, int slowUs)
{
    const auto kernel = [](int node, int correlation, int at, int duration) {
        return R"({"ph":"X","cat":"kernel","name":"k)" + QByteArray::number(node) + R"(","pid":0,"tid":7,"ts":)" +
               QByteArray::number(at) + R"(,"dur":)" + QByteArray::number(duration) +
               R"(,"args":{"stream":7,"correlation":)" + QByteArray::number(correlation) +
               R"(,"graph id":2,"graph node id":)" + QByteArray::number((qulonglong(2) << 32) + qulonglong(node)) +
               "}}";
    };
    const QByteArrayList kernels{kernel(1, 1, 0, 10), kernel(2, 1, 20, 10), kernel(1, 2, 100, 10),
                                 kernel(2, 2, 120, slowUs)};
    return R"({"distributedInfo":{"rank":)" + QByteArray::number(rank) + R"(},"traceEvents":[)" + kernels.join(',') +
           "]}";
}

void TestStatsSession::initTestCase()
{
    m_folder = m_outer.filePath("x/y/ranks"); // annotations are looked for two folders further up
    QDir().mkpath(m_folder);
    for (const int rank : {0, 3}) {
        QFile file(QDir(m_folder).filePath(QStringLiteral("t_rank%1.json").arg(rank)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(traceOf(rank, rank == 0 ? 10 : 30));
    }
}

CliResult TestStatsSession::stats(const QStringList& arguments) const
{
    return runCli(QStringList{"stats", m_folder} + arguments);
}

void TestStatsSession::eachRankHasItsRow()
{
    const CliResult result = stats({"--by", "rank", "--format", "json"});
    QCOMPARE(result.status, 0);
    QStringList rows;
    for (const QJsonValue& row : result.json()["rows"].toArray())
        rows << QStringLiteral("%1: %2 in %3")
                    .arg(row["name"].toString())
                    .arg(row["total_ns"].toInt())
                    .arg(row["count"].toInt());
    QCOMPARE(rows.join("; "), QStringLiteral("rank 0: 40000 in 4; rank 3: 60000 in 4"));
}

void TestStatsSession::replaysTellTheirFileAndRank()
{
    const CliResult result = stats({"--by", "replay", "--format", "json"});
    QCOMPARE(result.status, 0);
    QStringList rows;
    for (const QJsonValue& row : result.json()["rows"].toArray())
        rows << QStringLiteral("%1, %2: graph %3 replay %4 takes %5")
                    .arg(row["file"].toString())
                    .arg(row["rank"].toInt(-1))
                    .arg(row["graph"].toInt())
                    .arg(row["replay"].toInt(-1))
                    .arg(row["duration_ns"].toInt());
    rows.sort();
    QCOMPARE(rows.join("; "), QStringLiteral("rank 0, 0: graph 2 replay 0 takes 30000; "
                                             "rank 0, 0: graph 2 replay 1 takes 30000; "
                                             "rank 3, 3: graph 2 replay 0 takes 30000; "
                                             "rank 3, 3: graph 2 replay 1 takes 50000"));
}

void TestStatsSession::csvHasTheSameColumns()
{
    const CliResult result = stats({"--by", "replay", "--format", "csv"});
    QCOMPARE(result.status, 0);
    const QByteArrayList lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    const QByteArrayList head = lines.first().trimmed().split(',');
    const qsizetype file = head.indexOf("file");
    QCOMPARE(head.mid(file, 4).join(','), QByteArray("file,rank,graph,replay"));
    QByteArrayList rows;
    for (const QByteArray& line : lines.mid(1)) {
        const QByteArrayList cells = line.trimmed().split(',');
        QCOMPARE(cells.size(), head.size());
        rows << cells.mid(file, 4).join(',');
    }
    std::sort(rows.begin(), rows.end());
    QCOMPARE(rows.join("; "), QByteArray("rank 0,0,2,0; rank 0,0,2,1; rank 3,3,2,0; rank 3,3,2,1"));
}

void TestStatsSession::theFilterChoosesARank()
{
    const CliResult result = stats({"--by", "kernel", "--filter", "rank:3", "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["matching_work"].toInt(), 4);
    QCOMPARE(result.json()["work"].toInt(), 8);
    QCOMPARE(result.json()["total_ns"].toInt(), 60000);
}

void TestStatsSession::oneTraceHasNoFileAndRank()
{
    const CliResult result = runCli({"stats", m_folder + "/t_rank3.json", "--by", "replay", "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject row = result.json()["rows"].toArray()[0].toObject();
    QVERIFY(row["file"].isNull());
    QVERIFY(row["rank"].isNull());
    QCOMPARE(row["graph"].toInt(), 2);
}

void TestStatsSession::nodesOfAReplayAreAskedOfOneRank()
{
    const CliResult result = stats({"--by", "replay", "--replay", "1"});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("the file of one rank"), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
}

void TestStatsSession::aFolderWithoutTracesIsAnError()
{
    const QTemporaryDir empty;
    const CliResult result = runCli({"stats", empty.path()});
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains("no trace"), result.err.constData());
}

LANESCOPE_TEST(TestStatsSession)
#include "tst_stats_session.moc"
