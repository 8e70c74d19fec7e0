// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/visible_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {

void visibleSteps(const CounterSeries& series, const TimeScale& scale, std::vector<Step>& out)
{
    out.clear();
    const int width = scale.widthPx();
    std::uint32_t next = series.firstFrom(scale.range().beginNs);
    std::optional<std::uint32_t> held = next > 0 ? std::optional(next - 1) : std::nullopt;
    const auto heldRange = [&] { return ValueRange{series.sample(*held).value, series.sample(*held).value}; };
    int px = 0;
    while (px < width) {
        const bool hasNext = next < series.size() && series.sample(next).atNs < scale.range().endNs;
        const double nextAt = hasNext ? std::floor(scale.toPx(series.sample(next).atNs)) : width;
        const int nextPx = std::clamp(static_cast<int>(nextAt), px, width);
        if (nextPx > px) {
            // The line goes on from what was drawn last.
            if (held && !out.empty() && out.back().count <= 1 && out.back().sample == *held)
                out.back().x1 = nextPx;
            else if (held)
                out.push_back({px, nextPx, heldRange(), *held, 0});
            px = nextPx;
            continue;
        }
        const std::uint32_t last = std::max(series.firstFrom(scale.toNs(px + 1), next), next + 1);
        const std::uint32_t count = last - next;
        Step step{px, px + 1, series.extremes(next, last), last - 1, count};
        if (count > 1 && held) {
            const ValueRange before = heldRange();
            step.values = {std::min(step.values.lowest, before.lowest), std::max(step.values.highest, before.highest)};
        }
        out.push_back(step);
        held = last - 1;
        next = last;
        ++px;
    }
}

std::optional<Step> stepAt(const std::vector<Step>& steps, int px)
{
    const auto right = std::ranges::upper_bound(steps, px, {}, &Step::x0);
    if (right == steps.begin() || px >= (right - 1)->x1)
        return std::nullopt;
    return *(right - 1);
}

std::string stepsAsText(const std::vector<Step>& steps)
{
    std::string text;
    for (const Step& step : steps) {
        if (!text.empty())
            text += ' ';
        text += fmt::format("{}-{}:{}", step.x0, step.x1, step.values.lowest);
        if (step.values.highest != step.values.lowest)
            text += fmt::format("..{}", step.values.highest);
        if (step.count > 1)
            text += fmt::format("x{}", step.count);
    }
    return text;
}

} // namespace lanescope
