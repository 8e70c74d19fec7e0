// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestProvenance : public QObject {
    Q_OBJECT

private slots:
    void everyVersionOfCase16IsWritten_data();
    void everyVersionOfCase16IsWritten();
    void infoTellsHowManyKernelsHaveStacks();
    void infoFindsTheFilesBesideTheTrace();
    void withoutFilesInfoTellsNone();
    void annotateWritesStacksOnlyWhenAsked();
    void filesThatDoNotFitAreToldAndCountAsNothingWithStrict();
    void wrongUseIsRefused_data();
    void wrongUseIsRefused();

private:
    QString output() const { return m_folder.filePath("out.json"); }
    QByteArray written() const
    {
        QFile file(output());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<not there>");
    }
    // The text at a path of what was written.
    QByteArray at(const char* path) const { return QByteArray::fromStdString(jsonAt(written().toStdString(), path)); }

    QTemporaryDir m_folder;
};

void TestProvenance::everyVersionOfCase16IsWritten_data()
{
    QTest::addColumn<QByteArray>("relu"); // the line of the first stack, "-" for none
    QTest::addColumn<QByteArray>("candidates");
    QTest::addColumn<QByteArray>("warning");
    for (const char* version : {"v2", "tlparse-names", "kernel-information"})
        QTest::newRow(version) << QByteArray("12") << QByteArray("2") << QByteArray();
    QTest::newRow("v1-no-handles") << QByteArray("12 31") << QByteArray("<none>") << QByteArray();
    QTest::newRow("v0-flat") << QByteArray("-") << QByteArray("<none>") << QByteArray("names of nodes but no stacks");
    QTest::newRow("no-kernels") << QByteArray("-") << QByteArray("<none>") << QByteArray("has no kernels");
}

// expect.md of the case: both calls of relu, both frames of mean, nothing for add_1 (add_10 is another) and the gemm.
void TestProvenance::everyVersionOfCase16IsWritten()
{
    QFETCH(QByteArray, relu);
    QFETCH(QByteArray, candidates);
    QFETCH(QByteArray, warning);
    const QString folder = testFile("cases/16-provenance-versions/");
    QStringList arguments{"annotate", folder + "trace.json", "-o", output(), "--provenance"};
    const QDir dir(folder + QString::fromUtf8(QTest::currentDataTag()));
    for (const QString& file : dir.entryList(QDir::Files))
        arguments << dir.filePath(file);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 0);
    QVERIFY2(warning.isEmpty() ? result.err.isEmpty() : result.err.contains(warning), result.err.constData());
    const auto lines = [this](int event) {
        QByteArrayList found;
        for (int i = 0;; ++i) {
            const QByteArray stack =
                at(QByteArray("traceEvents/" + QByteArray::number(event) + "/args/stack/" + QByteArray::number(i))
                       .constData());
            if (stack == "<none>")
                return found.isEmpty() ? QByteArray("-") : found.join(' ');
            found << stack.mid(stack.indexOf("line ") + 5, 2);
        }
    };
    QCOMPARE(lines(0), relu);
    QCOMPARE(lines(3), relu);
    QCOMPARE(at("traceEvents/0/args/stack_candidates"), candidates);
    QCOMPARE(lines(1), relu == "-" ? QByteArray("-") : QByteArray("15 16"));
    QCOMPARE(at("traceEvents/1/args/stack_candidates"), QByteArray("<none>"));
    QCOMPARE(lines(2), QByteArray("-"));
    QCOMPARE(lines(4), QByteArray("-"));
}

void TestProvenance::infoTellsHowManyKernelsHaveStacks()
{
    const CliResult result = runCli({"info", testFile("real/compiled_train.pt.trace.json.gz"), "--provenance",
                                     testFile("real/compiled_train.kernel_information.json"), "--format", "json"});
    QCOMPARE(result.status, 0);
    QJsonObject provenance = result.json()["provenance"].toObject();
    QCOMPARE(provenance.take("files").toArray().size(), 1);
    // Counted by another program.
    QCOMPARE(provenance, (QJsonObject{{"kernels", 268},
                                      {"triton_kernels", 94},
                                      {"triton_with_stack", 94},
                                      {"others_with_stack", 0},
                                      {"with_candidates", 70},
                                      {"with_nodes_only", 0}}));
}

void TestProvenance::infoFindsTheFilesBesideTheTrace()
{
    const CliResult result = runCli({"info", testFile("real/compiled_train.pt.trace.json.gz")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    QVERIFY2(result.out.contains("and 3 more (found beside the trace)"), result.out.constData());
    QVERIFY(result.out.contains("94 of 268 kernels have stacks: 94 of 94 Triton kernels, 0 others; 70 with several "
                                "candidates\n"));
}

void TestProvenance::withoutFilesInfoTellsNone()
{
    const CliResult result = runCli({"info", testFile("real/graph_train.pt.trace.json.gz"), "--format", "json"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.json().contains("provenance") && result.json()["provenance"].isNull());
}

void TestProvenance::annotateWritesStacksOnlyWhenAsked()
{
    // Provenance lies beside the trace, annotations do not.
    const QString trace = testFile("real/compiled_train.pt.trace.json.gz");
    QFile::remove(output());
    QCOMPARE(runCli({"annotate", trace, "-o", output()}).status, 1);
    QCOMPARE(written(), QByteArray("<not there>"));
    const CliResult result = runCli(
        {"annotate", trace, "-o", output(), "--provenance", testFile("real/compiled_train.kernel_information.json")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.out, "annotated: 0\nstacks: 94\nstack candidates: 70\nmoved: 0\nremoved: 0\nclamped: 0\n"
                         "repaired: 0\noutput: " +
                             output().toUtf8() + '\n');
    QCOMPARE(at("lanescope/provenance/0/file"), QByteArray("\"compiled_train.kernel_information.json\""));
    // FNV-1a of the file's bytes, by another program.
    QCOMPARE(at("lanescope/provenance/0/hash"), QByteArray("\"fnv1a64:84ef70772144a41b\""));
    QCOMPARE(written().count("\"stack\":"), 94);
    QCOMPARE(written().count("\"stack_candidates\":"), 70);
}

void TestProvenance::filesThatDoNotFitAreToldAndCountAsNothingWithStrict()
{
    QFile other(m_folder.filePath("other.json"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("{\"triton_other:1\": [\"a.py:1:f\"]}") > 0);
    other.close();
    const QStringList arguments{"annotate",     testFile("cases/16-provenance-versions/trace.json"),
                                "-o",           output(),
                                "--provenance", other.fileName()};
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray("lanescope-cli: warning: none of the trace's kernels is in the provenance files: "
                                    "files of another run, or of another rank?\n"));
    QCOMPARE(runCli(arguments + QStringList{"--strict"}).status, 1);
}

void TestProvenance::wrongUseIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("message");
    const QString file = testFile("real/compiled_train.kernel_information.json");
    QTest::newRow("with torch's script") << QStringList{"--provenance", file, "--compat", "torch"} << 2
                                         << QByteArray("leave out --compat torch");
    QTest::newRow("missing") << QStringList{"--provenance", "none.json"} << 1 << QByteArray("none.json");
    QTest::newRow("a trace") << QStringList{"--provenance", testFile("cases/16-provenance-versions/trace.json")} << 1
                             << QByteArray("a trace, not a provenance file");
    QTest::newRow("no file") << QStringList{"--provenance"} << 2 << QByteArray("--provenance");
}

void TestProvenance::wrongUseIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    QFile::remove(output());
    const CliResult result =
        runCli(QStringList{"annotate", testFile("real/compiled_train.pt.trace.json.gz"), "-o", output()} + arguments);
    QTEST(result.status, "status");
    QVERIFY2(result.err.contains(message), result.err.constData());
    QCOMPARE(written(), QByteArray("<not there>"));
}

LANESCOPE_TEST(TestProvenance)
#include "tst_provenance.moc"
