// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/open/open_session.h"

#include <filesystem>
#include <span>
#include <string>

namespace lanescope::cli {

enum class OutputFormat { Table, Json };

// `info` of a folder or of several traces: one summary a rank on standard output, warnings with their file's name on
// standard error. `like`: the options of each opening. Returns the exit status.
[[nodiscard]] int printSessionInfo(std::span<const std::filesystem::path> paths, const OpenRequest& like,
                                   OutputFormat format);

} // namespace lanescope::cli
