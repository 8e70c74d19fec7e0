// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace lanescope {

struct NsysRangeCounts {
    std::uint64_t annotated = 0; // GPU work with an annotation
    std::uint64_t ranges = 0;    // written
};

// Whether a file is an SQLite database, as exports of Nsight Systems are; false when it cannot be read.
[[nodiscard]] bool isDatabase(const std::filesystem::path& path);

// report.sqlite -> report.annotated.sqlite
[[nodiscard]] std::filesystem::path defaultNsysCopyPath(const std::filesystem::path& report);

// Writes a copy of the Nsight Systems export that a trace was read from, with an NVTX push/pop range for each run of a
// region in each replay, from the begin of its first work to the end of its last, on the thread that launched it. The
// name is the region's title. The report is only read; the copy is written beside the target and renamed. Errors:
// WrongUsage (the target is the report or the annotation file), CannotRead, CannotWrite, ChangedOnDisk, Stopped.
[[nodiscard]] Result<NsysRangeCounts> writeNsysRanges(const std::shared_ptr<const JoinedTrace>& joined,
                                                      const std::filesystem::path& target, const JobControl& job);

} // namespace lanescope
