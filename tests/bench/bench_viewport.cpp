// SPDX-License-Identifier: Apache-2.0
// Lanes and visible boxes of large rows; a "frame" is the whole view of 54 lanes on 1920 pixels. "summarize" is what a
// worker does for the overview of a trace, "fit" what each new width of it costs.
#include "core/lanes/pack_lanes.h"
#include "core/load/read_chrome_json.h"
#include "core/viewport/overview.h"
#include "core/viewport/visible_boxes.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>

using namespace lanescope;

namespace {

constexpr std::size_t kLanes = 54;
constexpr int kWidthPx = 1920;

std::vector<TimeRange> overlappingIntervals(std::size_t count, TimeNs longestNs)
{
    std::mt19937_64 random(1);
    std::vector<TimeRange> intervals;
    intervals.reserve(count);
    TimeNs at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        at += static_cast<TimeNs>(random() % 1000);
        intervals.push_back({at, at + static_cast<TimeNs>(random() % static_cast<std::uint64_t>(longestNs))});
    }
    return intervals;
}

void packing(benchmark::State& state, std::vector<std::uint32_t> (*pack)(std::span<const TimeRange>))
{
    const auto intervals = overlappingIntervals(static_cast<std::size_t>(state.range(0)), state.range(1));
    std::uint32_t lanes = 0;
    for ([[maybe_unused]] auto _ : state)
        lanes = std::ranges::max(pack(intervals)) + 1;
    state.counters["lanes"] = lanes;
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void pack(benchmark::State& state)
{
    packing(state, packLanes);
}
BENCHMARK(pack)
    ->Args({1'000'000, 1'000})
    ->Args({1'000'000, 30'000})
    ->Args({1'000'000, 100'000'000})
    ->Args({10'000'000, 1'000})
    ->Args({10'000'000, 30'000})
    ->Unit(benchmark::kMillisecond);

void nest(benchmark::State& state)
{
    packing(state, nestLanes);
}
BENCHMARK(nest)->Args({1'000'000, 30'000})->Args({1'000'000, 100'000'000})->Unit(benchmark::kMillisecond);

struct Lanes {
    std::shared_ptr<const Trace> trace;
    std::vector<LaneRow> rows;
};

// `count` slices, spread over kLanes lanes, in file order by time as a profiler writes them.
Lanes makeLanes(std::size_t count)
{
    std::mt19937_64 random(2);
    std::string text = "[";
    text.reserve(count * 80);
    std::vector<std::vector<EventId>> lanes(kLanes);
    std::vector<TimeNs> freeAt(kLanes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t lane = i % kLanes;
        const TimeNs begin = freeAt[lane] + static_cast<TimeNs>(random() % 3000);
        const TimeNs length = 500 + static_cast<TimeNs>(random() % 9000);
        freeAt[lane] = begin + length;
        lanes[lane].push_back(idAt<EventId>(i));
        fmt::format_to(std::back_inserter(text),
                       R"({{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":{}.{:03},"dur":{}.{:03}}},)",
                       begin / 1000, begin % 1000, length / 1000, length % 1000);
    }
    text.back() = ']';
    OpenedFile file;
    file.content = contentInMemory(std::move(text));
    Lanes made{readChromeJson(std::move(file), JobControl()).value(), {}};
    for (std::vector<EventId>& lane : lanes)
        made.rows.emplace_back(*made.trace, std::move(lane));
    return made;
}

const Lanes& lanesOf(std::size_t count)
{
    static std::map<std::size_t, Lanes> made;
    const auto known = made.find(count);
    return known != made.end() ? known->second : made.emplace(count, makeLanes(count)).first->second;
}

// Args: events, part of the whole time that is in view, in millionths.
void frame(benchmark::State& state)
{
    const Lanes& lanes = lanesOf(static_cast<std::size_t>(state.range(0)));
    const TimeNs length = lanes.trace->fullRange().endNs;
    const TimeNs shown = std::max<TimeNs>(length / 1'000'000 * state.range(1), kShortestViewNs);
    const TimeScale scale({(length - shown) / 2, (length + shown) / 2}, kWidthPx);
    std::vector<Box> boxes;
    std::size_t count = 0;
    for ([[maybe_unused]] auto _ : state) {
        count = 0;
        const PixelTimes times(scale);
        for (const LaneRow& row : lanes.rows) {
            visibleBoxes(row, times, boxes);
            count += boxes.size();
        }
    }
    state.counters["boxes"] = static_cast<double>(count);
}
BENCHMARK(frame)
    ->ArgsProduct({{1'000'000, 10'000'000}, {1'000'000, 500'000, 100'000, 30'000, 1'000}})
    ->Unit(benchmark::kMillisecond);

Overview overviewOf(std::size_t count, benchmark::State* state)
{
    const Lanes& lanes = lanesOf(count);
    Arrangement arrangement;
    auto joined = std::make_shared<JoinedTrace>();
    joined->trace = lanes.trace;
    arrangement.joined = joined;
    ViewTrack track;
    track.kind = TrackKind::GpuStream;
    track.lanes = lanes.rows;
    ViewGroup group;
    group.tracks.push_back(std::move(track));
    arrangement.groups.push_back(std::move(group));
    const auto summarized = [&] {
        return summarizeTime(arrangement, lanes.trace->fitRange(), kOverviewColumns, JobControl()).value();
    };
    Overview overview = summarized();
    if (state != nullptr) {
        for ([[maybe_unused]] auto _ : *state)
            overview = summarized();
    }
    return overview;
}

void summarize(benchmark::State& state)
{
    (void)overviewOf(static_cast<std::size_t>(state.range(0)), &state);
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(summarize)->Arg(1'000'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

void fit(benchmark::State& state)
{
    const Overview overview = overviewOf(1'000'000, nullptr);
    std::vector<OverviewColumn> columns;
    for ([[maybe_unused]] auto _ : state) {
        fitColumns(overview, kWidthPx, columns);
        benchmark::DoNotOptimize(columns.data());
    }
}
BENCHMARK(fit)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
