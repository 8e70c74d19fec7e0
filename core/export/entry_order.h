// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <optional>

namespace lanescope {

// Neighbours in the event array, over all tables of the trace (each is in file order). O(log n) a question.

// Where the first entry that begins at or behind `offset` begins.
[[nodiscard]] std::optional<std::uint64_t> nextEntryBegin(const Trace& trace, std::uint64_t offset);

// Where the last entry that begins before `offset` ends.
[[nodiscard]] std::optional<std::uint64_t> previousEntryEnd(const Trace& trace, std::uint64_t offset);

} // namespace lanescope
