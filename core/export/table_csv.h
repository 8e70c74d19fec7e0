// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/export/table_sink.h"

#include <filesystem>
#include <memory>

namespace lanescope {

enum class CompressTables { No, Yes };

// Tables as CSV (RFC 4180, UTF-8, a header line, LF): files NAME.csv or NAME.csv.gz in a folder, which is made if it is
// not there. NULL is an empty field, an empty text is "". Each file takes the place of an older one at the end. Errors:
// CannotWrite.
[[nodiscard]] Result<std::unique_ptr<TableSink>> createCsvTables(const std::filesystem::path& folder,
                                                                 CompressTables compress);

} // namespace lanescope
