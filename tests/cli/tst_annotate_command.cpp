// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

#include <sys/resource.h>

namespace {

struct Outcome {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

// One trace with a graphed kernel of node 9 on stream 5.
constexpr const char* kTrace = R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":5,"ts":1,"dur":5,)"
                               R"("args":{"stream":5,"graph node id":9}}]})";
constexpr const char* kAnnotations = R"({"9":[{"name":"ag","stream":61}]})";

} // namespace

class TestAnnotateCommand : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    void put(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QByteArray get(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<not there>");
    }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    // Runs the command in the folder; `mostBytes` limits the files it may write.
    Outcome annotate(const QStringList& arguments, qint64 mostBytes = -1) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        if (mostBytes >= 0) {
            process.setChildProcessModifier([mostBytes] {
                const rlimit limit{static_cast<rlim_t>(mostBytes), static_cast<rlim_t>(mostBytes)};
                setrlimit(RLIMIT_FSIZE, &limit);
            });
        }
        process.start(LANESCOPE_CLI, QStringList{"annotate"} + arguments);
        if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
            return {-1, "", "did not finish: " + process.errorString().toUtf8()};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private slots:
    void init()
    {
        put("t.json", kTrace);
        put("a.json", kAnnotations);
    }
    void cleanup()
    {
        for (const QString& name : names())
            QFile::remove(path(name));
    }

    void countsAndOutputAreSaid()
    {
        const Outcome outcome = annotate({"t.json", "-a", "a.json", "-o", "o.json"});
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out,
                 QByteArray("annotated: 1\nmoved: 1\nremoved: 0\nclamped: 0\nrepaired: 0\noutput: o.json\n"));
        QCOMPARE(lanescope::test::jsonAt(get("o.json").toStdString(), "traceEvents/0/args/name"),
                 std::string("\"ag\""));
    }

    void annotationsBesideTheTraceAreFoundAndNamed()
    {
        QVERIFY(QFile::rename(path("a.json"), path("t.annotations.json")));
        const Outcome outcome = annotate({"t.json"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("t.annotations.json\n"), outcome.out);
        QVERIFY2(outcome.out.contains("output: t.annotated.json\n"), outcome.out);
        QVERIFY(get("t.annotated.json").contains("\"ag\""));
    }

    void theOutputIsCompressedWhenItsNameSaysSo()
    {
        QCOMPARE(annotate({"t.json", "-a", "a.json", "-o", "o.json.gz"}).status, 0);
        QVERIFY(get("o.json.gz").startsWith("\x1f\x8b"));
        QCOMPARE(annotate({"o.json.gz", "-a", "a.json", "-o", "o.json"}).status, 0);
        QVERIFY(get("o.json").startsWith("{\"lanescope\""));
    }

    void anExportIsExportedAgainUnchanged()
    {
        QCOMPARE(annotate({"t.json", "-a", "a.json", "-o", "o.json"}).status, 0);
        QCOMPARE(annotate({"o.json", "-a", "a.json", "-o", "o2.json"}).status, 0);
        QCOMPARE(get("o2.json"), get("o.json"));
        // Without the file, from what the export carries itself.
        QCOMPARE(annotate({"o.json", "-o", "o3.json"}).status, 0);
        QCOMPARE(get("o3.json"), get("o.json"));
    }

    void optionsReachTheExport()
    {
        put("none.json", R"({"1":"x"})");
        QCOMPARE(annotate({"t.json", "-a", "none.json", "-o", "o.json", "--default-stream", "20"}).status, 0);
        const std::string moved = get("o.json").toStdString();
        QCOMPARE(lanescope::test::jsonAt(moved, "traceEvents/0/tid"), std::string("20"));
        QCOMPARE(lanescope::test::jsonAt(moved, "lanescope/options"), std::string("\"--default-stream 20\""));
        QCOMPARE(annotate({"t.json", "-a", "none.json", "-o", "o.json", "--default-stream", "keep"}).status, 0);
        QCOMPARE(lanescope::test::jsonAt(get("o.json").toStdString(), "traceEvents/0/tid"), std::string("5"));
        QCOMPARE(annotate({"t.json", "-a", "none.json", "-o", "o.json", "--compat", "torch"}).status, 0);
        QCOMPARE(lanescope::test::jsonAt(get("o.json").toStdString(), "traceEvents/0/tid"), std::string("7"));
        QVERIFY(!get("o.json").contains("lanescope"));
    }

    void largeOverlapsAreWarnedAbout()
    {
        put("t.json", R"([{"cat":"kernel","tid":1,"ts":100,"dur":10,"args":{"graph node id":9}},)"
                      R"({"cat":"kernel","tid":1,"ts":105,"dur":10,"args":{"graph node id":9}}])");
        const QStringList command{"t.json", "-a", "a.json", "-o", "o.json", "--compat", "torch"};
        Outcome outcome = annotate(command);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("warning: 1 overlap") && outcome.err.contains("5 us"), outcome.err);
        outcome = annotate(command + QStringList{"--max-adjust-us", "5"});
        QVERIFY2(outcome.out.contains("clamped: 1\n") && outcome.err.isEmpty(), outcome.out + outcome.err);
    }

    void noMatchIsAWarningAndWithStrictAFault()
    {
        put("a.json", R"({"1":"x"})");
        Outcome outcome = annotate({"t.json", "-a", "a.json", "-o", "o.json"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("warning: "), outcome.err);
        QVERIFY2(outcome.out.contains("annotated: 0\n"), outcome.out);
        QVERIFY(QFile::remove(path("o.json")));
        outcome = annotate({"t.json", "-a", "a.json", "-o", "o.json", "--strict"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(QFile::exists(path("o.json")));
    }

    void withoutAnnotationsThereIsNoOutput()
    {
        QVERIFY(QFile::remove(path("a.json")));
        const Outcome outcome = annotate({"t.json", "-o", "o.json"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains("-a") &&
                     outcome.err.contains("kernel_annotations_rank"),
                 outcome.err);
        QVERIFY(!QFile::exists(path("o.json")));
    }

    void faultsOfTheInputAreOneLineAndStatusOne_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such trace") << QStringList{"none.json", "-a", "a.json", "-o", "o.json"};
        QTest::newRow("no such annotations") << QStringList{"t.json", "-a", "none.json", "-o", "o.json"};
        QTest::newRow("annotations that are none") << QStringList{"t.json", "-a", "text", "-o", "o.json"};
        QTest::newRow("a trace that is none") << QStringList{"text", "-a", "a.json", "-o", "o.json"};
        QTest::newRow("no such folder") << QStringList{"t.json", "-a", "a.json", "-o", "none/o.json"};
        QTest::newRow("output is a folder") << QStringList{"t.json", "-a", "a.json", "-o", "."};
        QTest::newRow("full device") << QStringList{"t.json", "-a", "a.json", "-o", "/dev/full"};
    }
    void faultsOfTheInputAreOneLineAndStatusOne()
    {
        QFETCH(QStringList, arguments);
        put("text", "this is no JSON at all");
        const Outcome outcome = annotate(arguments);
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.startsWith("lanescope-cli: error: "), outcome.err);
        QVERIFY(!QFile::exists(path("o.json")));
    }

    void wrongUsageIsStatusTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QStringList base{"t.json", "-a", "a.json", "-o", "o.json"};
        QTest::newRow("no trace") << QStringList{};
        QTest::newRow("unknown option") << base + QStringList{"--nope"};
        QTest::newRow("stream is no number") << base + QStringList{"--default-stream", "side"};
        QTest::newRow("unknown compat") << base + QStringList{"--compat", "other"};
        QTest::newRow("keep with torch") << base + QStringList{"--compat", "torch", "--default-stream", "keep"};
        QTest::newRow("overlap stream without torch") << base + QStringList{"--overlap-stream", "9"};
        QTest::newRow("adjust without torch") << base + QStringList{"--max-adjust-us", "1"};
        QTest::newRow("negative adjust") << base + QStringList{"--compat", "torch", "--max-adjust-us=-1"};
        QTest::newRow("unreadable range") << base + QStringList{"--range", "5:20"};
        QTest::newRow("lanes with torch") << base + QStringList{"--compat", "torch", "--split-lanes"};
        QTest::newRow("undo with annotations") << base + QStringList{"--undo"};
        QTest::newRow("output is the trace") << QStringList{"t.json", "-a", "a.json", "-o", "./t.json"};
        QTest::newRow("output is the annotation file") << QStringList{"t.json", "-a", "a.json", "-o", "a.json"};
    }
    void wrongUsageIsStatusTwo()
    {
        QFETCH(QStringList, arguments);
        const Outcome outcome = annotate(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY(!outcome.err.isEmpty());
        QVERIFY(!QFile::exists(path("o.json")));
        QCOMPARE(get("t.json"), QByteArray(kTrace));
        QCOMPARE(get("a.json"), QByteArray(kAnnotations));
    }

    void anExportIsTakenBack()
    {
        QCOMPARE(annotate({"t.json", "-a", "a.json", "-o", "t.annotated.json.gz"}).status, 0);
        const Outcome outcome = annotate({"--undo", "t.annotated.json.gz", "-o", "back.json"});
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.out,
                 QByteArray("restored: 1\nreturned: 0\nremoved: 2\nexports undone: 1\noutput: back.json\n"));
        QCOMPARE(get("back.json"), QByteArray(kTrace));
        QVERIFY2(annotate({"--undo", "t.annotated.json.gz"}).out.contains("output: t.recorded.json.gz\n"), "name");
        // What is no export is a fault of the call, in one line.
        const Outcome wrong = annotate({"--undo", "t.json", "-o", "o.json"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.err.count('\n') == 1 && wrong.err.contains("no export"), wrong.err);
        QVERIFY(!QFile::exists(path("o.json")));
    }

    void aRangeAndSplitLanesAreSaidAndNamed()
    {
        const Outcome outcome =
            annotate({"t.json", "-a", "a.json", "-o", "o.json", "--range", "1ms:2ms", "--split-lanes"});
        QVERIFY2(outcome.status == 0 && outcome.out.contains("left out: 1\n"), outcome.out); // it is 5 us long
        const Outcome inside = annotate({"t.json", "-a", "a.json", "-o", "o.json", "--range", ":2us", "--split-lanes"});
        QVERIFY2(inside.status == 0 && inside.out.contains("split: 0\nleft out: 0\noutput: o.json\n"), inside.out);
        QCOMPARE(lanescope::test::jsonAt(get("o.json").toStdString(), "lanescope/options"),
                 std::string("\"--split-lanes --range :2us\""));
    }

    void aFullDiskLeavesTheOldFileWhole_data()
    {
        QTest::addColumn<QString>("output");
        QTest::newRow("plain") << QString("o.json");
        QTest::newRow("compressed") << QString("o.json.gz");
    }
    void aFullDiskLeavesTheOldFileWhole()
    {
        QFETCH(QString, output);
        put(output, "old");
        const QString data = QString(LANESCOPE_TEST_DATA) + "/real/graph_train";
        const Outcome outcome =
            annotate({data + ".pt.trace.json.gz", "-a", data + ".annotations.json", "-o", output}, 20000);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains("File too large"), outcome.err);
        QCOMPARE(get(output), QByteArray("old"));
        QCOMPARE(names().size(), qsizetype(3)); // t.json, a.json and the old file
    }

    void aKillLeavesTheOldFileWholeAndNothingElse_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("killed") << SIGKILL;
        QTest::newRow("asked to stop") << SIGTERM;
    }
    void aKillLeavesTheOldFileWholeAndNothingElse()
    {
        QFETCH(int, signal);
        // Long enough to be caught while it works.
        QByteArray trace = "[";
        for (int i = 0; trace.size() < 30000000; ++i)
            trace += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":5,"ts":)" + QByteArray::number(i) +
                     R"(,"dur":1,"args":{"stream":5,"graph node id":9}},)";
        trace.back() = ']';
        put("large.json", trace);
        QCOMPARE(annotate({"large.json", "-a", "a.json", "-o", "o.json"}).status, 0);
        const QByteArray whole = get("o.json");
        put("o.json", "old");
        for (int delayMs = 0; delayMs < 400; delayMs += 40) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            process.start(LANESCOPE_CLI, {"annotate", "large.json", "-a", "a.json", "-o", "o.json"});
            QVERIFY(process.waitForStarted());
            if (process.waitForFinished(delayMs))
                break; // it was faster
            ::kill(static_cast<pid_t>(process.processId()), signal);
            QVERIFY(process.waitForFinished(60000));
            const bool isDone = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
            // The new file may be there already when the signal comes.
            const QByteArray output = get("o.json");
            QVERIFY((!isDone && output == "old") || output == whole);
            QCOMPARE(names().filter(".lanescope").size(), qsizetype(0));
            if (output == whole)
                break;
        }
    }
};

LANESCOPE_TEST(TestAnnotateCommand)
#include "tst_annotate_command.moc"
