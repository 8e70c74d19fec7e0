// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <string_view>

namespace lanescope {

// Takes one member of the outer object (not traceEvents) into the header, if it is one that matters. `rawValue` is a
// complete JSON value as JsonCursor reads it.
void takeHeaderMember(std::string_view key, std::string_view rawValue, TraceHeader& header);

} // namespace lanescope
