// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

#include <atomic>
#include <thread>

using namespace lanescope::test;
using lanescope::capture::FileFormat;

// Everything at once; run under ThreadSanitizer (preset tsan).
class TestThreads : public QObject {
    Q_OBJECT

private slots:
    void captureOnEveryThreadKeepsEveryScope();
    void oneCaptureOverManyThreadsKeepsEveryScope();
    void readersSeeWholeRecordsWhileOthersCapture();
    void aScopeOpenedHereMayCloseThere();
};

namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 50;

void onThreads(const std::function<void(int)>& body)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
        threads.emplace_back(body, i);
    for (std::thread& thread : threads)
        thread.join();
}

// One capture of three nodes with two nested scopes and a backward; its exec id.
std::uint32_t captureOnce(Program& program, FakeStream* stream)
{
    std::uint64_t capture = 0;
    program.cuda.beginCapture(stream);
    program.recorder.captureBegin(stream, capture).ok();
    const auto mark = [&](const char* name) {
        std::uint64_t scope = 0;
        program.recorder
            .markBegin(stream, name, lanescope::capture::AnnotationForm::Guess,
                       lanescope::capture::FreezesBackward::Yes, scope)
            .ok();
        return scope;
    };
    const auto outer = mark(R"({"name": "outer", "x": 1})");
    program.cuda.launch(stream, "k0");
    const auto inner = mark("inner");
    const std::uint64_t region = program.recorder.freeze();
    program.cuda.launch(stream, "k1");
    program.recorder.markEnd(inner).ok();
    program.recorder.markEnd(outer).ok();
    program.recorder.backwardBegin(stream, region).ok();
    program.cuda.launch(stream, "k2");
    program.recorder.backwardEnd(region).ok();
    FakeGraph* graph = program.cuda.endCapture(stream);
    program.recorder.captureEnd(capture, graph).ok();
    FakeExec* exec = program.cuda.instantiate(graph);
    program.recorder.instantiated(capture, exec).ok();
    return exec->id;
}

QString nodesOfCaptureOnce(std::uint32_t exec)
{
    return QString("%1:0 [{\"name\": \"outer\", \"x\": 1}]\n"
                   "%1:1 [{\"name\": \"inner\", \"x\": 1}]\n"
                   "%1:2 [{\"name\": \"inner\", \"x\": 1, \"autograd_phase\": \"backward\"}]")
        .arg(exec);
}

} // namespace

void TestThreads::captureOnEveryThreadKeepsEveryScope()
{
    Program program;
    std::mutex mutex;
    std::vector<std::uint32_t> execs;
    onThreads([&](int) {
        FakeStream* stream = program.cuda.makeStream();
        for (int i = 0; i < kRounds; ++i) {
            const std::uint32_t exec = captureOnce(program, stream);
            const std::scoped_lock lock(mutex);
            execs.push_back(exec);
        }
    });
    QCOMPARE(execs.size(), std::size_t{kThreads * kRounds});
    std::sort(execs.begin(), execs.end());
    QStringList expected;
    for (const std::uint32_t exec : execs)
        expected << nodesOfCaptureOnce(exec);
    QCOMPARE(program.annotations(), expected.join(u'\n'));
}

void TestThreads::oneCaptureOverManyThreadsKeepsEveryScope()
{
    // Threads take turns at the capture, as CUDA demands, and hold their scopes across turns.
    Program program;
    program.begin();
    program.cuda.launch(program.stream, "k0");
    std::vector<FakeStream*> streams;
    for (int i = 0; i < kThreads; ++i) {
        streams.push_back(program.cuda.makeStream());
        program.cuda.join(streams.back(), program.stream);
        program.cuda.launch(streams.back(), "own start");
    }
    std::mutex turn;
    onThreads([&](int index) {
        FakeStream* stream = streams[static_cast<std::size_t>(index)];
        for (int i = 0; i < kRounds; ++i) {
            std::uint64_t scope = 0;
            {
                const std::scoped_lock lock(turn);
                program.recorder
                    .markBegin(stream, "thread " + std::to_string(index), lanescope::capture::AnnotationForm::Guess,
                               lanescope::capture::FreezesBackward::Yes, scope)
                    .ok();
                program.cuda.launch(stream, "k");
            }
            const std::scoped_lock lock(turn);
            program.recorder.markEnd(scope).ok();
        }
    });
    program.end();
    QHash<QString, int> nodes;
    for (const QString& line : program.annotations().split(u'\n'))
        ++nodes[line.section(u' ', 1)];
    QCOMPARE(nodes.size(), kThreads);
    for (int i = 0; i < kThreads; ++i)
        QCOMPARE(nodes[QString("[{\"name\": \"thread %1\"}]").arg(i)], kRounds);
}

void TestThreads::readersSeeWholeRecordsWhileOthersCapture()
{
    Program program;
    QTemporaryDir folder;
    program.recorder.openJournal(folder.path().toStdString()).ok();
    std::atomic<int> torn = 0;
    onThreads([&](int index) {
        FakeStream* stream = program.cuda.makeStream();
        for (int i = 0; i < kRounds; ++i) {
            const std::uint32_t exec = captureOnce(program, stream);
            if (index == 0) {
                program.recorder.forEach([&](std::uint64_t key, const std::string& json) {
                    const char* begin = (key & 3) == 0 ? "[{\"name\": \"outer\"" : "[{\"name\": \"inner\"";
                    torn += json.rfind(begin, 0) == 0 ? 0 : 1;
                    return 0;
                });
            } else if (index == 1) {
                program.recorder.remove({exec}).ok();
            } else if (index == 2) {
                program.recorder.save(folder.filePath("a.json").toStdString(), FileFormat::Lanescope).ok();
                program.recorder.streamId(std::string("group"));
            } else if (i % 10 == 9) {
                program.recorder.clear().ok();
            }
        }
    });
    QCOMPARE(torn.load(), 0);
    QFile file(folder.filePath("a.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(file.readAll()).isObject());
}

void TestThreads::aScopeOpenedHereMayCloseThere()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    program.cuda.launch(program.stream, "k0");
    std::thread([&] { program.close(scope); }).join();
    QCOMPARE(program.lastCode, LSC_OK);
    program.launch("b", "k1");
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]\n1:1 [{\"name\": \"b\"}]");
}

LANESCOPE_TEST(TestThreads)
#include "tst_threads.moc"
