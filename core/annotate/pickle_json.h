// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/pickle_values.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

// A value of a pickle as JSON text, as Python's json module writes it, and what that refuses in its nearest form:
// tuples and sets as lists, bytes as text, dtypes by name. Never recurses; shared values are written each time, so the
// length is bounded. NaN and infinities are bare tokens as in Python.
// Returns why it cannot be written, or nothing: too long, nested too deeply, contains itself, holds a class.
[[nodiscard]] std::string_view appendPickleAsJson(const PickleValues& values, PickleId value, std::size_t mostBytes,
                                                  std::string& out);

} // namespace lanescope
