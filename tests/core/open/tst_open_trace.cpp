// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/export/annotated_json.h"
#include "core/open/open_trace.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

class TestOpenTrace : public QObject {
    Q_OBJECT

private slots:
    void annotationsBesideTheTraceAreFound();
    void discoveryCanBeSwitchedOff();
    void aNamedFileThatIsNoneIsAnError();
    void aFoundFileThatIsNoneIsAWarning();
    void severalFilesThatFitAreAWarning();
    void theTracesOwnAnnotationsCountBeforeFoundOnes();
    void aTraceWithoutGraphsIgnoresFoundAnnotations();
    void zeroMatchesAreToldWithTheFileThatWasFound();
    void warningsComeInTheOrderOfTheFiles();
    void anotherRankIsToldEvenIfIdsMatch();
    void annotationsOfAnotherRankAreJoinedOnlyOnRequest();
    void aJournalIsFoundAndTold();
    void aGraphInstantiatedTwiceIsTold();
    void aGuessIsMadeOnRequestAndTold();
    void oneOfSeveralProcessesIsJoinedAndTold();
    void anExportShowsItsAnnotationsAgain_data();
    void anExportShowsItsAnnotationsAgain();
    void aStopIsNoFailureOfItsOwn();

private:
    QString write(const QString& name, const QByteArray& content);
    QString writeTrace(const QString& name, const QList<QByteArray>& entries, const QByteArray& header = {});
    OpenRequest requestFor(const QString& trace, const QString& annotations = {});

    std::unique_ptr<QTemporaryDir> m_outer;

private slots:
    void init() { m_outer = std::make_unique<QTemporaryDir>(); }
};

constexpr qulonglong kNode = (qulonglong(2) << 32) + 1;
static const QByteArray kFile = R"({"8589934593": ["attn"]})";

// Three folders down: discovery finds nothing of the machine.
QString TestOpenTrace::write(const QString& name, const QByteArray& content)
{
    const QDir folder(m_outer->filePath("x/y/z"));
    folder.mkpath(".");
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

QString TestOpenTrace::writeTrace(const QString& name, const QList<QByteArray>& entries, const QByteArray& header)
{
    return write(name, "{" + header + "\"traceEvents\": [" + entries.join(",\n") + "]}");
}

OpenRequest TestOpenTrace::requestFor(const QString& trace, const QString& annotations)
{
    OpenRequest request;
    request.trace = trace.toStdString();
    if (!annotations.isEmpty())
        request.annotations = annotations.toStdString();
    return request;
}

// The codes, in order.
static QByteArray codesOf(const OpenedTrace& opened)
{
    QByteArray text;
    for (const Finding& finding : opened.warnings)
        text += (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(finding.code);
    return text;
}

void TestOpenTrace::annotationsBesideTheTraceAreFound()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    write("t.annotations.json", kFile);
    const auto opened = openTrace(requestFor(path), JobControl());
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotationsWereDiscovered);
    QCOMPARE(workAsText(*(*opened)->joined), QByteArray("k: attn forward\n"));
    QCOMPARE(codesOf(**opened), QByteArray());
}

void TestOpenTrace::discoveryCanBeSwitchedOff()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    write("t.annotations.json", kFile);
    OpenRequest request = requestFor(path);
    request.discoverAnnotations = false;
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotations == nullptr);
}

void TestOpenTrace::aNamedFileThatIsNoneIsAnError()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    const auto opened = openTrace(requestFor(path, write("a.json", "[]")), JobControl());
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::NotAnnotations);
    QVERIFY(!openTrace(requestFor(path, "/nowhere/a.json"), JobControl()).has_value());
}

void TestOpenTrace::aFoundFileThatIsNoneIsAWarning()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    write("t.annotations.json", "[]");
    const auto opened = openTrace(requestFor(path), JobControl());
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotations == nullptr);
    QCOMPARE(codesOf(**opened), QByteArray("annotations-not-usable"));
}

void TestOpenTrace::severalFilesThatFitAreAWarning()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    write("a_annotations.json", kFile);
    write("b_annotations.json", kFile);
    const auto opened = openTrace(requestFor(path), JobControl());
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotations == nullptr);
    QCOMPARE(codesOf(**opened), QByteArray("several-annotation-files"));
    QVERIFY((*opened)->warnings[0].message.find("a_annotations.json, b_annotations.json)") != std::string::npos);
}

void TestOpenTrace::theTracesOwnAnnotationsCountBeforeFoundOnes()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode, R"(, "name": "own")")});
    write("t.annotations.json", kFile);
    const auto found = openTrace(requestFor(path), JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(workAsText(*(*found)->joined), QByteArray("k: own forward\n"));
    const auto named = openTrace(requestFor(path, write("a.json", kFile)), JobControl());
    QVERIFY(named.has_value());
    QCOMPARE(workAsText(*(*named)->joined), QByteArray("k: attn forward\n"));
}

void TestOpenTrace::aTraceWithoutGraphsIgnoresFoundAnnotations()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1)});
    const QString annotations = write("annotations.json", kFile);
    const auto found = openTrace(requestFor(path), JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(codesOf(**found), QByteArray());
    const auto named = openTrace(requestFor(path, annotations), JobControl());
    QVERIFY(named.has_value());
    QCOMPARE(codesOf(**named), QByteArray("nothing-matches"));
}

void TestOpenTrace::zeroMatchesAreToldWithTheFileThatWasFound()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode + 5)});
    write("annotations.json", kFile);
    const auto opened = openTrace(requestFor(path), JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(codesOf(**opened), QByteArray("nothing-matches"));
    QVERIFY((*opened)->warnings[0].message.find("annotations.json") != std::string::npos);
}

void TestOpenTrace::warningsComeInTheOrderOfTheFiles()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode + 5), "7"});
    const auto opened =
        openTrace(requestFor(path, write("a.json", R"({"8589934593": ["a"], "x": ["b"]})")), JobControl());
    QVERIFY(opened.has_value());
    const QByteArray codes = codesOf(**opened);
    QVERIFY2(codes.endsWith(" annotation-key-not-an-id nothing-matches"), codes.constData());
}

void TestOpenTrace::anotherRankIsToldEvenIfIdsMatch()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)}, R"("distributedInfo": {"rank": 0}, )");
    const auto opened = openTrace(requestFor(path, write("annotations_rank1.json", kFile)), JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(codesOf(**opened), QByteArray("rank-differs"));
}

void TestOpenTrace::annotationsOfAnotherRankAreJoinedOnlyOnRequest()
{
    const QString path = writeTrace("t_rank0.json", {kernel("k", 7, 0, 1, 1, kNode)});
    const QString other = write("t_rank0.annotations.json", R"({"lanescope_annotations": 1, "process": {"rank": 1},
        "graphs": [{"id": 1, "exec_ids": [2], "regions": [{"annotations": ["attn"]}], "nodes": [{"id": 1, "region": 0}]}]})");
    const auto found = openTrace(requestFor(path), JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(workAsText(*(*found)->joined), QByteArray("k: - none\n"));
    QCOMPARE(codesOf(**found), QByteArray("annotations-of-another-rank"));
    const auto named = openTrace(requestFor(path, other), JobControl());
    QVERIFY(named.has_value());
    QCOMPARE(workAsText(*(*named)->joined), QByteArray("k: attn forward\n"));
    QCOMPARE(codesOf(**named), QByteArray("rank-differs"));
}

void TestOpenTrace::aJournalIsFoundAndTold()
{
    const QString path = writeTrace("t_rank0.json", {kernel("k", 7, 0, 1, 1, kNode)});
    write("lanescope_annotations_rank0_h_1_a.journal",
          "{\"lanescope_journal\": 1}\n{\"graph\": {\"id\": 1, \"exec_ids\": [2], \"regions\": [{\"annotations\": "
          "[\"attn\"]}], \"nodes\": [{\"id\": 1, \"region\": 0}]}}\n{\"cut");
    const auto opened = openTrace(requestFor(path), JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(workAsText(*(*opened)->joined), QByteArray("k: attn forward\n"));
    QCOMPARE(codesOf(**opened), QByteArray("annotations-from-journal annotation-journal-lines-skipped"));
}

void TestOpenTrace::aGuessIsMadeOnRequestAndTold()
{
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, (qulonglong(9) << 32) + 1)});
    OpenRequest request = requestFor(path, write("a.json", kFile));
    const auto unasked = openTrace(request, JobControl());
    QVERIFY(unasked.has_value());
    QCOMPARE(codesOf(**unasked), QByteArray("nothing-matches"));
    request.guessGraphs = GuessGraphs::Yes;
    const auto guessed = openTrace(request, JobControl());
    QVERIFY(guessed.has_value());
    QCOMPARE(workAsText(*(*guessed)->joined), QByteArray("k: attn forward\n"));
    QCOMPARE(codesOf(**guessed), QByteArray("annotations-guessed"));
    // An export says for good that it was a guess.
    const std::filesystem::path output = m_outer->filePath("out.json").toStdString();
    QVERIFY(writeAnnotatedTrace(*(*guessed)->joined, {}, output, JobControl()).has_value());
    QFile file(m_outer->filePath("out.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("\"annotation_guessed\""), text.constData());
}

void TestOpenTrace::oneOfSeveralProcessesIsJoinedAndTold()
{
    const QString path =
        writeTrace("t.json", {call("cudaGraphLaunch", 100, 100, 0, 1, 1), kernel("a", 7, 10, 1, 1, kNode, "", 0),
                              call("cudaGraphLaunch", 200, 200, 0, 1, 2), kernel("b", 7, 10, 1, 2, kNode, "", 1)});
    const auto opened = openTrace(requestFor(path, write("a.json", kFile)), JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(workAsText(*(*opened)->joined), QByteArray("a: attn forward\nb: - none\n"));
    QCOMPARE(codesOf(**opened), QByteArray("several-processes"));
}

void TestOpenTrace::aGraphInstantiatedTwiceIsTold()
{
    const qulonglong graph9 = qulonglong(9) << 32;
    const QByteArray both = R"({"8589934593": ["a"], "0x500000001": ["b"]})"; // graphs 2 and 5
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode), kernel("l", 7, 5, 1, 2, graph9 + 1)});
    const auto opened = openTrace(requestFor(path, write("a.json", both)), JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(codesOf(**opened), QByteArray("graph-not-in-annotations"));
    // All of the file's graphs run: the other was captured without annotations, which is no mistake.
    const auto plain = openTrace(requestFor(path, write("b.json", kFile)), JobControl());
    QVERIFY(plain.has_value());
    QCOMPARE(codesOf(**plain), QByteArray());
}

void TestOpenTrace::anExportShowsItsAnnotationsAgain_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("name");
    for (const char* name : {"graph_fwdbwd", "graph_train", "moe_overlap", "two_graphs"}) {
        QTest::addRow("%s", name) << int(ExportMode::Lanescope) << name;
        QTest::addRow("%s, as torch's script", name) << int(ExportMode::TorchCompat) << name;
    }
}

void TestOpenTrace::anExportShowsItsAnnotationsAgain()
{
    QFETCH(int, mode);
    QFETCH(QString, name);
    const QString path = QString(LANESCOPE_TEST_DATA "/real/%1.pt.trace.json.gz").arg(name);
    const auto recorded = openTrace(requestFor(path), JobControl());
    QVERIFY(recorded.has_value());
    AnnotateOptions options;
    options.mode = static_cast<ExportMode>(mode);
    const std::string target = write("export.json", {}).toStdString();
    QVERIFY(writeAnnotatedTrace(*(*recorded)->joined, options, target, JobControl()).has_value());

    const auto again = openTrace(requestFor(QString::fromStdString(target)), JobControl());
    QVERIFY(again.has_value());
    QVERIFY((*again)->annotations != nullptr);
    QCOMPARE((*again)->annotations->origin, AnnotationOrigin::TraceItself);
    const MatchReport& before = (*recorded)->joined->match;
    const MatchReport& after = (*again)->joined->match;
    QCOMPARE(after.annotatedWork, before.annotatedWork);
    QCOMPARE(after.graphs.size(), before.graphs.size());
    for (std::size_t i = 0; i < before.graphs.size(); ++i)
        QCOMPARE(after.graphs[i].matchedNodes, before.graphs[i].matchedNodes);
    QCOMPARE((*again)->joined->phases, (*recorded)->joined->phases);
    QCOMPARE(codesOf(**again), QByteArray());
}

void TestOpenTrace::aStopIsNoFailureOfItsOwn()
{
    std::stop_source stop;
    stop.request_stop();
    const QString path = writeTrace("t.json", {kernel("k", 7, 0, 1, 1, kNode)});
    const auto opened = openTrace(requestFor(path), JobControl(stop.get_token()));
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestOpenTrace)
#include "tst_open_trace.moc"
