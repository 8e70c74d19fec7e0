// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/open/open_trace.h"

#include <memory>

namespace lanescope::cli {

// Where the request's trace is a folder, the traces in it as ranks on one axis.
[[nodiscard]] OpenRequest folderAsRanks(OpenRequest request);

// openTrace() under a TerminalJob: a progress line on a terminal, and Ctrl-C gives ErrorCode::Stopped.
[[nodiscard]] Result<std::shared_ptr<const OpenedTrace>> openWithProgress(const OpenRequest& request);

} // namespace lanescope::cli
