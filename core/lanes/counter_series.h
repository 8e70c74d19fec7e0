// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// A value of a counter: it holds until the next one.
struct CounterSample {
    TimeNs atNs = 0;
    double value = 0; // finite
    EventId event{};  // the C event that tells it
};

struct ValueRange {
    double lowest = 0;
    double highest = 0;

    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// One value of a counter over time. Knows the extremes of any stretch of its samples in O(kFan · log n).
class CounterSeries {
public:
    // `samples` come by time; of equal times the last one holds.
    CounterSeries(std::string name, std::vector<CounterSample> samples);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_samples.size()); }
    [[nodiscard]] const CounterSample& sample(std::uint32_t i) const { return m_samples[i]; }
    // Of all samples.
    [[nodiscard]] ValueRange range() const { return m_range; }

    // The first of the samples [first, size) at or after `atNs`.
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first = 0) const;
    // The sample whose value holds at a time; nothing before the first one.
    [[nodiscard]] std::optional<std::uint32_t> holdingAt(TimeNs atNs) const;
    // Of the samples [first, last), which is not empty.
    [[nodiscard]] ValueRange extremes(std::uint32_t first, std::uint32_t last) const;

private:
    static constexpr std::uint32_t kFan = 16;

    std::string m_name;
    std::vector<CounterSample> m_samples;
    std::vector<std::vector<ValueRange>> m_levels; // of each kFan samples, of each kFan of those, …
    ValueRange m_range;
};

// The values that the C events of a counter's track tell in their args, by order of first appearance. Values that are
// no finite number, and events without a time, are left out. Reads the args from the file: for a worker. Errors:
// Stopped, those of reading.
[[nodiscard]] Result<std::vector<CounterSeries>> counterSeriesOf(const Trace& trace, TrackId track,
                                                                 const JobControl& job);

} // namespace lanescope
