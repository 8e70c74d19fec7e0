// SPDX-License-Identifier: Apache-2.0
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"
#include "lanescope/capture.hpp"
#include "lanescope/generated_code.h"
#include "tests/capture_lib/c_client.h"
#include "tests/capture_lib/fake_driver.h"
#include "tests/support/test_main.h"

#include <thread>
#include <type_traits>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope::test;

// capture.h and what wraps it, as programs use them: over the process's recorder.
class TestCInterface : public QObject {
    Q_OBJECT

private slots:
    void cleanup();
    void aCProgramUsesEveryFunction();
    void marksAreOffWithoutACapture();
    void misuseGivesAStatusAndAText_data();
    void misuseGivesAStatusAndAText();
    void theLastErrorIsTheThreadsOwn();
    void shorterStructsOfOlderProgramsAreRead();
    void longerStructsOfNewerProgramsMustAskForNothingNew();
    void theCppObjectsEndWhatTheyBegan();
    void theCppObjectsCannotEscape();
    void whyUnavailableTellsTheReason();
    void generatedPairsRecordWhenSwitchedOn();
    void aForkedChildRecordsNothing();

private:
    std::uint64_t m_runningCapture = 0;
};

extern "C" {
void client_begin_capture(void* stream)
{
    fakeDriver().beginCapture(static_cast<FakeStream*>(stream));
}
void client_launch(void* stream)
{
    fakeDriver().launch(static_cast<FakeStream*>(stream), "k");
}
void* client_end_capture(void* stream)
{
    return fakeDriver().endCapture(static_cast<FakeStream*>(stream));
}
void* client_instantiate(void* graph)
{
    return fakeDriver().instantiate(static_cast<FakeGraph*>(graph));
}
}

namespace {

// Bodies of all annotated nodes, in order.
QStringList recorded()
{
    QStringList list;
    lsc_for_each(
        [](std::uint64_t, const char* json, void* user) {
            *static_cast<QStringList*>(user) << QString::fromUtf8(json);
            return 0;
        },
        &list);
    return list;
}

} // namespace

void TestCInterface::cleanup()
{
    // Of the data function, which runs before the first row.
    if (!QTest::currentDataTag())
        lsc_capture_end(std::exchange(m_runningCapture, 0), nullptr);
    fakeDriver().answer = {true, true, {}};
    QCOMPARE(lsc_clear(), LSC_OK);
}

void TestCInterface::aCProgramUsesEveryFunction()
{
    QTemporaryDir folder;
    QCOMPARE(run_c_client(fakeDriver().makeStream(), fakeDriver().makeStream(), folder.path().toUtf8().constData()), 0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
}

void TestCInterface::marksAreOffWithoutACapture()
{
    std::uint64_t scope = 1;
    QCOMPARE(lsc_mark_begin(fakeDriver().makeStream(), "a", 0, &scope), LSC_OK);
    QCOMPARE(scope, 0U);
    QCOMPARE(lsc_mark_end(scope), LSC_OK);
    std::uint64_t region = 1;
    QCOMPARE(lsc_freeze(&region), LSC_OK);
    QCOMPARE(region, 0U);
}

void TestCInterface::misuseGivesAStatusAndAText_data()
{
    QTest::addColumn<std::function<std::int32_t()>>("call");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("text");
    using Call = std::function<std::int32_t()>;
    static FakeStream* const stream = fakeDriver().makeStream(); // capturing, as marks check nothing when off
    static std::uint64_t out = 0;
    const auto row = [](const char* name, Call call, int status, const char* text) {
        QTest::newRow(name) << call << status << QString(text);
    };
    const int argument = LSC_ERROR_INVALID_ARGUMENT;
    row(
        "configure null", [] { return lsc_configure(nullptr); }, argument, "options is null");
    row(
        "capture null", [] { return lsc_capture_begin(stream, nullptr); }, argument, "capture is null");
    row(
        "graph null", [] { return lsc_capture_of_graph(nullptr, &out); }, argument, "graph is null");
    row(
        "scope null", [] { return lsc_mark_begin(stream, "a", 0, nullptr); }, argument, "scope is null");
    row(
        "annotation null", [] { return lsc_mark_begin(stream, nullptr, 0, &out); }, argument, "annotation is null");
    row(
        "flags", [] { return lsc_mark_begin(stream, "a", 64, &out); }, argument, "flags has unknown bits");
    row(
        "stream flags", [] { return lsc_mark_stream_begin(stream, stream, "a", 4, &out); }, argument,
        "flags has unknown bits");
    row(
        "broken dict", [] { return lsc_mark_begin(stream, "{", 0, &out); }, LSC_ERROR_INVALID_ANNOTATION,
        "the annotation begins like a JSON object but is none: a string is missing (byte 1); pass LSC_TEXT if it is a "
        "name");
    row(
        "unknown scope", [] { return lsc_mark_end(12345); }, LSC_ERROR_UNKNOWN,
        "this scope is not open: it was closed before, cleared, or its capture ended");
    row(
        "unknown capture", [] { return lsc_capture_end(999999, nullptr); }, LSC_ERROR_UNKNOWN,
        "this capture is not running: it was ended before, or another one took its stream");
    row(
        "lane null", [] { return lsc_stream_id(stream, nullptr); }, argument, "id is null");
    row(
        "group null", [] { return lsc_group_stream_id(nullptr, nullptr); }, argument, "group is null");
    row(
        "region null", [] { return lsc_freeze(nullptr); }, argument, "region is null");
    row(
        "size null", [] { return lsc_get(1, nullptr, nullptr); }, argument, "size is null");
    row(
        "unknown node",
        [] {
            std::size_t size = 0;
            return lsc_get(7, nullptr, &size);
        },
        LSC_ERROR_UNKNOWN, "no annotation is recorded for node 7");
    row(
        "visit null", [] { return lsc_for_each(nullptr, nullptr); }, argument, "visit is null");
    row(
        "execs null", [] { return lsc_remove(nullptr, 1); }, argument, "exec_ids is null");
    row(
        "path null", [] { return lsc_save(nullptr, nullptr); }, argument, "path is null");
    row(
        "folder null", [] { return lsc_save_in_folder(nullptr, nullptr, nullptr, 0); }, argument, "folder is null");
    row(
        "journal null", [] { return lsc_journal_open(nullptr); }, argument, "folder is null");
    row(
        "no journal", [] { return lsc_journal_close(0); }, argument, "no journal is open");
    row(
        "format",
        [] {
            const lsc_save_options options = {sizeof options, 9};
            return lsc_save("x", &options);
        },
        argument, "options.format is unknown");
    row(
        "size 0",
        [] {
            const lsc_save_options options = {0, 0};
            return lsc_save("x", &options);
        },
        argument, "options.size is wrong, or fields this version does not know are set");
    fakeDriver().beginCapture(stream);
    QCOMPARE(lsc_capture_begin(stream, &m_runningCapture), LSC_OK);
}

void TestCInterface::misuseGivesAStatusAndAText()
{
    QFETCH(std::function<std::int32_t()>, call);
    QFETCH(int, status);
    QFETCH(QString, text);
    QCOMPARE(call(), status);
    QCOMPARE(QString(lsc_last_error()), text);
}

void TestCInterface::theLastErrorIsTheThreadsOwn()
{
    QCOMPARE(lsc_configure(nullptr), LSC_ERROR_INVALID_ARGUMENT);
    QString there;
    std::thread([&there] {
        there = lsc_last_error();
        lsc_save(nullptr, nullptr);
    }).join();
    QCOMPARE(there, "");
    QCOMPARE(QString(lsc_last_error()), "options is null");
    // A success leaves it.
    QCOMPARE(lsc_mark_end(0), LSC_OK);
    QCOMPARE(QString(lsc_last_error()), "options is null");
}

void TestCInterface::shorterStructsOfOlderProgramsAreRead()
{
    // A struct that ends after `rank`; what lies behind it must not be read.
    struct {
        std::uint32_t size;
        std::int32_t rank;
        std::uint32_t garbage[4];
    } older = {8, 7, {~0U, ~0U, ~0U, ~0U}};
    QCOMPARE(lsc_configure(reinterpret_cast<const lsc_options*>(&older)), LSC_OK);
    QTemporaryDir folder;
    char path[512];
    QCOMPARE(lsc_save_in_folder(folder.path().toUtf8().constData(), nullptr, path, sizeof path), LSC_OK);
    QVERIFY(QString(path).contains("/lanescope_annotations_rank7_"));
}

void TestCInterface::longerStructsOfNewerProgramsMustAskForNothingNew()
{
    struct {
        lsc_save_options known;
        std::uint32_t unknown;
    } newer = {{sizeof newer, LSC_FORMAT_PLAIN_MAP}, 0};
    QTemporaryDir folder;
    const QByteArray path = folder.filePath("a.json").toUtf8();
    QCOMPARE(lsc_save(path.constData(), &newer.known), LSC_OK);
    newer.unknown = 1;
    QCOMPARE(lsc_save(path.constData(), &newer.known), LSC_ERROR_INVALID_ARGUMENT);
}

void TestCInterface::theCppObjectsEndWhatTheyBegan()
{
    FakeStream* stream = fakeDriver().makeStream();
    FakeStream* second = fakeDriver().makeStream();
    fakeDriver().beginCapture(stream);
    lanescope::Capture capture(stream);
    QCOMPARE(capture.status(), LSC_OK);
    QVERIFY(capture.id() != 0);
    std::uint64_t region = 0;
    {
        const lanescope::Scope outer(stream, lanescope::Annotation("outer").set("layer", 1));
        fakeDriver().launch(stream, "k0");
        region = lanescope::freeze();
        lanescope::Scope inner(stream, std::string("inner"));
        fakeDriver().launch(stream, "k1");
        QCOMPARE(inner.end(), LSC_OK);
        QCOMPARE(inner.end(), LSC_OK); // nothing is left to end
        const lanescope::StreamScope moved(stream, second, "moved");
        QCOMPARE(moved.status(), LSC_OK);
        fakeDriver().launch(stream, "k2");
    }
    {
        const lanescope::Backward backward(stream, region);
        fakeDriver().launch(stream, "k3");
    }
    fakeDriver().launch(stream, "k4");
    FakeGraph* graph = fakeDriver().endCapture(stream);
    QCOMPARE(capture.end(graph), LSC_OK);
    QCOMPARE(capture.instantiated(fakeDriver().instantiate(graph)), LSC_OK);
    std::uint32_t lane = 0;
    lsc_stream_id(second, &lane);
    QCOMPARE(recorded(), QStringList({"[{\"name\": \"outer\", \"layer\": 1}]", "[{\"name\": \"inner\", \"layer\": 1}]",
                                      QString("[{\"name\": \"moved\", \"stream\": %1, \"layer\": 1}]").arg(lane),
                                      "[{\"name\": \"outer\", \"layer\": 1, \"autograd_phase\": \"backward\"}]"}));
    {
        fakeDriver().beginCapture(stream);
        const lanescope::Capture failed(stream);
        fakeDriver().invalidateCapture(stream);
    }
    QCOMPARE(recorded().size(), 4);
}

void TestCInterface::theCppObjectsCannotEscape()
{
    static_assert(!std::is_copy_constructible_v<lanescope::Scope> && !std::is_move_constructible_v<lanescope::Scope>);
    static_assert(!std::is_copy_assignable_v<lanescope::Scope> && !std::is_move_assignable_v<lanescope::Scope>);
    static_assert(!std::is_move_constructible_v<lanescope::StreamScope>);
    static_assert(!std::is_move_constructible_v<lanescope::Backward>);
    static_assert(!std::is_copy_constructible_v<lanescope::Capture>);
    static_assert(std::is_nothrow_constructible_v<lanescope::Scope, void*, const char*>);
    static_assert(std::is_nothrow_constructible_v<lanescope::Capture, void*>);
    static_assert(std::is_nothrow_destructible_v<lanescope::Capture>);
    static_assert(std::is_nothrow_constructible_v<lanescope::Annotation, const char*>);
}

void TestCInterface::whyUnavailableTellsTheReason()
{
    QVERIFY(!lanescope::whyUnavailable());
    fakeDriver().answer = {false, false, "the program has not initialised CUDA yet"};
    QCOMPARE(lsc_available(), LSC_ERROR_UNAVAILABLE);
    QCOMPARE(QString(lanescope::whyUnavailable()), "the program has not initialised CUDA yet");
}

void TestCInterface::generatedPairsRecordWhenSwitchedOn()
{
    FakeStream* stream = fakeDriver().makeStream();
    fakeDriver().beginCapture(stream);
    lanescope::Capture capture(stream);
    const auto throwing = [&] {
        LSC_BEGIN(lost, stream, "its end is skipped");
        fakeDriver().launch(stream, "k0");
        throw 1;
        LSC_END(lost);
    };
    QVERIFY_THROWS_EXCEPTION(int, throwing());
    LSC_BEGIN(kernel0, stream, R"({"name": "triton_0", "fx_nodes": ["add", "relu"], "module": "m", "component": "c"})");
    fakeDriver().launch(stream, "k1");
    LSC_END(kernel0);
    capture.end(fakeDriver().endCapture(stream));
    QCOMPARE(recorded(), QStringList{"[{\"name\": \"triton_0\", \"fx_nodes\": [\"add\",\"relu\"], \"module\": \"m\", "
                                     "\"component\": \"c\"}]"});
}

void TestCInterface::aForkedChildRecordsNothing()
{
    QCOMPARE(lsc_available(), LSC_OK);
    const pid_t child = fork();
    if (child == 0)
        _exit(lsc_available() == LSC_ERROR_UNAVAILABLE ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
    QCOMPARE(lsc_available(), LSC_OK);
}

LANESCOPE_TEST(TestCInterface)
#include "tst_c_interface.moc"
