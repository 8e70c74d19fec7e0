// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace lanescope::cli {

// `annotate` that also takes an SQLite export of Nsight Systems: it then writes a copy of it with NVTX ranges, unless
// the output is named .json or .json.gz.
[[nodiscard]] Command alsoForNsys(Command annotate);

} // namespace lanescope::cli
