// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/annotate/discover.h"

#include <QTemporaryDir>

using namespace lanescope;

class TestDiscover : public QObject {
    Q_OBJECT

private slots:
    void aRankIsReadFromAName_data();
    void aRankIsReadFromAName();
    void theFileThatBelongsToATraceIsFound_data();
    void theFileThatBelongsToATraceIsFound();
    void theRankInTheTraceCountsBeforeItsName();
};

void TestDiscover::aRankIsReadFromAName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("rank"); // -1: none
    QTest::newRow("rank3") << QByteArray("trace_rank3.json") << qint64(3);
    QTest::newRow("rank-3") << QByteArray("trace-rank-3.json.gz") << qint64(3);
    QTest::newRow("rank_3") << QByteArray("rank_3.json") << qint64(3);
    QTest::newRow("rank[3]") << QByteArray("trace.rank[3].json") << qint64(3);
    QTest::newRow("capitals") << QByteArray("Rank7.json") << qint64(7);
    QTest::newRow("10 is not 1") << QByteArray("kernel_annotations_rank10_h_1_f.json") << qint64(10);
    QTest::newRow("leading digits") << QByteArray("12_trace.json") << qint64(12);
    QTest::newRow("digits alone") << QByteArray("0.json") << qint64(0);
    QTest::newRow("a word that ends in rank") << QByteArray("lowrank3.json") << qint64(-1);
    QTest::newRow("unknown") << QByteArray("lanescope_annotations_rankunknown_h_5_ab.json") << qint64(-1);
    QTest::newRow("a date is no rank") << QByteArray("20241231_trace.json") << qint64(-1);
    QTest::newRow("digits inside") << QByteArray("decode_graph_200.json") << qint64(-1);
    QTest::newRow("digits that begin a word") << QByteArray("7b_model.json") << qint64(-1);
    QTest::newRow("a worker's place") << QByteArray("dp0_tp1_trace.json") << qint64(1);
    QTest::newRow("a worker's place and its rank")
        << QByteArray("dp0_pp1_tp3_dcp0_ep0_rank7.1730000000.pt.trace.json.gz") << qint64(7);
    QTest::newRow("a place that hangs on the sizes") << QByteArray("dp1_tp0_trace.json") << qint64(-1);
    QTest::newRow("a place of one dimension") << QByteArray("1730000000.12-TP-10.trace.json.gz") << qint64(10);
    QTest::newRow("a place in capitals") << QByteArray("1730000000.12-TP-2-DP-0.trace.json.gz") << qint64(2);
    QTest::newRow("data parallel alone") << QByteArray("worker_dp3.json") << qint64(3);
    QTest::newRow("letters before a place") << QByteArray("http1_mtp2.json") << qint64(-1);
    QTest::newRow("a coordinator") << QByteArray("0_host.async_llm.1730.pt.trace.json.gz") << qint64(-1);
    QTest::newRow("the second rank has digits") << QByteArray("ranks_of_rank4.json") << qint64(4);
}

void TestDiscover::aRankIsReadFromAName()
{
    QFETCH(QByteArray, name);
    QTEST(qint64(rankInFileName(name.toStdString()).value_or(-1)), "rank");
}

void TestDiscover::theFileThatBelongsToATraceIsFound_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("found"); // empty: none
    QTest::addColumn<int>("equals");
    QTest::newRow("same stem") << "run/t.pt.trace.json.gz"
                               << QStringList{"run/t.annotations.json", "run/kernel_annotations_rank0_x.json"}
                               << "run/t.annotations.json" << 0;
    QTest::newRow("same stem, of an export")
        << "run/t.annotated.json" << QStringList{"run/t.annotations.json"} << "run/t.annotations.json" << 0;
    QTest::newRow("JSON before pickle") << "t.json" << QStringList{"t.annotations.pkl", "t.annotations.json"}
                                        << "t.annotations.json" << 0;
    QTest::newRow("same rank") << "t_rank1.json"
                               << QStringList{"kernel_annotations_rank0_h.json", "kernel_annotations_rank1_h.json",
                                              "kernel_annotations_rank10_h.json"}
                               << "kernel_annotations_rank1_h.json" << 0;
    QTest::newRow("never rank 1 for rank 10")
        << "t_rank10.json" << QStringList{"kernel_annotations_rank1_h.json"} << "" << 0;
    QTest::newRow("never rank 10 for rank 1")
        << "t_rank1.json" << QStringList{"kernel_annotations_rank10_h.json"} << "" << 0;
    QTest::newRow("our own before the plain map")
        << "t_rank1.json"
        << QStringList{"kernel_annotations_rank1_h_5_a.json", "lanescope_annotations_rank1_h_5_a.json"}
        << "lanescope_annotations_rank1_h_5_a.json" << 0;
    QTest::newRow("the only one, without a rank")
        << "t_rank1.json" << QStringList{"annotations.json"} << "annotations.json" << 0;
    QTest::newRow("the only one, trace without a rank")
        << "t.json" << QStringList{"kernel_annotations_rank0_h.json"} << "kernel_annotations_rank0_h.json" << 0;
    QTest::newRow("several fit equally") << "t.json" << QStringList{"a_annotations.json", "b_annotations.json"} << ""
                                         << 2;
    QTest::newRow("two processes of one rank")
        << "t_rank0.json" << QStringList{"kernel_annotations_rank0_h_1_a.json", "kernel_annotations_rank0_h_2_b.json"}
        << "" << 2;
    QTest::newRow("another trace's") << "t.json" << QStringList{"u.pt.trace.json.gz", "u.annotations.json"} << "" << 0;
    QTest::newRow("a pickle beside its JSON")
        << "t_rank0.json" << QStringList{"kernel_annotations_rank0_h.json", "kernel_annotations_rank0_h.pkl"}
        << "kernel_annotations_rank0_h.json" << 0;
    QTest::newRow("a pickle alone") << "t_rank0.json" << QStringList{"kernel_annotations_rank0_h.pkl"}
                                    << "kernel_annotations_rank0_h.pkl" << 0;
    QTest::newRow("a journal alone") << "t_rank0.json" << QStringList{"lanescope_annotations_rank0_h_1_a.journal"}
                                     << "lanescope_annotations_rank0_h_1_a.journal" << 0;
    QTest::newRow("a journal beside its file")
        << "t_rank0.json"
        << QStringList{"lanescope_annotations_rank0_h_1_a.journal", "lanescope_annotations_rank0_h_1_a.json"}
        << "lanescope_annotations_rank0_h_1_a.json" << 0;
    QTest::newRow("a pickle beside its compressed JSON")
        << "t_rank0.json" << QStringList{"kernel_annotations_rank0_h.json.gz", "kernel_annotations_rank0_h.pkl"}
        << "kernel_annotations_rank0_h.json.gz" << 0;
    QTest::newRow("a journal of rank 1 for rank 10")
        << "t_rank10.json" << QStringList{"lanescope_annotations_rank1_h_1_a.journal"} << "" << 0;
    QTest::newRow("several without a rank, another of another rank")
        << "t_rank0.json" << QStringList{"a_annotations.json", "b_annotations.json", "annotations_rank1.json"} << ""
        << 2;
    QTest::newRow("parent") << "a/b/t.json" << QStringList{"a/annotations.json"} << "a/annotations.json" << 0;
    QTest::newRow("grandparent") << "a/b/t.json" << QStringList{"annotations.json"} << "annotations.json" << 0;
    QTest::newRow("several further up are no riddle")
        << "a/t.json" << QStringList{"x_annotations.json", "y_annotations.json"} << "" << 0;
    QTest::newRow("another trace's, further up") << "a/t.json" << QStringList{"u.annotations.json"} << "" << 0;
    QTest::newRow("another name, beside a renamed trace")
        << "t.json" << QStringList{"u.annotations.json"} << "u.annotations.json" << 0;
    QTest::newRow("not further up") << "a/b/c/t.json" << QStringList{"annotations.json"} << "" << 0;
    QTest::newRow("the nearest folder counts")
        << "a/t.json" << QStringList{"a/annotations.json", "t.annotations.json"} << "a/annotations.json" << 0;
    QTest::newRow("another kind of file") << "t.json" << QStringList{"annotations.txt", "annotations.csv"} << "" << 0;
    QTest::newRow("the trace itself is none") << "my_annotations.json" << QStringList{} << "" << 0;
}

void TestDiscover::theFileThatBelongsToATraceIsFound()
{
    QFETCH(QString, trace);
    QFETCH(QStringList, files);
    QFETCH(QString, found);
    const QTemporaryDir outer;
    const QDir root(outer.filePath("x/y/z")); // nothing of the machine lies two folders up
    for (const QString& file : files + QStringList{trace}) {
        QVERIFY(root.mkpath(QFileInfo(file).path()));
        QFile made(root.filePath(file));
        QVERIFY(made.open(QIODevice::WriteOnly));
    }
    const AnnotationSearch search = findAnnotationsFor(root.filePath(trace).toStdString(), std::nullopt);
    QCOMPARE(search.found ? root.relativeFilePath(QString::fromStdString(search.found->string())) : QString(), found);
    QTEST(int(search.equals.size()), "equals");
}

void TestDiscover::theRankInTheTraceCountsBeforeItsName()
{
    const QTemporaryDir folder;
    for (const char* name : {"t_rank1.json", "annotations_rank1.json", "annotations_rank2.json"}) {
        QFile made(folder.filePath(name));
        QVERIFY(made.open(QIODevice::WriteOnly));
    }
    const auto path = findAnnotationsFor(folder.filePath("t_rank1.json").toStdString(), 2).found;
    QVERIFY(path);
    QCOMPARE(path->filename().string(), std::string("annotations_rank2.json"));
}

LANESCOPE_TEST(TestDiscover)
#include "tst_discover.moc"
