// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/join/join.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// A region title of the whole trace with its counts; legends and filters list these. Parents' titles are in it too.
struct RegionTitle {
    std::string text;
    bool isModuleParent = false; // comes from a module path, not from an annotation of its own
    std::uint64_t workCount = 0; // GPU events that lie in it
    TimeNs totalNs = 0;          // their durations added up
};

// Which bars the work of each annotation lies in. Parents come from module paths: work of module layers.5.attn lies in
// a bar "layers.5" (or the title that work of module layers.5 itself carries) and, below it, in the bar of its own
// title. A container whose next component is a number ("layers" of "layers.5") makes no bar, nor does a parent that
// would hold exactly what its only child holds. Work of a fused module "a + b" lies in the parents both share.
class RegionScheme {
public:
    // Looks at every GPU event once.
    explicit RegionScheme(const JoinedTrace& joined);

    // Every title that some work carries, in natural order ("layer_2" before "layer_10").
    [[nodiscard]] std::span<const RegionTitle> titles() const { return m_titles; }
    // The titles of an annotation's bars, outermost first, as positions in titles(). Empty for annotations without
    // work. `annotation` is a position in AnnotationSet::annotations().
    [[nodiscard]] std::span<const std::uint32_t> chain(std::uint32_t annotation) const;

private:
    std::vector<RegionTitle> m_titles;
    std::vector<std::uint32_t> m_chains;  // of all annotations, one after the other
    std::vector<std::uint32_t> m_chainAt; // begin of each annotation's, one more at the end
};

// Compares texts with their runs of digits as numbers.
[[nodiscard]] bool comesBefore(std::string_view a, std::string_view b);

} // namespace lanescope
