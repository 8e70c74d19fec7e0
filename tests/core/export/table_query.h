// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace lanescope::test {

// The rows that a query gives, one a line, values separated by " | ", NULL as "-". Starts with "error: " when it fails.
[[nodiscard]] std::string queried(const std::filesystem::path& database, const std::string& sql);

} // namespace lanescope::test
