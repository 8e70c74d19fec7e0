// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope::test {

// Reads a trace that is given as text, or a file under tests/data.
[[nodiscard]] Result<std::shared_ptr<const Trace>> readTraceText(std::string_view text);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readTraceFile(std::string_view pathUnderTestData);

// One line an event: "name process/track begin+duration", times in nanoseconds as the file counts them, then "
// unfinished", " no-time", " no-duration", " odd", " instant", " counter" or " other" where it applies.
[[nodiscard]] std::string eventsAsText(const Trace& trace);

// One line a finding: "code count".
[[nodiscard]] std::string findingsAsText(const Trace& trace);

// Everything of a trace that reading decides: events with their byte ranges and ids, flows, ends, repairs, findings
// with places, tracks, ranges. Two readings agree exactly when these are equal.
[[nodiscard]] std::string everythingAsText(const Trace& trace);

} // namespace lanescope::test
