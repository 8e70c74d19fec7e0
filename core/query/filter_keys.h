// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope {

// What a term of a filter asks about. The values are documented in README.md.
enum class FilterKey : std::uint8_t {
    AnyText, // no key: the name or the annotation's title
    Name,
    Kernel,
    Category,
    Annotation,
    AnnotationField, // "ann.KEY"
    Module,
    Phase,
    Track,
    Process,
    Rank,
    File,
    Stream,
    Device,
    Replay,
    Graph,
    Correlation,
    Duration,
    Begin,
};

enum class FilterValueKind : std::uint8_t { Text, Number, Time };

struct FilterKeyName {
    std::string_view name; // as written before the colon
    FilterKey key;
    FilterValueKind kind;
    std::string_view meaning; // "annotation title", for lists of completions
    bool isAlias = false;     // another name for a key that stands before it
};

// All keys that have a name, in the order of the documentation.
[[nodiscard]] std::span<const FilterKeyName> filterKeyNames();
// By name, letters of any case; null for none. "ann.KEY" is none of these.
[[nodiscard]] const FilterKeyName* filterKeyNamed(std::string_view name);
[[nodiscard]] FilterValueKind valueKindOf(FilterKey key);

} // namespace lanescope
