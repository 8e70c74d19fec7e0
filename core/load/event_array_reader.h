// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/load/entry_run_reader.h"
#include "core/trace/trace_builder.h"

#include <cstdint>

namespace lanescope {

struct ReadOptions {
    EntryPath path = EntryPath::Fast;
    std::uint64_t chunkBytes = std::uint64_t{4} << 20; // what one thread reads at a time
};

// Reads the event array of `source` that begins at `begin` (just behind its '[') into `builder`, in parallel: the text
// is cut into chunks where entries seem to begin; a chunk's entries count only if reading all before it ends exactly
// where the chunk begins, else it is read again. So the result is that of reading from front to back, for any number of
// threads (those of the job). Errors: those of the source, Stopped.
[[nodiscard]] Result<EntryRunReader::End> readEventArray(const ByteSource& source, std::uint64_t begin,
                                                         std::uint64_t diskBytes, const ReadOptions& options,
                                                         TraceBuilder& builder, const JobControl& job);

} // namespace lanescope
