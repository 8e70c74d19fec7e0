// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"
#include "core/join/join.h"
#include "core/open/open_trace.h"
#include "lanescope/annotation_format.h"
#include "tests/format/sample_program.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;
using lanescope::capture::FileFormat;

// capture_lib writes, core reads.
class TestContract : public QObject {
    Q_OBJECT

private slots:
    void theWriterStillWritesTheSample();
    void theJournalStillIsTheSample();
    void thePlainMapStillIsTheSample();
    void theStoredSampleIsRead();
    void theStoredJournalIsReadAsTheFile();
    void theStoredPlainMapIsRead();
    void whatIsWrittenNowIsReadTheSame();
    void aTraceIsJoinedToTheSavedFile();
    void aTraceFindsTheFileOfItsRankInTheFolder();
};

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString samplePath(const char* name)
{
    return QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/format/") + name;
}

QByteArray saved(Program& program, FileFormat format)
{
    QTemporaryDir folder;
    const QString path = folder.filePath("file.json");
    if (!program.recorder.save(path.toStdString(), format).ok())
        return "not saved";
    return contentOf(path);
}

// What follows the head, in which the process tells about itself.
QByteArray fromGraphs(const QByteArray& file)
{
    return file.mid(file.indexOf("\"" LSC_KEY_GRAPHS "\""));
}

// "<graph>:<node> key=value …" of every node that one of the sample's graphs can have.
QByteArray nodesOf(const AnnotationSet& set)
{
    QByteArray text;
    for (std::uint64_t graph = 1; graph <= 6; ++graph) {
        for (std::uint64_t node = 0; node < 6; ++node) {
            const Annotation* annotation = set.find((graph << 32) | node);
            if (!annotation)
                continue;
            text += QByteArray::number(qulonglong(graph)) + ':' + QByteArray::number(qulonglong(node));
            for (const AnnotationField& field : annotation->fields())
                text += ' ' + QByteArray::fromStdString(field.key) + '=' + QByteArray::fromStdString(field.json);
            text += '\n';
        }
    }
    return text;
}

// Of one graph or exec graph made like graph 1 of the sample.
QByteArray nodesOfFirstGraph(int graph)
{
    QByteArray lines = R"(N:1 name="attn" module="layers.0" dtype="bf16"
N:2 name="layer_0" module="layers.0" dtype="bf16"
N:3 name="all_gather" stream=60
N:4 name="layer_0" module="layers.0" dtype="bf16" autograd_phase="backward"
)";
    return lines.replace("N:", QByteArray::number(graph) + ':');
}

const QByteArray kAllNodes = nodesOfFirstGraph(1) + nodesOfFirstGraph(2) + nodesOfFirstGraph(3) +
                             "4:0 name=\"optimizer\"\n5:0 name=\"optimizer\"\n6:0 name=\"warmup\"\n";
const QByteArray kExecNodes = nodesOfFirstGraph(2) + nodesOfFirstGraph(3) + "5:0 name=\"optimizer\"\n";

// A profiler's trace of one replay of exec graph 3 and one of 5.
QByteArray traceText()
{
    QByteArrayList events;
    const auto kernel = [&events](const char* name, const char* category, std::uint64_t graph, std::uint64_t node) {
        const int ts = static_cast<int>(events.size()) * 10;
        events << QByteArray(R"({"ph": "X", "cat": ")") + category + R"(", "name": ")" + name +
                      R"(", "pid": 0, "tid": 7, "ts": )" + QByteArray::number(ts) +
                      R"(, "dur": 5, "args": {"stream": 7, "correlation": )" + QByteArray::number(qulonglong(graph)) +
                      R"(, "graph id": )" + QByteArray::number(qulonglong(graph)) + R"(, "graph node id": )" +
                      QByteArray::number(qulonglong((graph << 32) | node)) + "}}";
    };
    kernel("embed", "kernel", 3, 0);
    kernel("attention", "kernel", 3, 1);
    kernel("Memset", "gpu_memset", 3, 2);
    kernel("gather", "kernel", 3, 3);
    kernel("sum", "kernel", 3, 4);
    kernel("adam", "kernel", 5, 0);
    return R"({"distributedInfo": {"rank": 0}, "traceEvents": [)" + events.join(",\n") + "]}";
}

QByteArray workOf(const OpenedTrace& opened)
{
    QByteArray text;
    for (std::size_t i = 0; i < opened.trace->eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        const Annotation* annotation = opened.joined->annotation(event);
        text += QByteArray::fromStdString(std::string(opened.trace->name(event))) + ": " +
                (annotation ? QByteArray::fromStdString(annotation->title()) : QByteArray("-")) + ' ' +
                QByteArray::fromStdString(opened.joined->phase(event)) + '\n';
    }
    return text;
}

const QByteArray kWork = "embed: - none\nattention: attn forward\nMemset: layer_0 forward\ngather: all_gather forward\n"
                         "sum: layer_0 backward\nadam: optimizer forward\n";

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

void TestContract::theWriterStillWritesTheSample()
{
    Program program;
    runSampleProgram(program);
    QCOMPARE(fromGraphs(saved(program, FileFormat::Lanescope)), fromGraphs(contentOf(samplePath("sample_v1.json"))));
}

void TestContract::theJournalStillIsTheSample()
{
    QTemporaryDir folder;
    Program program;
    program.recorder.openJournal(folder.path().toStdString()).ok();
    runSampleProgram(program);
    const QStringList names = QDir(folder.path()).entryList({"*.journal"});
    QCOMPARE(names.size(), 1);
    const auto fromFirstGraph = [](const QByteArray& text) { return text.mid(text.indexOf("{\"" LSC_KEY_GRAPH "\"")); };
    QCOMPARE(fromFirstGraph(contentOf(folder.filePath(names.front()))),
             fromFirstGraph(contentOf(samplePath("sample_v1.journal"))));
}

void TestContract::thePlainMapStillIsTheSample()
{
    Program program;
    runSampleProgram(program);
    QCOMPARE(saved(program, FileFormat::PlainMap), contentOf(samplePath("sample_v1_map.json")));
}

void TestContract::theStoredSampleIsRead()
{
    const auto set = readAnnotations(samplePath("sample_v1.json").toStdString(), JobControl());
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(nodesOf(*set), kAllNodes);
    QVERIFY(set->report.findings().empty());
    QCOMPARE(set->rank, std::optional<std::int64_t>(0));
}

void TestContract::theStoredJournalIsReadAsTheFile()
{
    const auto file = readAnnotations(samplePath("sample_v1.json").toStdString(), JobControl());
    const auto journal = readAnnotations(samplePath("sample_v1.journal").toStdString(), JobControl());
    QVERIFY(file.has_value());
    QVERIFY(journal.has_value());
    QVERIFY(!nodesOf(*file).isEmpty());
    QCOMPARE(nodesOf(*journal), nodesOf(*file));
    QCOMPARE(journal->rank, file->rank);
    QVERIFY(journal->report.find("annotations-from-journal") != nullptr);
}

void TestContract::theStoredPlainMapIsRead()
{
    const auto set = readAnnotations(samplePath("sample_v1_map.json").toStdString(), JobControl());
    QVERIFY(set.has_value());
    QCOMPARE(nodesOf(*set), kExecNodes);
    QVERIFY(set->report.findings().empty());
}

void TestContract::whatIsWrittenNowIsReadTheSame()
{
    Program program;
    runSampleProgram(program);
    const auto file = readAnnotationsJson(saved(program, FileFormat::Lanescope).toStdString());
    QVERIFY(file.has_value());
    QCOMPARE(nodesOf(*file), kAllNodes);
    const auto map = readAnnotationsJson(saved(program, FileFormat::PlainMap).toStdString());
    QVERIFY(map.has_value());
    QCOMPARE(nodesOf(*map), kExecNodes);
}

void TestContract::aTraceIsJoinedToTheSavedFile()
{
    QTemporaryDir folder;
    Program program;
    runSampleProgram(program);
    for (const FileFormat format : {FileFormat::Lanescope, FileFormat::PlainMap}) {
        OpenRequest request;
        request.trace = folder.filePath("trace.json").toStdString();
        request.annotations = folder.filePath("annotations.json").toStdString();
        write(folder.filePath("trace.json"), traceText());
        QVERIFY(program.recorder.save(request.annotations->string(), format).ok());
        const auto opened = openTrace(request, JobControl());
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QCOMPARE(workOf(**opened), kWork);
    }
}

void TestContract::aTraceFindsTheFileOfItsRankInTheFolder()
{
    QTemporaryDir folder;
    for (const int rank : {0, 1, 10}) {
        Program program;
        capture::RecorderOptions options;
        options.rank = rank;
        program.recorder.configure(options).ok();
        if (rank == 0) {
            runSampleProgram(program);
        } else {
            program.begin();
            program.launch("of another rank", "k");
            program.endAndInstantiate();
        }
        const std::string path = program.recorder.pathInFolder(folder.path().toStdString(), FileFormat::Lanescope);
        QVERIFY(program.recorder.save(path, FileFormat::Lanescope).ok());
    }
    write(folder.filePath("trace.json"), traceText());
    OpenRequest request;
    request.trace = folder.filePath("trace.json").toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    QVERIFY((*opened)->annotationsWereDiscovered);
    QCOMPARE(workOf(**opened), kWork);
}

LANESCOPE_TEST(TestContract)
#include "tst_contract.moc"
