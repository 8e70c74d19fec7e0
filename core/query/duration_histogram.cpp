// SPDX-License-Identifier: Apache-2.0
#include "core/query/duration_histogram.h"

#include "core/query/stats_row.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

std::vector<TimeNs> linearEdges(TimeNs first, TimeNs past, std::size_t bins)
{
    const TimeNs width = past - first;
    const auto count = std::min(static_cast<TimeNs>(bins), width);
    std::vector<TimeNs> edges{first};
    for (TimeNs i = 1; i <= count; ++i)
        edges.push_back(first + (width / count) * i + (width % count) * i / count);
    return edges;
}

std::vector<TimeNs> logarithmicEdges(TimeNs first, TimeNs past, std::size_t bins)
{
    std::vector<TimeNs> edges{first};
    if (first == 0)
        edges.push_back(1);
    const auto from = static_cast<double>(std::max<TimeNs>(1, first));
    const double factor = std::log(static_cast<double>(past) / from) / static_cast<double>(bins);
    for (std::size_t i = 1; i < bins; ++i) {
        const auto edge = static_cast<TimeNs>(std::llround(from * std::exp(factor * static_cast<double>(i))));
        if (edge > edges.back() && edge < past)
            edges.push_back(edge);
    }
    if (past > edges.back())
        edges.push_back(past);
    return edges;
}

} // namespace

std::size_t DurationHistogram::binOf(TimeNs durationNs) const
{
    const auto past = std::upper_bound(edges.begin(), edges.end(), durationNs);
    return static_cast<std::size_t>(past - edges.begin()) - 1;
}

DurationHistogram histogramOf(std::span<const TimeNs> durations, std::size_t bins, HistogramScale scale)
{
    DurationHistogram histogram;
    histogram.scale = scale;
    if (durations.empty() || bins == 0)
        return histogram;
    const auto [shortest, longest] = std::minmax_element(durations.begin(), durations.end());
    histogram.edges = scale == HistogramScale::Linear ? linearEdges(*shortest, *longest + 1, bins)
                                                      : logarithmicEdges(*shortest, *longest + 1, bins);
    histogram.counts.resize(histogram.edges.size() - 1);
    for (const TimeNs duration : durations)
        ++histogram.counts[histogram.binOf(duration)];
    return histogram;
}

DurationSpread spreadOf(std::vector<TimeNs> durations, std::size_t bins)
{
    DurationSpread spread{histogramOf(durations, bins, HistogramScale::Linear),
                          histogramOf(durations, bins, HistogramScale::Logarithmic),
                          {}};
    if (durations.empty())
        return spread;
    for (const int percent : DurationSpread::kPercents)
        spread.percentiles.push_back(percentileOf(durations, static_cast<std::uint64_t>(percent)));
    return spread;
}

} // namespace lanescope
