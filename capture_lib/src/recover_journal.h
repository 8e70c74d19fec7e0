// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/last_error.h"

#include <cstdint>
#include <string>

namespace lanescope::capture {

// Writes the annotation file that the program would have saved, from the journal it left (FORMAT.md, Journal).
// `skippedLines`: lines that are cut or damaged; the rest counts all the same. LSC_ERROR_IO: a file cannot be read or
// written. LSC_ERROR_INVALID_ARGUMENT: the file is no journal of a version this library knows.
Status recoverJournal(const std::string& journalPath, const std::string& filePath, std::uint64_t& skippedLines);

} // namespace lanescope::capture
