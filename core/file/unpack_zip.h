// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/file/byte_source.h"

#include <memory>
#include <string_view>

namespace lanescope {

// The content of the one file of interest in a zip archive: its only file, or the only one that looks like a trace by
// its first bytes (those inside of a gzip file count); folders and what operating systems add are passed over. What is
// cut or damaged gives what came out, with damage() saying what is missing. `name`: of the archive, for messages.
// Errors: Refused (several traces, none, or one that cannot be unpacked: the message names them), Damaged when nothing
// came out, those of the source, Stopped.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> unpackZip(const std::shared_ptr<const ByteSource>& archive,
                                                                  std::string_view name, const JobControl& job);

} // namespace lanescope
