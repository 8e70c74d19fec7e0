// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/file/byte_source.h"
#include "core/trace/trace.h"

#include <optional>
#include <string_view>

namespace lanescope {

// Where a member of a trace's outer object stands.
struct OuterMember {
    ByteRange value;
    ByteRange whole; // what goes with it when it is taken out, the comma before or behind it included
};

// The member with this key, beside the events; of several the last before them, else the last behind them. Errors:
// CannotRead, ChangedOnDisk, TooLarge.
[[nodiscard]] Result<std::optional<OuterMember>> findOuterMember(const Trace& trace, std::string_view key);

// The first member with this key behind the events: where exports put what they add. Errors: the same.
[[nodiscard]] Result<std::optional<OuterMember>> findMemberBehindEvents(const Trace& trace, std::string_view key);

} // namespace lanescope
