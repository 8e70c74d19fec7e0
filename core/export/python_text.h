// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

// What Python's str() says of a value that json.loads() read from `json`: True, None, 1e+16, [0, 'a'], {'k': 1.0}; a
// string is its own text. `json` is one strict value; anything else, and values nested more than 1000 deep (where
// Python gives up), come back as they are. Never recurses.
[[nodiscard]] std::string pythonStr(std::string_view json);

// The shortest text that reads back as the same number, laid out as Python does: 1.0, 0.0001, 1e-05, 1e+16, inf.
[[nodiscard]] std::string pythonFloat(double value);

} // namespace lanescope
