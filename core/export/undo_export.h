// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace lanescope {

struct UndoCounts {
    std::uint64_t restored = 0; // entries that are again what they were
    std::uint64_t returned = 0; // entries that had been taken out
    std::uint64_t removed = 0;  // entries that had been added
    std::uint64_t steps = 0;    // exports taken back: more than one when an export was exported again
};

// Takes an export of ours back to the trace it was made of: all that writeAnnotatedTrace() changed, took out and added,
// by the record it left. The result is the recorded trace byte for byte, but for what was no strict JSON there, which
// stays repaired, and for entries that the export left out (a range or filter). Written as writeAnnotatedTrace() does;
// the target may not be the export itself. Errors: WrongUsage (no export of ours, or one without a record), Damaged (it
// was changed since), CannotWrite, ChangedOnDisk, CannotRead, Stopped.
[[nodiscard]] Result<UndoCounts> undoExport(std::shared_ptr<const Trace> trace, const std::filesystem::path& target,
                                            const JobControl& job);

// a.annotated.json.gz -> a.recorded.json.gz, a.json -> a.recorded.json: never the name of the recorded trace itself.
[[nodiscard]] std::filesystem::path defaultUndonePath(const std::filesystem::path& exported);

} // namespace lanescope
