// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestCheckCommand : public QObject {
    Q_OBJECT

private slots:
    void aSoundTraceIsOneLine_data();
    void aSoundTraceIsOneLine();
    void jsonHasEveryField();
    void jsonOfASoundTraceIsClean();
    void theTableNamesCodesPlacesAndFigures();
    void loadFindingsAreResults();
    void annotationFindingsAreResults();
    void strictFailsOnWarningsButNotOnNotes();
    void textOfTheFileCannotCommandTheTerminal();
    void aFileThatIsNoTraceIsAnError();

private:
    QString write(const QString& name, const QByteArray& content);

    QTemporaryDir m_folder;
};

namespace {

QByteArray kernelAt(const char* name, int ts, int dur)
{
    return QByteArray(R"({"ph": "X", "cat": "kernel", "name": ")") + name + R"(", "pid": 0, "tid": 7, "ts": )" +
           QByteArray::number(ts) + R"(, "dur": )" + QByteArray::number(dur) + "}";
}

const QString& caseNine()
{
    static const QString path = testFile("cases/09-overlap-one-stream/trace.json");
    return path;
}

QJsonObject findingOf(const QJsonObject& json, const QString& code)
{
    for (const QJsonValue& finding : json["findings"].toArray()) {
        if (finding["code"] == code)
            return finding.toObject();
    }
    return {};
}

} // namespace

QString TestCheckCommand::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

void TestCheckCommand::aSoundTraceIsOneLine_data()
{
    QTest::addColumn<QString>("trace");
    for (const char* name : {"compiled_train", "ddp_nccl_rank0", "decode_graph_200", "eager_train", "graph_fwdbwd",
                             "graph_train", "moe_overlap", "two_graphs"})
        QTest::newRow(name) << QString("real/%1.pt.trace.json.gz").arg(name);
    QTest::newRow("jax_matmul") << "real/jax_matmul.perfetto_trace.json.gz";
}

void TestCheckCommand::aSoundTraceIsOneLine()
{
    QFETCH(QString, trace);
    const CliResult result = runCli({"check", testFile(trace), "--strict"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.out.count('\n'), 1);
    QVERIFY2(result.out.contains(": clean, "), result.out.constData());
}

void TestCheckCommand::jsonHasEveryField()
{
    // The amounts by hand: see expect.md and the kernels' times.
    const CliResult result = runCli({"check", caseNine(), "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    const QJsonObject json = result.json();
    QCOMPARE(json["schema"], QJsonValue(1));
    QCOMPARE(json["clean"], QJsonValue(false));
    const QJsonObject overlaps = findingOf(json, "overlapping-kernels");
    QCOMPARE(overlaps["severity"], QJsonValue("warning"));
    QCOMPARE(overlaps["source"], QJsonValue("trace"));
    QCOMPARE(overlaps["count"], QJsonValue(5));
    QCOMPARE(overlaps["total_ns"], QJsonValue(13400));
    QCOMPARE(overlaps["largest_ns"], QJsonValue(5000));
    QVERIFY(!overlaps["message"].toString().isEmpty());
    QVERIFY(!overlaps["meaning"].toString().isEmpty());
    QVERIFY(!overlaps["unreliable"].toArray().isEmpty());
    const QJsonObject place = overlaps["places"].toArray().first().toObject();
    QFile file(caseNine());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(place["byte"].toInteger(), qint64(text.lastIndexOf('{', text.indexOf("k01"))));
    QCOMPARE(place["name"], QJsonValue("k01"));
    QCOMPARE(place["track"], QJsonValue("stream 7"));
    QCOMPARE(place["time_ns"], QJsonValue(1005000));
    QVERIFY(findingOf(json, "zero-duration")["total_ns"].isNull());
}

void TestCheckCommand::jsonOfASoundTraceIsClean()
{
    const QJsonObject json = runCli({"check", testFile("real/two_graphs.pt.trace.json.gz"), "--format", "json"}).json();
    QCOMPARE(json["schema"], QJsonValue(1));
    QCOMPARE(json["clean"], QJsonValue(true));
    QCOMPARE(json["findings"], QJsonValue(QJsonArray()));
}

void TestCheckCommand::theTableNamesCodesPlacesAndFigures()
{
    const CliResult result = runCli({"check", caseNine()});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    QVERIFY(result.out.contains("0 errors, 2 warnings, 0 notes\n"));
    QVERIFY(result.out.contains("warning   overlapping-kernels      5  13.4 \xC2\xB5s     5 \xC2\xB5s\n"));
    QVERIFY(result.out.contains("Unreliable: duration totals"));
    QVERIFY(result.out.contains("59.6 \xC2\xB5s  GPU 0, stream 7  k12\n"));
}

void TestCheckCommand::loadFindingsAreResults()
{
    const QString trace =
        write("odd.json", "{\"traceEvents\": [" + kernelAt("a", 0, 10) + ", " + kernelAt("back", 20, -5) + ",]}");
    const CliResult result = runCli({"check", trace, "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    const QJsonObject negative = findingOf(result.json(), "negative-duration");
    QCOMPARE(negative["severity"], QJsonValue("error"));
    QCOMPARE(negative["source"], QJsonValue("load"));
    QCOMPARE(negative["count"], QJsonValue(1));
    const QJsonObject place = negative["places"].toArray().first().toObject();
    QCOMPARE(place["name"], QJsonValue("back"));
    QCOMPARE(place["byte"].toInteger(), qint64(17 + kernelAt("a", 0, 10).size() + 2));
    QCOMPARE(findingOf(result.json(), "surplus-comma")["count"], QJsonValue(1));
}

void TestCheckCommand::annotationFindingsAreResults()
{
    const QString annotations = write("rank.json", R"({"1": [{"name": "x"}]})");
    const CliResult result =
        runCli({"check", testFile("real/two_graphs.pt.trace.json.gz"), "-a", annotations, "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(findingOf(result.json(), "nothing-matches")["source"], QJsonValue("annotations"));
}

void TestCheckCommand::strictFailsOnWarningsButNotOnNotes()
{
    QCOMPARE(runCli({"check", caseNine(), "--strict"}).status, 1);
    QCOMPARE(runCli({"check", caseNine()}).status, 0);
    const QString note =
        write("note.json", "{\"traceEvents\": [" + kernelAt("a", 0, 10) + ", " + kernelAt("b", 9, 10) + "]}");
    const CliResult result = runCli({"check", note, "--strict"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.contains("0 errors, 0 warnings, 1 note\n"));
}

void TestCheckCommand::textOfTheFileCannotCommandTheTerminal()
{
    const QString trace = write("red.json", "{\"traceEvents\": [" + kernelAt("\\u001b[31mred\\n", 0, 0) + "]}");
    const CliResult result = runCli({"check", trace});
    QVERIFY(!result.out.contains('\x1b'));
    QVERIFY2(result.out.contains("?[31mred?\n"), result.out.constData());
}

void TestCheckCommand::aFileThatIsNoTraceIsAnError()
{
    const CliResult result = runCli({"check", write("notes.txt", "step 3 was slow\n")});
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QVERIFY(result.err.startsWith("lanescope-cli: error: "));
}

LANESCOPE_TEST(TestCheckCommand)
#include "tst_check_command.moc"
