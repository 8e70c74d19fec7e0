// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/pickle_values.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/load_report.h"

#include <string_view>

namespace lanescope {

// What a pickle holds, as data.
struct PickleDocument {
    PickleValues values; // refers to the bytes it was read from
    PickleId root{};
    LoadReport report;
};

// More than a file of this many bytes of values is not held in memory.
inline constexpr std::uint64_t kMostPickleBytes = std::uint64_t{512} << 20;

// The bytes begin as a pickle of any protocol does, text protocols included. Read them as one only if nothing else
// knows them.
[[nodiscard]] bool beginsAsPickle(std::string_view bytes);

// Reads a pickle (protocols 0 to 5) without running anything: only opcodes that make data are known, and of globals
// only those of pickle_globals.h. Never recurses; `bytes` must outlive the document. Errors: Refused (a global that is
// not allowed, named in the message; nothing was run), NotAnnotations (cut off, damaged), TooLarge, Stopped.
[[nodiscard]] Result<PickleDocument> readPickle(std::string_view bytes, const JobControl& job,
                                                std::uint64_t mostBytes = kMostPickleBytes);

} // namespace lanescope
