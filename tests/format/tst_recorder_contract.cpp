// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/trace_writer.h"
#include "core/join/launches.h"
#include "core/open/open_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;

// The recorder writes, core reads.
class TestRecorderContract : public QObject {
    Q_OBJECT

private slots:
    void whatTheRecorderWritesIsCleanAndJoined();
    void aFileThatWasCutIsReadAsFarAsItGoes();
};

namespace {

constexpr std::int64_t kBase = 1'730'000'000'000'000'000;

// One replay of nodes 1 (a kernel) and 2 (a fill) of exec graph 5 on stream 13, launched by a thread.
void writeReplay(const QString& path, bool whole)
{
    capture::AtomicFile file(path.toStdString());
    record::TraceWriter writer(file, {4242, "app", 3}, kBase);
    writer.addCall({record::ApiCall::Api::Runtime, "cudaGraphLaunch_v10000", kBase + 1'000, kBase + 9'001, 4243, 77});
    record::GpuWork work = {};
    work.name = "_Z1kILi7EEvPf";
    work.beginNs = kBase + 10'000;
    work.endNs = kBase + 12'345;
    work.stream = 13;
    work.correlation = 77;
    work.graph = 5;
    work.graphNode = (5ULL << 32) | 1;
    writer.addWork(work);
    work.kind = record::GpuWork::Kind::Memset;
    work.name = "Memset (Device)";
    work.beginNs = kBase + 13'000;
    work.endNs = kBase + 13'001;
    work.graphNode = (5ULL << 32) | 2;
    work.bytes = 28;
    writer.addWork(work);
    if (whole)
        writer.finish({{"NVIDIA H200", 132, 9, 0}}, {});
    QVERIFY(file.commit().ok());
}

void writeAnnotations(const QString& path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"21474836481": [{"name": "attn"}], "21474836482": [{"name": "clear"}]})");
}

QString titles(const JoinedTrace& joined)
{
    QStringList found;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        const Annotation* annotation = joined.annotation(event);
        found << QString::fromStdString(std::string(joined.trace->name(event))) + '=' +
                     (annotation ? QString::fromStdString(annotation->title()) : "");
    }
    return found.join("; ");
}

std::shared_ptr<const OpenedTrace> opened(const QTemporaryDir& folder)
{
    writeAnnotations(folder.filePath("annotations.json"));
    OpenRequest request;
    request.trace = folder.filePath("trace.json").toStdString();
    request.annotations = folder.filePath("annotations.json").toStdString();
    const auto trace = openTrace(request, JobControl());
    return trace ? *trace : nullptr;
}

constexpr const char* kTitles = "cudaGraphLaunch=; void k<7>(float*)=attn; Memset (Device)=clear";

} // namespace

void TestRecorderContract::whatTheRecorderWritesIsCleanAndJoined()
{
    const QTemporaryDir folder;
    writeReplay(folder.filePath("trace.json"), true);
    const auto trace = opened(folder);
    QVERIFY(trace);
    const JoinedTrace& joined = *trace->joined;
    QCOMPARE(titles(joined), QString(kTitles));
    const Trace& read = *joined.trace;
    QCOMPARE(read.header().rank.value_or(-1), std::int64_t(3));
    QCOMPARE(read.header().baseTimeNanoseconds.value_or(0), kBase);
    QCOMPARE(read.header().deviceNames.at(0).c_str(), "NVIDIA H200");
    const auto kernel = idAt<EventId>(1);
    QCOMPARE(read.beginNs(kernel), TimeNs(9'000)); // of the launch
    QCOMPARE(read.endNs(kernel), TimeNs(11'345));
    QVERIFY(LaunchIndex(read, JobControl()).launchOf(kernel) == idAt<EventId>(0));
    QVERIFY(trace->warnings.empty());
}

void TestRecorderContract::aFileThatWasCutIsReadAsFarAsItGoes()
{
    const QTemporaryDir folder;
    writeReplay(folder.filePath("trace.json"), false);
    const auto trace = opened(folder);
    QVERIFY(trace);
    QCOMPARE(titles(*trace->joined), QString(kTitles));
}

LANESCOPE_TEST(TestRecorderContract)
#include "tst_recorder_contract.moc"
