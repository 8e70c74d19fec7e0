// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanescope::test {

// The trace of tests/data/cases/18-huge-trace with `slices` slices instead of 1,500,000, and its annotations.
[[nodiscard]] std::string largeTrace(int slices);
[[nodiscard]] std::string largeTraceAnnotations();

} // namespace lanescope::test
