// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lanescope::bench {

// The number of JSON values that RapidJSON's SAX reader finds in `json` (StringStream, nothing kept), 0 when it refuses
// the text. Compiled with -O2 and nothing else, whatever the build: a base that moves with a flag is none.
[[nodiscard]] std::uint64_t countValues(const std::string& json);
// The same without RapidJSON's assertions (-DNDEBUG), which take g++ 12 a third of the time.
[[nodiscard]] std::uint64_t countValuesUnchecked(const std::string& json);

} // namespace lanescope::bench
