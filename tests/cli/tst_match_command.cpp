// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestMatchCommand : public QObject {
    Q_OBJECT

private slots:
    void everyGraphIsReportedWithItsReason();
    void nodesAndKernelsWithoutAnAnnotationAreNamed();
    void modulesTellTheirShare();
    void theTableTellsTheSame();
    void aPickleOfAnyProtocolMatchesAsJsonDoes_data();
    void aPickleOfAnyProtocolMatchesAsJsonDoes();
    void aPickleThatWouldRunSomethingIsRefused_data();
    void aPickleThatWouldRunSomethingIsRefused();
    void aJournalIsReadAndTold();
    void aGuessIsMadeOnRequestOnly();
    void nothingMatchedIsTold();
    void noAnnotationsIsAnError();

private:
    QString write(const QString& name, const QByteArray& content);

    QTemporaryDir m_folder;
};

QString TestMatchCommand::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

// Exec graph 2 with nodes 1 and 2, exec graph 3 with node 1; times in microseconds.
static QByteArray trace()
{
    const auto kernel = [](const char* name, const char* node, int ts, int dur) {
        return QByteArray(R"({"ph": "X", "cat": "kernel", "name": ")") + name + R"(", "pid": 0, "tid": 7, "ts": )" +
               QByteArray::number(ts) + ", \"dur\": " + QByteArray::number(dur) +
               R"(, "args": {"stream": 7, "correlation": 1, "graph node id": )" + node + "}}";
    };
    return R"({"traceEvents": [)" + kernel("gemm", "8589934593", 0, 30) + ',' + kernel("norm", "8589934594", 40, 10) +
           ',' + kernel("gemm", "12884901889", 60, 60) + "]}";
}

static int workOf(const QJsonObject& json, const char* figure)
{
    return json["work"].toObject()[figure].toInt();
}

static const QByteArray kAnnotations = R"({"8589934593": [{"name": "proj", "module": "L.layers.0.proj"}]})";

void TestMatchCommand::everyGraphIsReportedWithItsReason()
{
    const CliResult result =
        runCli({"match", write("t.json", trace()), "-a", write("a.json", kAnnotations), "--format", "json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["schema"].toInt(), 1);
    QCOMPARE(json["problem"].toString(), QString());
    QByteArray text;
    for (const QJsonValue& graph : json["graphs"].toArray()) {
        text += QByteArray::number(graph["exec_graph_id"].toInt());
        for (const char* key : {"replays", "in_file", "in_trace", "matched"})
            text += ' ' + QByteArray::number(graph[key].toInt());
        text += " " + graph["reason"].toString().toUtf8() + '\n';
    }
    QCOMPARE(text, QByteArray("2 1 1 2 1 1 of 2 nodes was captured outside of every annotation\n"
                              "3 1 0 1 0 not in the annotation file, which has exec graph 2: captured without "
                              "annotations, or instantiated again after they were saved?\n"));
    QCOMPARE(workOf(json, "gpu"), 3);
    QCOMPARE(workOf(json, "graphed"), 3);
    QCOMPARE(workOf(json, "annotated"), 1);
    QCOMPARE(workOf(json, "graphed_ns"), 100000);
    QCOMPARE(workOf(json, "annotated_ns"), 30000);
}

void TestMatchCommand::nodesAndKernelsWithoutAnAnnotationAreNamed()
{
    const QJsonObject json =
        runCli({"match", write("t.json", trace()), "-a", write("a.json", kAnnotations), "--format", "json"}).json();
    const QJsonArray nodes = json["graphs"].toArray()[0].toObject()["nodes_without"].toArray();
    QCOMPARE(nodes.size(), 1);
    QCOMPARE(nodes[0]["graph_node_id"].toInteger(), qint64(8589934594));
    QCOMPARE(nodes[0]["number"].toInt(), 2);
    QCOMPARE(nodes[0]["kernel"].toString(), QString("norm"));
    const QJsonArray kernels = json["kernels_without"].toArray();
    QCOMPARE(json["kernel_names_without"].toInt(), 2);
    QCOMPARE(kernels[0]["name"].toString(), QString("gemm")); // of graph 3
    QCOMPARE(kernels[0]["gpu_ns"].toInt(), 60000);
    QCOMPARE(kernels[1]["name"].toString(), QString("norm"));
}

void TestMatchCommand::modulesTellTheirShare()
{
    const QJsonObject json =
        runCli({"match", write("t.json", trace()), "-a", write("a.json", kAnnotations), "--format", "json"}).json();
    QByteArray text;
    for (const QJsonValue& module : json["modules"].toArray())
        text += module["path"].toString().toUtf8() + ' ' + QByteArray::number(module["work"].toInt()) + ' ' +
                QByteArray::number(module["gpu_ns"].toInt()) + '\n';
    QCOMPARE(text, QByteArray("layers 1 30000\nlayers.0 1 30000\nlayers.0.proj 1 30000\n"));
}

void TestMatchCommand::theTableTellsTheSame()
{
    const CliResult result = runCli({"match", write("t.json", trace()), "-a", write("a.json", kAnnotations)});
    QCOMPARE(result.status, 0);
    for (const char* part :
         {"1 pieces, 30 µs (30.0 % of the time in graphs)", "captured outside of every annotation", "8589934594",
          "Kernels of graphs without an annotation", "    layers.0.proj     1     30 µs     30.0 %"})
        QVERIFY2(result.out.contains(part), (part + ("\n" + result.out)).constData());
}

// cases/14-pickle-protocols: what same-as.json gives.
void TestMatchCommand::aPickleOfAnyProtocolMatchesAsJsonDoes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("annotated"); // of the 4 kernels
    QTest::addColumn<int>("inFile");
    for (const char* name : {"annotations-p0.pkl", "annotations-p1.pkl", "annotations-p2.pkl", "annotations-p3.pkl",
                             "annotations-p4.pkl", "annotations-p5.pkl", "defaultdict-p4.pkl", "same-as.json"})
        QTest::newRow(name) << name << 4 << 4;
    QTest::newRow("shared-memo-p4.pkl") << "shared-memo-p4.pkl" << 3 << 3;
    QTest::newRow("many-frames-p5.pkl") << "many-frames-p5.pkl" << 3 << 3000;
}

void TestMatchCommand::aPickleOfAnyProtocolMatchesAsJsonDoes()
{
    QFETCH(QString, name);
    const QString folder = testFile("cases/14-pickle-protocols/");
    const CliResult result = runCli({"match", folder + "trace.json", "-a", folder + name, "--format", "json"});
    QCOMPARE(result.status, 0);
    QTEST(workOf(result.json(), "annotated"), "annotated");
    int inFile = 0;
    for (const QJsonValue& graph : result.json()["graphs"].toArray())
        inFile += graph["in_file"].toInt();
    QTEST(inFile, "inFile");
}

void TestMatchCommand::aPickleThatWouldRunSomethingIsRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("global");
    QTest::newRow("a") << "a-text-global.pkl" << QByteArray("posix.system");
    QTest::newRow("b") << "b-stack-global-p4.pkl" << QByteArray("posix.system");
    QTest::newRow("c") << "c-exec-p2.pkl" << QByteArray("builtins.exec");
    QTest::newRow("d") << "d-hidden-in-good-data-p4.pkl" << QByteArray("subprocess.check_output");
    QTest::newRow("e") << "e-pickle-named.json" << QByteArray("posix.system");
    QTest::newRow("f") << "f-getattr-chain-p2.pkl" << QByteArray("builtins.getattr");
}

void TestMatchCommand::aPickleThatWouldRunSomethingIsRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, global);
    const QString folder = testFile("cases/15-pickle-os-system/");
    for (const char* command : {"match", "info", "annotate"}) {
        const CliResult result = runCli({command, folder + "trace.json", "-a", folder + name});
        QCOMPARE(result.status, 1);
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains("names " + global + ',') && result.err.contains("nothing was run"),
                 result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }
    QVERIFY(QDir("/tmp").entryList({"trace-viewer-canary-*"}).isEmpty());
}

void TestMatchCommand::aJournalIsReadAndTold()
{
    const QString journal =
        write("crashed.journal", "{\"lanescope_journal\": 1}\n{\"graph\": {\"id\": 1, \"exec_ids\": [], \"regions\": "
                                 "[{\"annotations\": [\"attn\"]}], \"nodes\": [{\"id\": 1, \"region\": 0}]}}\n"
                                 "{\"instantiated\": {\"graph\": 1, \"exec\": 2}}\n{\"instantia");
    const CliResult result = runCli({"match", write("t.json", trace()), "-a", journal, "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(workOf(result.json(), "annotated"), 1);
    QVERIFY2(result.err.contains("recovered from a journal"), result.err.constData());
}

void TestMatchCommand::aGuessIsMadeOnRequestOnly()
{
    const QString path = write("t.json", trace());
    const QString annotations = write("other.json", R"({"21474836481": [{"name": "old"}]})"); // node 1 of graph 5
    const CliResult plain = runCli({"match", path, "-a", annotations, "--format", "json"});
    QCOMPARE(workOf(plain.json(), "annotated"), 0);
    QVERIFY(plain.json()["problem"].toString().contains("--guess"));
    const CliResult guessed = runCli({"match", path, "-a", annotations, "--guess", "--format", "json"});
    QCOMPARE(workOf(guessed.json(), "annotated"), 2);
    for (const QJsonValue& graph : guessed.json()["graphs"].toArray())
        QCOMPARE(graph["guessed"].toBool(), graph["in_trace"].toInt() > 0);
    QVERIFY2(guessed.err.contains("a guess"), guessed.err.constData());
    const CliResult info = runCli({"info", path, "-a", annotations, "--guess"});
    QVERIFY2(info.out.contains("a guess"), info.out.constData());
    const CliResult annotate =
        runCli({"annotate", path, "-a", annotations, "--guess", "-o", m_folder.filePath("out.json")});
    QCOMPARE(annotate.status, 0);
    QFile output(m_folder.filePath("out.json"));
    QVERIFY(output.open(QIODevice::ReadOnly));
    const QByteArray text = output.readAll();
    int marked = 0;
    for (const QJsonValue& event : QJsonDocument::fromJson(text)["traceEvents"].toArray())
        marked += event["args"].toObject().contains("annotation_guessed") ? 1 : 0;
    QCOMPARE(marked, 2);
    QVERIFY(text.contains("--guess")); // in the header
}

void TestMatchCommand::nothingMatchedIsTold()
{
    const QString path = write("t.json", trace());
    const QString annotations = write("other.json", R"({"21474836487": ["x"]})");
    const CliResult result = runCli({"match", path, "-a", annotations});
    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("nothing matches"), result.err.constData());
    QVERIFY2(result.out.contains("nothing matches"), result.out.constData());
    QCOMPARE(runCli({"match", path, "-a", annotations, "--strict"}).status, 1);
}

void TestMatchCommand::noAnnotationsIsAnError()
{
    const QTemporaryDir empty;
    QDir(empty.path()).mkpath("x/y/z");
    const QString path = empty.filePath("x/y/z/t.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(trace()) > 0);
    file.close();
    const CliResult result = runCli({"match", path});
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains("no annotations"), result.err.constData());
}

LANESCOPE_TEST(TestMatchCommand)
#include "tst_match_command.moc"
