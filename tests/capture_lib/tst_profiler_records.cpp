// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/activity_layout.h"
#include "lanescope/capture.h"
#include "tests/support/test_main.h"

#include <QString>

#include <array>
#include <cstring>
#include <vector>

#include <dlfcn.h>

using lanescope::capture::ActivityLayout;

namespace {

using ReadAll = int (*)(std::uint8_t*, std::size_t);
using Record = std::array<std::uint8_t, 256>;

template<typename Value>
void put(Record& record, std::size_t offset, Value value)
{
    std::memcpy(record.data() + offset, &value, sizeof value);
}

Record recordOf(const ActivityLayout& layout, std::uint32_t graph, std::uint64_t node, std::uint64_t start)
{
    Record record = {};
    put(record, 0, layout.kind);
    put(record, layout.start, start);
    put(record, layout.end, start + 10);
    put(record, layout.device, std::uint32_t{1});
    put(record, layout.stream, std::uint32_t{7});
    put(record, layout.correlation, std::uint32_t{99});
    put(record, layout.graphNode, (std::uint64_t{graph} << 32) | node);
    put(record, layout.graph, graph);
    return record;
}

std::vector<lsc_graph_work> take()
{
    std::size_t count = 0;
    if (lsc_profiler_take(nullptr, &count) != LSC_OK)
        return {};
    std::vector<lsc_graph_work> work(count);
    if (lsc_profiler_take(work.data(), &count) != LSC_OK)
        return {};
    return work;
}

} // namespace

// Records of graph work noted as a profiler's library reads them. One process, one watch: the tests are one story.
class TestProfilerRecords : public QObject {
    Q_OBJECT

private slots:
    void whatCannotBeWatchedIsNamed();
    void theProfilerReadsTheSameAndGraphWorkIsNoted();
    void tooLittleRoomTakesNothing();
};

void TestProfilerRecords::whatCannotBeWatchedIsNamed()
{
    QCOMPARE(lsc_profiler_watch(nullptr), LSC_ERROR_INVALID_ARGUMENT);
    QCOMPARE(lsc_profiler_watch("libnowhere.so"), LSC_ERROR_UNAVAILABLE);
    QCOMPARE(lsc_last_error(), "no library named libnowhere.so is loaded");
    QCOMPARE(lsc_profiler_watch("libc.so"), LSC_ERROR_UNAVAILABLE);
    QVERIFY(QString(lsc_last_error()).endsWith("does not import cuptiActivityGetNextRecord"));
    std::size_t count = 5;
    QCOMPARE(lsc_profiler_take(nullptr, &count), LSC_OK);
    QCOMPARE(count, std::size_t{0});
}

void TestProfilerRecords::theProfilerReadsTheSameAndGraphWorkIsNoted()
{
    void* profiler = dlopen(FAKE_PROFILER, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(profiler, dlerror());
    const auto readAll = reinterpret_cast<ReadAll>(dlsym(profiler, "readAll"));
    using namespace lanescope::capture;
    std::vector<Record> buffer = {recordOf(kKernelLayout, 5, 3, 1000), recordOf(kKernelLayout, 0, 0, 1100),
                                  recordOf(kMemsetLayout, 5, 4, 1200), recordOf(kMemcpyLayout, 6, 0, 1300),
                                  recordOf(kPeerMemcpyLayout, 6, 1, 1400)};
    Record other = {};
    put(other, 0, std::uint32_t{4}); // a runtime call
    buffer.push_back(other);
    const std::size_t bytes = buffer.size() * sizeof(Record);
    QCOMPARE(readAll(buffer.front().data(), bytes), 6);
    QCOMPARE(take().size(), std::size_t{0});

    QCOMPARE(lsc_profiler_watch("libfake_profiler.so"), LSC_OK);
    QCOMPARE(lsc_profiler_watch("libfake_profiler.so"), LSC_OK);
    QCOMPARE(readAll(buffer.front().data(), bytes), 6);
    QStringList lines;
    for (const lsc_graph_work& work : take())
        lines << QString("%1:%2 graph %3 at %4+%5 correlation %6 device %7 stream %8")
                     .arg(work.graph_node >> 32)
                     .arg(work.graph_node & 0xffffffffU)
                     .arg(work.graph)
                     .arg(work.start_ns)
                     .arg(work.end_ns - work.start_ns)
                     .arg(work.correlation)
                     .arg(work.device)
                     .arg(work.stream);
    QCOMPARE(lines, QStringList({"5:3 graph 5 at 1000+10 correlation 99 device 1 stream 7",
                                 "5:4 graph 5 at 1200+10 correlation 99 device 1 stream 7",
                                 "6:0 graph 6 at 1300+10 correlation 99 device 1 stream 7",
                                 "6:1 graph 6 at 1400+10 correlation 99 device 1 stream 7"}));
    QCOMPARE(take().size(), std::size_t{0});
    QCOMPARE(readAll(buffer.front().data(), sizeof(Record)), 1);
}

void TestProfilerRecords::tooLittleRoomTakesNothing()
{
    lsc_graph_work one = {};
    std::size_t count = 0;
    QCOMPARE(lsc_profiler_take(&one, &count), LSC_ERROR_BUFFER_TOO_SMALL);
    QCOMPARE(count, std::size_t{1});
    QCOMPARE(lsc_profiler_take(&one, &count), LSC_OK);
    QCOMPARE(one.graph_node, (std::uint64_t{5} << 32) | 3);
    QCOMPARE(lsc_profiler_take(&one, nullptr), LSC_ERROR_INVALID_ARGUMENT);
}

LANESCOPE_TEST(TestProfilerRecords)
#include "tst_profiler_records.moc"
