// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What a file says about one node.
struct AnnotationEntry {
    std::vector<AnnotationField> fields; // its dicts and strings merged, later wins key by key
    bool nameIsBareString = false;
    std::string oddity; // why all or a part of the value could not be used; empty when all could
    bool isUsable = true;

    [[nodiscard]] Annotation annotationOf(std::uint64_t nodeKey) const;
    // The text of `stream` if there is one that is no number.
    [[nodiscard]] std::optional<std::string> badStream() const;
};

// Deeper values are not used: no program writes them, and readers of an export might recurse.
inline constexpr int kDeepestAnnotationValue = 200;

// Reads the value of a node: a list of dicts and strings, one dict, or one string. `json` is one value as JsonCursor
// accepts it; numbers keep their digits.
[[nodiscard]] AnnotationEntry readAnnotationEntry(std::string_view json);

} // namespace lanescope
