// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace lanescope::record {

enum class Begin { AtOnce, WhenAsked };

// What the environment asks for (README.md).
struct RecordSettings {
    Begin begin = Begin::AtOnce;
    std::string output = "lanescope_%p.trace.json"; // once read, with %p and %% replaced
    std::size_t bufferBytes = std::size_t{64} << 20;
};

// `getVariable` is getenv, or a test's; `pid` takes the place of %p. False: `problem` tells which variable is wrong and
// what it may be, and the settings are not to be used.
bool readSettings(const std::function<const char*(const char*)>& getVariable, long pid, RecordSettings& settings,
                  std::string& problem);

} // namespace lanescope::record
