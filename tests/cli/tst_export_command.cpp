// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/core/export/table_query.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace lanescope::test;

namespace {

const QString kTrace = testFile("real/graph_train.pt.trace.json.gz");
const QString kAnnotations = testFile("real/graph_train.annotations.json");

QString ask(const QString& database, const char* sql)
{
    return QString::fromStdString(queried(database.toStdString(), sql));
}

QByteArray contentOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<not there>");
}

} // namespace

class TestExportCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void figuresAreThoseOfInfo();
    void theQueriesOfTheHelpPageRun_data();
    void theQueriesOfTheHelpPageRun();
    void eachTableIsOnTheHelpPage();
    void aFolderBecomesOneDatabaseWithRanks();
    void csvGoesIntoAFolder();
    void theOutputIsNamedAfterTheTrace();
    void optionsThatDoNotFitAreWrongUsage_data();
    void optionsThatDoNotFitAreWrongUsage();
    void aBrokenTraceLeavesNothing();
    void aFullDiskLeavesTheOldFile();

private:
    QTemporaryDir m_folder;
    QString m_database;
};

void TestExportCommand::initTestCase()
{
    m_database = m_folder.filePath("graph_train.sqlite");
    const CliResult result = runCli({"export", kTrace, "-a", kAnnotations, "--to", "sqlite", "-o", m_database});
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY2(result.out.contains("\noutput: " + m_database.toUtf8()), result.out.constData());
}

void TestExportCommand::figuresAreThoseOfInfo()
{
    const QJsonObject golden =
        QJsonDocument::fromJson(contentOfFile(testFile("golden/info/graph_train.json"))).object();
    const auto number = [](const QJsonValue& value) { return QString::number(value.toInt(-1)) + '\n'; };
    QCOMPARE(ask(m_database, "SELECT count(*) FROM events WHERE graph_node_id IS NOT NULL"), number(golden["graphed"]));
    QCOMPARE(ask(m_database, "SELECT count(annotation_id) FROM events"), number(golden["annotated"]));
    const QJsonObject phases = golden["phases"].toObject();
    for (const QString& phase : phases.keys()) {
        const QByteArray sql = "SELECT count(*) FROM events WHERE phase = '" + phase.toUtf8() + "'";
        QCOMPARE(ask(m_database, sql.constData()), number(phases[phase]));
    }
    QCOMPARE(ask(m_database, "SELECT sum(work_count) FROM streams"),
             ask(m_database, "SELECT sum(is_gpu_work) FROM events"));
    QCOMPARE(ask(m_database, "PRAGMA foreign_key_check"), QString());
}

void TestExportCommand::theQueriesOfTheHelpPageRun_data()
{
    QTest::addColumn<QString>("sql");
    const QString page = contentOfFile(QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/help/questions-in-sql.md"));
    const QRegularExpression block("<!-- query: ([^>]*) -->\n```sql\n(.*?);\n```",
                                   QRegularExpression::DotMatchesEverythingOption);
    int count = 0;
    for (auto found = block.globalMatch(page); found.hasNext(); ++count) {
        const QRegularExpressionMatch match = found.next();
        QTest::newRow(qPrintable(match.captured(1))) << match.captured(2);
    }
    QCOMPARE(count, 9);
}

void TestExportCommand::theQueriesOfTheHelpPageRun()
{
    QFETCH(QString, sql);
    const QString rows = ask(m_database, sql.toUtf8().constData());
    QVERIFY2(!rows.startsWith("error"), qPrintable(rows));
    const QString name = QTest::currentDataTag();
    if (name != "not annotated" && name != "load report")
        QVERIFY2(!rows.isEmpty(), qPrintable(sql));
}

void TestExportCommand::eachTableIsOnTheHelpPage()
{
    const QString page = contentOfFile(QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/help/questions-in-sql.md"));
    const QStringList tables = ask(m_database, "SELECT name FROM sqlite_master WHERE type = 'table'").split('\n');
    QVERIFY(tables.size() > 5);
    for (const QString& table : tables)
        QVERIFY2(table.isEmpty() || page.contains("| `" + table + "` |"), qPrintable(table));
}

void TestExportCommand::aFolderBecomesOneDatabaseWithRanks()
{
    const QString run = m_folder.filePath("run");
    QVERIFY(QDir().mkpath(run));
    for (const char* rank : {"2", "0"})
        QVERIFY(QFile::copy(kTrace, QStringLiteral("%1/t_rank%2.json.gz").arg(run, rank)));
    QVERIFY(QFile::copy(kAnnotations, run + "/kernel_annotations_rank2_x.json"));
    QFile broken(run + "/t_rank7.json");
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no trace") > 0);
    broken.close();
    const QString database = m_folder.filePath("run.sqlite");
    const CliResult result = runCli({"export", run, "--to", "sqlite", "-o", database});
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(ask(database, "SELECT rank, role, error IS NULL, event_count > 0 FROM traces ORDER BY rank"),
             QString("0 | rank | 1 | 1\n2 | rank | 1 | 1\n7 | not_opened | 0 | -\n"));
    QCOMPARE(ask(database, "SELECT rank, count(annotation_id) > 0 FROM events GROUP BY rank"),
             QString("0 | 0\n2 | 1\n"));
    QCOMPARE(ask(database, "PRAGMA foreign_key_check"), QString());
}

void TestExportCommand::csvGoesIntoAFolder()
{
    const QString target = m_folder.filePath("lake/tables");
    const CliResult result = runCli({"export", kTrace, "-a", kAnnotations, "--to", "csv", "-o", target});
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(contentOfFile(target + "/replays.csv").startsWith("id,trace_id,rank,graph_id,number,correlation,"));
    const QString replays = ask(m_database, "SELECT count(*) + 1 FROM replays"); // and a header
    QCOMPARE(QString::number(contentOfFile(target + "/replays.csv").count('\n')) + '\n', replays);
}

void TestExportCommand::theOutputIsNamedAfterTheTrace()
{
    const QString trace = m_folder.filePath("named.json.gz");
    QVERIFY(QFile::copy(kTrace, trace));
    QCOMPARE(runCli({"export", trace, "--to", "sqlite"}).status, 0);
    QVERIFY(QFile::exists(m_folder.filePath("named.sqlite")));
    QCOMPARE(runCli({"export", trace, "--to", "csv", "--gzip"}).status, 0);
    QVERIFY(QFile::exists(m_folder.filePath("named.tables/events.csv.gz")));
}

void TestExportCommand::optionsThatDoNotFitAreWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no format") << QStringList{"export", kTrace};
    QTest::newRow("unknown format") << QStringList{"export", kTrace, "--to", "parquet"};
    QTest::newRow("compressed database") << QStringList{"export", kTrace, "--to", "sqlite", "--gzip"};
    QTest::newRow("annotations for several")
        << QStringList{"export", kTrace, kTrace, "--to", "csv", "-a", kAnnotations};
    QTest::newRow("onto the trace") << QStringList{"export", kTrace, "--to", "sqlite", "-o", kTrace};
}

void TestExportCommand::optionsThatDoNotFitAreWrongUsage()
{
    QFETCH(QStringList, arguments);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 2);
    QVERIFY(!result.err.isEmpty());
}

void TestExportCommand::aBrokenTraceLeavesNothing()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("b.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no trace") > 0);
    file.close();
    for (const char* format : {"sqlite", "csv"}) {
        const CliResult result = runCli({"export", folder.filePath("b.json"), "--to", format});
        QCOMPARE(result.status, 1);
        QCOMPARE(result.err.count('\n'), 1);
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"b.json"});
}

void TestExportCommand::aFullDiskLeavesTheOldFile()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath("t.sqlite");
    QFile file(target);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("old") == 3);
    file.close();
    QProcess shell; // files may have 64 KiB there
    shell.start("sh", {"-c", "ulimit -f 128; exec \"$0\" export \"$1\" --to sqlite -o \"$2\"",
                       QStringLiteral(LANESCOPE_CLI), kTrace, target});
    QVERIFY(shell.waitForFinished(60000));
    QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
    QCOMPARE(shell.exitCode(), 1);
    QVERIFY(shell.readAllStandardError().contains("cannot write"));
    QCOMPARE(contentOfFile(target), QByteArray("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"t.sqlite"});
}

LANESCOPE_TEST(TestExportCommand)
#include "tst_export_command.moc"
