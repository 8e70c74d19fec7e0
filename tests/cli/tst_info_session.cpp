// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestInfoSession : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aFolderGivesOneSummaryARank();
    void severalFilesGiveTheSame();
    void theJsonHoldsEachRanksInfo();
    void optionsOfOneTraceAreWrongUsage();
    void aFolderWithoutTracesIsAnError();

private:
    void write(const QString& name, const QByteArray& content);

    QTemporaryDir m_outer;
    QString m_folder;
};

void TestInfoSession::write(const QString& name, const QByteArray& content)
{
    QFile file(QDir(m_folder).filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
}

void TestInfoSession::initTestCase()
{
    m_folder = m_outer.filePath("x/y/z");
    QDir().mkpath(m_folder);
    const QByteArray kernel = R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 0, "dur": 2,
        "args": {"stream": 7, "correlation": 1, "graph node id": 8589934593}})";
    for (const char* rank : {"10", "2", "0"})
        write(QStringLiteral("t_rank%1.json").arg(rank), "{\"traceEvents\": [" + kernel + "]}");
    write("kernel_annotations_rank0_h.json", R"({"8589934593": ["a"]})");
    write("kernel_annotations_rank1_h.json", R"({"8589934593": ["a"]})");
    write("h.async_llm.pt.trace.json",
          R"({"traceEvents": [{"ph": "X", "name": "s", "pid": 1, "tid": 1, "ts": 0, "dur": 1}]})");
}

// The first two cells of each line: rank and trace.
static QByteArray ranksOf(const QByteArray& table)
{
    QByteArrayList lines;
    for (const QByteArray& line : table.trimmed().split('\n'))
        lines += line.simplified().split(' ').mid(0, 2).join(' ');
    return lines.join('\n');
}

void TestInfoSession::aFolderGivesOneSummaryARank()
{
    const CliResult result = runCli({"info", m_folder});
    QCOMPARE(result.status, 0);
    QCOMPARE(ranksOf(result.out), QByteArray("Rank Trace\n0 t_rank0.json\n2 t_rank2.json\n10 t_rank10.json\n"
                                             "- h.async_llm.pt.trace.json"));
    const QByteArrayList lines = result.out.split('\n');
    QVERIFY2(lines[1].endsWith("1  kernel_annotations_rank0_h.json"), lines[1].constData());
    QVERIFY2(lines[2].endsWith("0  none"), lines[2].constData());
    QVERIFY2(lines[3].endsWith("0  none"), lines[3].constData());
    QVERIFY2(lines[4].endsWith("no rank"), lines[4].constData());
    QVERIFY2(result.err.contains("h.async_llm.pt.trace.json has no rank"), result.err.constData());
}

void TestInfoSession::severalFilesGiveTheSame()
{
    const CliResult result = runCli({"info", m_folder + "/t_rank10.json", m_folder + "/t_rank0.json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(ranksOf(result.out), QByteArray("Rank Trace\n0 t_rank0.json\n10 t_rank10.json"));
}

void TestInfoSession::theJsonHoldsEachRanksInfo()
{
    const CliResult result = runCli({"info", m_folder, "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonArray session = result.json()["session"].toArray();
    QCOMPARE(session.size(), 4);
    QCOMPARE(session[0]["rank"].toInt(-1), 0);
    QCOMPARE(session[0]["role"].toString(), QString("rank"));
    QCOMPARE(session[0]["info"].toObject()["annotated"].toInt(), 1);
    QCOMPARE(session[2]["rank"].toInt(-1), 10);
    QCOMPARE(session[2]["info"].toObject()["annotated"].toInt(-1), 0);
    QCOMPARE(session[3]["role"].toString(), QString("no rank"));
    QVERIFY(session[3]["rank"].isNull());
    QCOMPARE(result.json()["warnings"].toArray()[0].toObject()["code"].toString(), QString("not-a-rank"));
}

void TestInfoSession::optionsOfOneTraceAreWrongUsage()
{
    QCOMPARE(runCli({"info", m_folder, "-a", m_folder + "/kernel_annotations_rank0_h.json"}).status, 2);
}

void TestInfoSession::aFolderWithoutTracesIsAnError()
{
    const QTemporaryDir empty;
    const CliResult result = runCli({"info", empty.path()});
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("holds no trace"), result.err.constData());
}

LANESCOPE_TEST(TestInfoSession)
#include "tst_info_session.moc"
