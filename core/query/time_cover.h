// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <span>
#include <vector>

namespace lanescope {

// The times that are covered by any of several ranges: spans that neither touch nor overlap, by time.
class TimeCover {
public:
    // Ranges come by begin; an empty one covers nothing.
    void add(TimeRange range);

    [[nodiscard]] std::span<const TimeRange> spans() const { return m_spans; }
    [[nodiscard]] TimeNs lengthNs() const;
    // How much both cover. O(spans).
    [[nodiscard]] TimeNs lengthShared(const TimeCover& other) const;
    // What any of them covers. O(n log n) of all spans.
    [[nodiscard]] static TimeCover united(std::span<const TimeCover* const> covers);

private:
    std::vector<TimeRange> m_spans;
};

} // namespace lanescope
