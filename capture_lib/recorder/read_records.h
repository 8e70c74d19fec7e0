// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/recorder/buffer_pool.h"
#include "capture_lib/recorder/cupti_functions.h"
#include "capture_lib/recorder/trace_writer.h"

#include <cstdint>
#include <vector>

namespace lanescope::record {

// Writes the records of one of CUPTI's buffers. `clockOffsetNs` makes ns since 1970 of CUPTI's times. Gives back how
// many records have no end.
std::uint64_t writeRecords(const CuptiFunctions& cupti, const FilledBuffer& buffer, std::int64_t clockOffsetNs,
                           TraceWriter& writer);

// What the driver says of its devices; empty while it is not initialised.
std::vector<RecordedDevice> readDevices();

} // namespace lanescope::record
