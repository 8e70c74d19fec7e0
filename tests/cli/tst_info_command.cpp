// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QJsonArray>

using namespace lanescope::test;

class TestInfoCommand : public QObject {
    Q_OBJECT

private slots:
    void jsonHasEveryGoldenField_data();
    void jsonHasEveryGoldenField();
    void jsonTellsMoreThanTheGoldenFields();
    void jsonIntegersKeepAllDigits();
    void matchTellsEachGraph();
    void oddEntriesAreWarnedOfOnce();
    void zeroMatchesAreNeverSilent();
    void resultsAndMessagesAreKeptApart();
    void theTableIsReadable();
};

void TestInfoCommand::jsonHasEveryGoldenField_data()
{
    QTest::addColumn<QString>("trace");
    for (const char* name : {"compiled_train", "ddp_nccl_rank0", "decode_graph_200", "eager_train", "graph_fwdbwd",
                             "graph_train", "moe_overlap", "two_graphs"})
        QTest::newRow(name) << QString("real/%1.pt.trace.json.gz").arg(name);
    QTest::newRow("jax_matmul") << "real/jax_matmul.perfetto_trace.json.gz";
}

// The golden value; in lists of objects the fields that the golden file does not have are left out.
static QJsonValue likeGolden(const QJsonValue& actual, const QJsonValue& golden)
{
    const QJsonArray goldenList = golden.toArray();
    if (goldenList.isEmpty() || !goldenList.first().isObject())
        return actual;
    QJsonArray list;
    for (const QJsonValue& item : actual.toArray()) {
        QJsonObject object;
        const QJsonObject given = item.toObject();
        for (const QString& key : goldenList.first().toObject().keys())
            object[key] = given[key];
        list.append(object);
    }
    return list;
}

void TestInfoCommand::jsonHasEveryGoldenField()
{
    QFETCH(QString, trace);
    QFile file(testFile(QString("golden/info/%1.json").arg(QTest::currentDataTag())));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject golden = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(!golden.isEmpty());
    const CliResult result = runCli({"info", testFile(trace), "--format", "json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    const QJsonObject json = result.json();
    for (const QString& key : golden.keys())
        QCOMPARE(likeGolden(json[key], golden[key]), golden[key]);
    QCOMPARE(json["schema"], QJsonValue(1));
    QCOMPARE(json["warnings"], QJsonValue(QJsonArray()));
}

void TestInfoCommand::jsonTellsMoreThanTheGoldenFields()
{
    const QJsonObject json =
        runCli({"info", testFile("real/ddp_nccl_rank0.pt.trace.json.gz"), "--format", "json"}).json();
    QCOMPARE(json["base_time_ns"], QJsonValue(qint64(1790857026000000000)));
    QCOMPARE(json["devices"], QJsonValue(QJsonArray{QJsonObject{{"device", 0}, {"name", "NVIDIA H200"}}}));
    QCOMPARE(json["rank"], QJsonValue(0));
    QCOMPARE(json["streams"].toArray().first().toObject()["name"], QJsonValue("stream 7"));
    QVERIFY(json["annotations"].isNull());
    const QJsonObject jax =
        runCli({"info", testFile("real/jax_matmul.perfetto_trace.json.gz"), "--format", "json"}).json();
    QVERIFY(jax.contains("base_time_ns") && jax["base_time_ns"].isNull());
    QVERIFY(jax.contains("rank") && jax["rank"].isNull());
}

void TestInfoCommand::jsonIntegersKeepAllDigits()
{
    const CliResult result = runCli({"info", testFile("real/eager_train.pt.trace.json.gz"), "--format", "json"});
    QVERIFY(result.out.contains("\"base_time_ns\": 1790857026000000000,"));
    QVERIFY(result.out.contains("5104155973279901,"));
}

void TestInfoCommand::matchTellsEachGraph()
{
    const QJsonObject json = runCli({"info", testFile("real/decode_graph_200.pt.trace.json.gz"), "-a",
                                     testFile("real/decode_graph_200.annotations.json"), "--format", "json"})
                                 .json();
    const QJsonObject expected{{"exec_graph_id", 5},
                               {"in_file", 90},
                               {"in_trace", 91},
                               {"matched", 90},
                               {"guessed", false},
                               {"how", ""},
                               {"reason", "1 of 91 nodes was captured outside of every annotation"}};
    QCOMPARE(json["match"], QJsonValue(QJsonArray{expected}));
}

// cases/13: three warnings that say which entry is odd.
void TestInfoCommand::oddEntriesAreWarnedOfOnce()
{
    const QStringList arguments{"info",     testFile("cases/13-annotation-forms/trace.json"),
                                "-a",       testFile("cases/13-annotation-forms/annotations.json"),
                                "--format", "json"};
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 0);
    const QList<QByteArray> lines = result.err.trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(3));
    QVERIFY2(lines[0].contains("stream") && lines[0].contains("side"), lines[0].constData());
    QVERIFY2(lines[1].contains("4294967308"), lines[1].constData());
    QVERIFY2(lines[2].contains("not-a-number"), lines[2].constData());
    QCOMPARE(result.json()["annotated"], QJsonValue(10));
    const QJsonObject first = result.json()["warnings"].toArray().at(0).toObject();
    QCOMPARE(first["code"], QJsonValue("annotation-stream-not-a-number"));
    QCOMPARE(first["count"], QJsonValue(1));
    QVERIFY(first["first_byte"].toInt() > 0);
    QVERIFY(!first["message"].toString().isEmpty());
}

void TestInfoCommand::zeroMatchesAreNeverSilent()
{
    const CliResult result = runCli({"info", testFile("real/graph_train.pt.trace.json.gz"), "-a",
                                     testFile("real/decode_graph_200.annotations.json")});
    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("nothing matches") && result.err.contains("exec graph 5") &&
                 result.err.contains("exec graph 2"),
             result.err.constData());
}

void TestInfoCommand::resultsAndMessagesAreKeptApart()
{
    const CliResult result = runCli({"info", testFile("cases/13-annotation-forms/trace.json"), "-a",
                                     testFile("cases/13-annotation-forms/annotations.json")});
    QVERIFY(!result.out.contains("warning"));
    QVERIFY(!result.err.contains('\r')); // no progress line where no terminal is
}

void TestInfoCommand::theTableIsReadable()
{
    const CliResult result = runCli({"info", testFile("cases/12-flow-same-ts/trace.json"), "-a",
                                     testFile("cases/12-flow-same-ts/annotations.json")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.out.mid(result.out.indexOf("19 entries")), QByteArray(R"(19 entries, 8 of them slices
Category      Slices
cuda_runtime       3
kernel             5

Arrows  Complete  Ends without start
ac2g           5                   0

5 pieces of GPU work: 5 in CUDA graphs, 5 annotated
Phase    Work
forward     5

Process  Stream  Name      Work  Lanes   Busy
0        7       stream 7     5      2  24 µs

Exec graph  Replays  Nodes  In file  Matched
         3        3      5        5        5
)"));
}

LANESCOPE_TEST(TestInfoCommand)
#include "tst_info_command.moc"
