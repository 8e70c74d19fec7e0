// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <csignal>

using namespace lanescope::test;

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void wrongUsageIsStatusTwoAndAMessage_data();
    void wrongUsageIsStatusTwoAndAMessage();
    void theVersionIsThatOfTheProject();
    void helpNamesEveryCommand();
    void helpOfACommandNamesItsOptions();
    void outputThatCannotBeWrittenIsAnError();
    void interruptingEndsCleanly();
};

void TestCommandLine::wrongUsageIsStatusTwoAndAMessage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("part");
    const QString trace = testFile("real/two_graphs.pt.trace.json.gz");
    QTest::newRow("nothing") << QStringList{} << QByteArray("a command is needed");
    QTest::newRow("unknown command") << QStringList{"inform"} << QByteArray("inform");
    QTest::newRow("no trace") << QStringList{"info"} << QByteArray("TRACE");
    QTest::newRow("unknown option") << QStringList{"info", trace, "--colour"} << QByteArray("--colour");
    QTest::newRow("unknown format") << QStringList{"info", trace, "--format", "xml"} << QByteArray("xml");
    QTest::newRow("option without its value") << QStringList{"info", trace, "-a"} << QByteArray("annotations");
    QTest::newRow("one file too many") << QStringList{"check", trace, "b.json"} << QByteArray("b.json");
}

void TestCommandLine::wrongUsageIsStatusTwoAndAMessage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, part);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 2);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains(part), result.err.constData());
}

void TestCommandLine::theVersionIsThatOfTheProject()
{
    const CliResult result = runCli({"--version"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.out, QByteArray("lanescope-cli " LANESCOPE_VERSION "\n"));
}

void TestCommandLine::helpNamesEveryCommand()
{
    const CliResult result = runCli({"--help"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    for (const char* word : {"info", "check", "annotate", "Exit status"})
        QVERIFY2(result.out.contains(word), word);
}

void TestCommandLine::helpOfACommandNamesItsOptions()
{
    const CliResult result = runCli({"info", "--help"});
    QCOMPARE(result.status, 0);
    for (const char* word : {"TRACE", "--annotations", "--format"})
        QVERIFY2(result.out.contains(word), word);
}

void TestCommandLine::outputThatCannotBeWrittenIsAnError()
{
    if (!QFile::exists("/dev/full"))
        QSKIP("no /dev/full on this system");
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(QStringLiteral(LANESCOPE_CLI), {"info", testFile("real/two_graphs.pt.trace.json.gz")});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains("standard output"));
}

// Whether a process holds SIGINT back for a thread of its own, as the program does while it loads.
static bool waitsForInterrupts(qint64 pid)
{
    QFile status(QString("/proc/%1/status").arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("SigBlk:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    }
    return false;
}

void TestCommandLine::interruptingEndsCleanly()
{
    const QTemporaryDir folder;
    QFile trace(folder.filePath("large.json"));
    QVERIFY(trace.open(QIODevice::WriteOnly));
    trace.write("{\"traceEvents\": [\n");
    const QByteArray event = R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 1},)"
                             "\n";
    for (int i = 0; i < 200; ++i)
        QVERIFY(trace.write(event.repeated(10000)) > 0); // 160 MB in all
    trace.write("{}]}\n");
    trace.close();

    QProcess process;
    process.start(QStringLiteral(LANESCOPE_CLI), {"info", trace.fileName()});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY(waitsForInterrupts(process.processId()));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    QCOMPARE(process.readAllStandardError(), QByteArray("lanescope-cli: stopped\n"));
}

LANESCOPE_TEST(TestCommandLine)
#include "tst_command_line.moc"
