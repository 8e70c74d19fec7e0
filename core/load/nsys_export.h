// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/file/byte_source.h"
#include "core/trace/load_report.h"

#include <filesystem>
#include <vector>

namespace lanescope {

// An SQLite export of Nsight Systems (`nsys export --type sqlite`) as a trace file.
struct NsysExport {
    OpenedFile file;               // its content is Chrome JSON made of the rows, kept in memory
    std::vector<Finding> findings; // what the export lacks
};

// Whether a file is an SQLite database. Errors: those of its content.
[[nodiscard]] Result<bool> isSqliteFile(const OpenedFile& file);

// Whether a file is such an export, by the tables in it; false when it cannot be read.
[[nodiscard]] bool isNsysExport(const std::filesystem::path& path);

// Kernels, copies, memsets, runtime calls with their arrows, NVTX ranges and marks, and, where graphs were recorded as
// a whole, their launches. Kernels of graphs have "graph node id", and "source graph node id" where the export tells
// which node they were instantiated from (originalGraphNodeId). The database is opened read-only and never touched. May
// go on after it returns (TextBlocks::filledBy). Errors: NotATrace (a database of something else, or compressed),
// CannotRead, Damaged, Stopped.
[[nodiscard]] Result<NsysExport> openNsysExport(OpenedFile file, const JobControl& job);

} // namespace lanescope
