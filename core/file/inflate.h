// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/file/byte_source.h"

#include <memory>
#include <string_view>

namespace lanescope {

// Inflates a gzip file of one or many members into memory. Zeros behind the last member (tape padding) are fine,
// anything else there is damage. A file that ends early or breaks gives what came out before, with damage() saying
// where. Goes on after it returns where the job may use two threads (TextBlocks::filledBy). Errors: Damaged when
// nothing came out, CannotRead, ChangedOnDisk, Stopped. `name` is for messages.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> inflateGzip(std::shared_ptr<const ByteSource> compressed,
                                                                    std::string_view name, const JobControl& job,
                                                                    std::size_t pieceBytes = std::size_t{256} << 10);

} // namespace lanescope
