// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/file/byte_source.h"

#include <cstdint>
#include <optional>

namespace lanescope {

// A place at or after `from` where an entry of the event array seems to begin: a '{' behind "}," that opens with one of
// the keys entries have. A guess (the same text can stand in an event's args or in a string): whoever reads up to it
// finds out. Nothing when there is none within 64 MiB. Errors: those of the source.
[[nodiscard]] Result<std::optional<std::uint64_t>> guessEntryBegin(const ByteSource& source, std::uint64_t from);

} // namespace lanescope
