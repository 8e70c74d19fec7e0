// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lanescope {

// What a file holds, told from its first bytes and never from its name.
enum class ContentKind { Empty, Json, Gzip, Zip, Sqlite, Pickle, Utf16, Zstandard, Xz, Bzip2, Unknown };

// `head`: the first bytes of the content, 64 are enough. A byte order mark and white space before JSON are fine.
[[nodiscard]] ContentKind contentKindOf(std::string_view head);

// "a gzip file", "an SQLite database" …, for messages.
[[nodiscard]] std::string_view contentKindName(ContentKind kind);

} // namespace lanescope
