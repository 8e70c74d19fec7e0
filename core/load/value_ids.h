// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/parsed_entry.h"

#include <cstdint>
#include <string_view>

// What single values of an entry mean, the same for the careful and the fast parser.
namespace lanescope {

// The id a JSON number stands for: 7.0 and 7 are the same; other fractions and exponents stay as they are written.
[[nodiscard]] std::string_view canonicalNumberId(std::string_view number);

// The args that joins need: ParsedEntry::launch, op or the sort index.
enum class ColumnArg : std::uint8_t {
    None,
    Correlation,
    ExternalId,
    GraphId,
    GraphNodeId,
    Device,
    Stream,
    SequenceNumber,
    ForwardThread,
    SortIndex,
};
[[nodiscard]] ColumnArg columnArgOf(std::string_view key);

// Takes such an arg: `text` is a number or the decoded text of a string; what is no number counts as absent.
void takeColumnArg(ColumnArg arg, std::string_view text, ParsedEntry& entry);
// The same for digits that were read already; `value` is below 10^18.
void takeColumnArg(ColumnArg arg, std::uint64_t value, ParsedEntry& entry);

} // namespace lanescope
