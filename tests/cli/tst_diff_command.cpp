// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestDiffCommand : public QObject {
    Q_OBJECT

private slots:
    void theLineTellsWhichModuleGotSlowerInWhichPhase();
    void theAnswerIsInJsonToo();
    void aSlowdownOfSeveralKernelsNamesThem();
    void whatANewKernelReplacesIsSaid();
    void workThatWaitsLongerIsSaid();
    void jsonAndCsvHaveTheRows();
    void differentNumbersOfReplaysAreSaid();
    void aTraceAgainstItselfDiffersInNothing();
    void wrongUsageIsOneLine();
};

namespace {

QByteArray node(int number, const char* name, int at, int duration, int correlation)
{
    return "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" + QByteArray(name) +
           "\",\"pid\":0,\"tid\":7,\"ts\":" + QByteArray::number(at) + ",\"dur\":" + QByteArray::number(duration) +
           ",\"args\":{\"device\":0,\"stream\":7,\"correlation\":" + QByteArray::number(correlation) +
           ",\"graph node id\":" + QByteArray::number((qulonglong(2) << 32) + qulonglong(number)) + "}}";
}

// Replays of layers 0 and 1, forward and backward; `slower` is added to layer 1's backward.
QByteArray traceText(int replays, int slower)
{
    QByteArrayList entries;
    for (int i = 0; i < replays; ++i) {
        const int at = 1000 * i;
        entries << node(1, "fwd", at, 10, i + 1) << node(2, "fwd", at + 20, 10, i + 1)
                << node(3, "bwd", at + 40, 20, i + 1) << node(4, "bwd", at + 80, 20 + slower, i + 1);
    }
    return "{\"traceEvents\":[" + entries.join(",\n") + "]}";
}

constexpr const char* kAnnotations =
    "{\"8589934593\":[{\"name\":\"l0\",\"module\":\"layers.0\"}],"
    "\"8589934594\":[{\"name\":\"l1\",\"module\":\"layers.1\"}],"
    "\"8589934595\":[{\"name\":\"l0\",\"module\":\"layers.0\",\"autograd_phase\":\"backward\"}],"
    "\"8589934596\":[{\"name\":\"l1\",\"module\":\"layers.1\",\"autograd_phase\":\"backward\"}]}";

class Files {
public:
    QString write(const char* name, const QByteArray& text) const
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("a test's file cannot be written");
        return path;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

void TestDiffCommand::theLineTellsWhichModuleGotSlowerInWhichPhase()
{
    const Files files;
    const QString before = files.write("before.json", traceText(2, 0));
    const QString after = files.write("after.json", traceText(2, 5));
    const QString annotations = files.write("map.json", kAnnotations);
    const CliResult result = runCli({"diff", before, after, "-a", annotations, "--by", "module"});
    QCOMPARE(result.status, 0);
    const QByteArray expected(
        "Slower most: module layers.1 +10 \xc2\xb5s (+16.7 %), in phase backward +10 \xc2\xb5s (+25.0 %), "
        "in kernel bwd +10 \xc2\xb5s (+25.0 %); in all 2 replays (typically 25 \xc2\xb5s instead of 20 \xc2\xb5s)\n"
        "Why: a piece takes 25 \xc2\xb5s on average instead of 20 \xc2\xb5s; as many pieces, 2\n");
    QVERIFY2(result.out.contains(expected), result.out.constData());
    QVERIFY(result.out.contains("Total     120 \xc2\xb5s to 130 \xc2\xb5s (+10 \xc2\xb5s, +8.3 %)\n"));
    QVERIFY(!result.out.contains("Faster most"));
}

// Of three replays the last two are slower: layer 1's backward takes 30 instead of 20 in them.
void TestDiffCommand::theAnswerIsInJsonToo()
{
    const Files files;
    QByteArray text = traceText(1, 0);
    text.chop(2);
    for (int i = 1; i < 3; ++i)
        text += QByteArray(",\n") + node(1, "fwd", 1000 * i, 10, i + 1) + ",\n" +
                node(2, "fwd", 1000 * i + 20, 10, i + 1) + ",\n" + node(3, "bwd", 1000 * i + 40, 20, i + 1) + ",\n" +
                node(4, "bwd", 1000 * i + 80, 30, i + 1);
    const QString before = files.write("before.json", traceText(3, 0));
    const QString after = files.write("after.json", text + "]}");
    const QString annotations = files.write("map.json", kAnnotations);
    const QJsonObject json =
        runCli({"diff", before, after, "-a", annotations, "--by", "module,phase", "--format", "json"}).json();
    QStringList path;
    for (const QJsonValue& row : json["slower_path"].toArray())
        path << row["by"].toString() + QLatin1Char('=') + row["name"].toString();
    QCOMPARE(path.join(QLatin1Char(' ')), QStringLiteral("module=layers.1 phase=backward kernel=bwd"));
    const QJsonObject replays = json["slower_replays"].toObject();
    QCOMPARE(replays["all"].toInt(), 3);
    QCOMPARE(replays["typical_before_ns"].toInt(), 20000);
    QCOMPARE(replays["typical_after_ns"].toInt(), 30000);
    QCOMPARE(replays["replays"].toArray().size(), 2);
    QCOMPARE(replays["replays"].toArray().at(0)["replay"].toInt(), 1);
    QCOMPARE(json["slower_cause"]["longer_pieces_ns"].toInt(), 20000);
    QCOMPARE(json["slower_cause"]["more_pieces_ns"].toInt(), 0);
    QVERIFY(json["slower"].toString().endsWith(QStringLiteral(": graph 2 replays 1 to 2")));
}

// Kernels a, b and c of one layer take 7, 6 and 5 longer: none is half of it.
void TestDiffCommand::aSlowdownOfSeveralKernelsNamesThem()
{
    const auto trace = [](int a, int b, int c) {
        return QByteArray("{\"traceEvents\":[") + node(1, "a", 0, a, 1) + ',' + node(2, "b", 20, b, 1) + ',' +
               node(3, "c", 40, c, 1) + "]}";
    };
    const Files files;
    const QString before = files.write("before.json", trace(10, 10, 10));
    const QString after = files.write("after.json", trace(17, 16, 15));
    const QString annotations = files.write("map.json", "{\"8589934593\":[{\"name\":\"l\"}],"
                                                        "\"8589934594\":[{\"name\":\"l\"}],"
                                                        "\"8589934595\":[{\"name\":\"l\"}]}");
    const CliResult result = runCli({"diff", before, after, "-a", annotations});
    const QByteArray expected(
        "Slower most: region l +18 \xc2\xb5s (+60.0 %), in phase forward +18 \xc2\xb5s (+60.0 %), spread over kernel a "
        "+7 "
        "\xc2\xb5s, kernel b +6 \xc2\xb5s, kernel c +5 \xc2\xb5s; in the only replay (48 \xc2\xb5s instead of 30 "
        "\xc2\xb5s)\n"
        "Why: a piece takes 16 \xc2\xb5s on average instead of 10 \xc2\xb5s; as many pieces, 3\n");
    QVERIFY2(result.out.contains(expected), result.out.constData());
}

void TestDiffCommand::whatANewKernelReplacesIsSaid()
{
    const Files files;
    const QString before = files.write("before.json", traceText(1, 0));
    const QString after = files.write("after.json", traceText(1, 5).replace("\"bwd\"", "\"bwd2\""));
    const CliResult result =
        runCli({"diff", before, after, "-a", files.write("map.json", kAnnotations), "--by", "module"});
    const QByteArray expected("in kernel bwd2 +25 \xc2\xb5s, which is new; in the only replay\n"
                              "Why: in its place kernel bwd is gone, which took 20 \xc2\xb5s\n");
    QVERIFY2(result.out.contains(expected), result.out.constData());
}

// The same work, but layer 1's backward begins 40 us late in the second of two replays.
void TestDiffCommand::workThatWaitsLongerIsSaid()
{
    const Files files;
    QByteArray late = traceText(1, 0);
    late.chop(2);
    late += ',' + node(1, "fwd", 1000, 10, 2) + ',' + node(2, "fwd", 1020, 10, 2) + ',' + node(3, "bwd", 1040, 20, 2) +
            ',' + node(4, "bwd", 1120, 20, 2) + "]}";
    const QString before = files.write("before.json", traceText(2, 0));
    const QString after = files.write("after.json", late);
    const QString annotations = files.write("map.json", kAnnotations);
    const CliResult result = runCli({"diff", before, after, "-a", annotations, "--by", "module"});
    const QByteArray expected("Waits longer while the GPU is idle: module layers.1 +40 \xc2\xb5s (+66.7 %), in phase "
                              "backward +40 \xc2\xb5s (+100.0 %), in kernel bwd +40 \xc2\xb5s (+100.0 %); in 1 of 2 "
                              "replays (60 \xc2\xb5s instead of 20 \xc2\xb5s): graph 2 replay 1\n");
    QVERIFY2(result.out.contains(expected), result.out.constData());
    QVERIFY(!result.out.contains("Slower most"));
}

void TestDiffCommand::jsonAndCsvHaveTheRows()
{
    const Files files;
    const QString before = files.write("before.json", traceText(2, 0));
    const QString after = files.write("after.json", traceText(2, 5));
    const QString annotations = files.write("map.json", kAnnotations);
    const QStringList command{"diff", before, after, "-a", annotations, "--by", "module,phase"};
    const QJsonObject json = runCli(command + QStringList{"--format", "json"}).json();
    QCOMPARE(json["schema"].toInt(), 1);
    QCOMPARE(json["rows"].toArray().size(), 6);
    const QJsonObject row = json["rows"].toArray()[1].toObject();
    QCOMPARE(row["name"].toString(), QStringLiteral("backward"));
    QCOMPARE(row["by"].toString(), QStringLiteral("phase"));
    QCOMPARE(row["depth"].toInt(), 1);
    QCOMPARE(row["state"].toString(), QStringLiteral("both"));
    QCOMPARE(row["difference_ns"].toInt(), 10000);
    QCOMPARE(row["before"]["total_ns"].toInt(), 40000);
    QCOMPARE(row["after"]["mean_ns"].toInt(), 25000);
    const CliResult csv = runCli(command + QStringList{"--format", "csv"});
    QCOMPARE(csv.out.split('\n')[1],
             QByteArray("layers.1,module,0,both,10000,60000,70000,4,4,60000,70000,15000,17500,2500,\r"));
}

void TestDiffCommand::differentNumbersOfReplaysAreSaid()
{
    const Files files;
    const QString before = files.write("before.json", traceText(2, 0));
    const QString after = files.write("after.json", traceText(3, 0));
    const QString annotations = files.write("map.json", kAnnotations);
    const CliResult totals = runCli({"diff", before, after, "-a", annotations});
    QVERIFY(totals.out.contains("Before has 2 replays, after 3: totals differ for that"));
    const CliResult instances = runCli({"diff", before, after, "-a", annotations, "--per", "instance"});
    QCOMPARE(instances.status, 0);
    QVERIFY(!instances.out.contains("Slower most"));
    QVERIFY(!instances.out.contains("totals differ"));
}

void TestDiffCommand::aTraceAgainstItselfDiffersInNothing()
{
    const QString trace = testFile(QStringLiteral("real/moe_overlap.pt.trace.json.gz"));
    const QJsonObject json = runCli({"diff", trace, trace, "--by", "kernel", "--format", "json"}).json();
    QVERIFY(json["rows"].toArray().size() > 5);
    for (const QJsonValue& row : json["rows"].toArray()) {
        QCOMPARE(row["difference_ns"].toInt(), 0);
        QCOMPARE(row["before"], row["after"]);
    }
    QCOMPARE(json["slower"].toString(), QString());
}

void TestDiffCommand::wrongUsageIsOneLine()
{
    const QString trace = testFile(QStringLiteral("real/moe_overlap.pt.trace.json.gz"));
    QCOMPARE(runCli({"diff", trace}).status, 2);
    const CliResult wrongKey = runCli({"diff", trace, trace, "--by", "colour"});
    QCOMPARE(wrongKey.status, 2);
    QCOMPARE(wrongKey.err.count('\n'), 1);
    QCOMPARE(runCli({"diff", trace, "nowhere.json"}).status, 1);
    QCOMPARE(runCli({"diff", trace, trace, "-a", "x", "-a", "y", "-a", "z"}).status, 2);
}

LANESCOPE_TEST(TestDiffCommand)
#include "tst_diff_command.moc"
