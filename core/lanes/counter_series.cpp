// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/counter_series.h"

#include "core/join/event_args.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1024;

ValueRange unionOf(ValueRange a, ValueRange b)
{
    return {std::min(a.lowest, b.lowest), std::max(a.highest, b.highest)};
}

// Numbers, also quoted ones.
std::optional<double> numberOf(std::string_view json)
{
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"')
        json = json.substr(1, json.size() - 2);
    double value = 0;
    const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), value);
    if (error != std::errc() || end != json.data() + json.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace

CounterSeries::CounterSeries(std::string name, std::vector<CounterSample> samples)
    : m_name(std::move(name)), m_samples(std::move(samples))
{
    if (m_samples.empty())
        return;
    const auto addLevel = [this](std::uint32_t entries, auto rangeOf) {
        std::vector<ValueRange> level;
        level.reserve((entries + kFan - 1) / kFan);
        for (std::uint32_t i = 0; i < entries; ++i) {
            if (i % kFan == 0)
                level.push_back(rangeOf(i));
            else
                level.back() = unionOf(level.back(), rangeOf(i));
        }
        m_levels.push_back(std::move(level));
    };
    addLevel(size(), [this](std::uint32_t i) { return ValueRange{m_samples[i].value, m_samples[i].value}; });
    while (m_levels.back().size() > 1) {
        const std::size_t below = m_levels.size() - 1;
        addLevel(static_cast<std::uint32_t>(m_levels[below].size()),
                 [this, below](std::uint32_t i) { return m_levels[below][i]; });
    }
    m_range = m_levels.back().front();
}

std::uint32_t CounterSeries::firstFrom(TimeNs atNs, std::uint32_t first) const
{
    const auto at = std::lower_bound(m_samples.begin() + first, m_samples.end(), atNs,
                                     [](const CounterSample& sample, TimeNs time) { return sample.atNs < time; });
    return static_cast<std::uint32_t>(at - m_samples.begin());
}

std::optional<std::uint32_t> CounterSeries::holdingAt(TimeNs atNs) const
{
    const std::uint32_t after = firstFrom(atNs + 1);
    return after > 0 ? std::optional(after - 1) : std::nullopt;
}

ValueRange CounterSeries::extremes(std::uint32_t first, std::uint32_t last) const
{
    ValueRange result{m_samples[first].value, m_samples[first].value};
    const auto take = [&result](ValueRange range) { result = unionOf(result, range); };
    const auto takeSample = [&](std::uint32_t i) { take({m_samples[i].value, m_samples[i].value}); };
    for (; first < last && first % kFan != 0; ++first)
        takeSample(first);
    for (; last > first && last % kFan != 0; --last)
        takeSample(last - 1);
    // Whole blocks are left: at each level those before the first and after the last whole block above.
    first /= kFan;
    last /= kFan;
    for (std::size_t level = 0; first < last; ++level) {
        for (; first < last && first % kFan != 0; ++first)
            take(m_levels[level][first]);
        for (; last > first && last % kFan != 0; --last)
            take(m_levels[level][last - 1]);
        first /= kFan;
        last /= kFan;
    }
    return result;
}

Result<std::vector<CounterSeries>> counterSeriesOf(const Trace& trace, TrackId track, const JobControl& job)
{
    std::vector<std::pair<std::string, std::vector<CounterSample>>> found;
    std::size_t asked = 0;
    for (const EventId event : trace.trackEvents(track)) {
        if (trace.kind(event) != EventKind::Counter)
            continue;
        if (asked++ % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return JobControl::stopped();
        const Result<std::string> text = trace.file().content->text(trace.bytes(event));
        if (!text)
            return failureOf(text);
        for (const AnnotationField& arg : argsOfEvent(*text)) {
            const auto value = numberOf(arg.json);
            if (!value)
                continue;
            auto series = std::ranges::find_if(found, [&](const auto& known) { return known.first == arg.key; });
            if (series == found.end())
                series = found.insert(found.end(), {arg.key, {}});
            series->second.push_back({trace.beginNs(event), *value, event});
        }
    }
    std::vector<CounterSeries> result;
    result.reserve(found.size());
    for (auto& [name, samples] : found)
        result.emplace_back(std::move(name), std::move(samples));
    return result;
}

} // namespace lanescope
