// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_entry.h"
#include "core/annotate/annotation_set.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lanescope {

// Collects the entries of an annotation file {id: value}, whatever it is written in. An odd entry costs itself and is
// counted in the report of set().
class NodeEntries {
public:
    // One entry: its key as text, its value as JSON as JsonCursor accepts it. `atByte`: where it stands in the file.
    void take(std::string_view key, std::string_view json, std::uint64_t atByte);
    // One whose value could not be told; `reason` says why.
    void takeUnusable(std::string_view key, std::string_view reason, std::uint64_t atByte);

    [[nodiscard]] AnnotationSet& set() { return m_set; }
    // The set. Errors: NotAnnotations when there are entries but none has a node's id as its key.
    [[nodiscard]] Result<AnnotationSet> finish();

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    [[nodiscard]] std::optional<std::uint64_t> nodeOf(std::string_view key, std::uint64_t atByte);
    [[nodiscard]] const AnnotationEntry& entryOf(std::string_view json);

    AnnotationSet m_set;
    std::unordered_map<std::string, AnnotationEntry, TextHash, std::equal_to<>> m_known; // by JSON text
    std::string m_firstKey;
    std::uint64_t m_entries = 0;
    std::uint64_t m_usableKeys = 0;
};

} // namespace lanescope
