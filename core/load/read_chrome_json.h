// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/file/byte_source.h"
#include "core/load/event_array_reader.h"
#include "core/trace/trace.h"

#include <memory>

namespace lanescope {

// Reads a Chrome Trace Event file (object or array form). Tolerant: what is odd is counted in the trace's load report
// and loading goes on; an event that cannot be read costs only itself. Errors: NotATrace (with what it is instead),
// ChangedOnDisk, CannotRead, TooLarge (a value of more than 1 GiB, or 2^31 events), Stopped. Memory: the tables and a
// few chunks of text; the file's content is not kept. The trace does not depend on the number of threads.
[[nodiscard]] Result<std::shared_ptr<const Trace>> readChromeJson(OpenedFile file, const JobControl& job,
                                                                  const ReadOptions& options = {});

} // namespace lanescope
