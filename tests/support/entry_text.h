// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/parsed_entry.h"

#include <string>

namespace lanescope::test {

// Everything a parser found in an entry, as one line: two parsers read the same exactly when these are equal.
[[nodiscard]] std::string entryAsText(const ParsedEntry& entry);

// What the careful and the fast parser make of the same text, which is one entry and whatever follows it. Empty when
// the fast one gave up or both agree; else what differs.
[[nodiscard]] std::string differenceOfParsers(std::string_view text);

} // namespace lanescope::test
