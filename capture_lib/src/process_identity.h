// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::capture {

// Who writes a file.
struct ProcessIdentity {
    std::int64_t pid = 0;
    std::string host;
    std::int64_t startUnixNs = 0; // when the library started
    std::optional<std::int32_t> rank;

    // rank<r>_<host>_<pid>_<start>, safe as part of a file name (FORMAT.md, Names).
    std::string fileStem() const;
};

// Of the calling process; the rank from RANK in the environment, where launchers put it.
ProcessIdentity identifyProcess();

} // namespace lanescope::capture
