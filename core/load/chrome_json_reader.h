// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/load/comma_repairs.h"
#include "core/load/event_array_reader.h"
#include "core/load/text_window.h"
#include "core/trace/trace_builder.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lanescope {

// One reading of one Chrome JSON file, front to back, into a TraceBuilder. This is the careful path: it understands
// whatever the format's producers write, and says where it does not.
class ChromeJsonReader {
public:
    ChromeJsonReader(OpenedFile file, const JobControl& job, const ReadOptions& options);
    [[nodiscard]] Result<std::shared_ptr<const Trace>> read();

private:
    using Outcome = JsonCursor::Outcome;

    // Which part of the text failed or ended; Go means: nothing did.
    enum class Flow { Go, Finished };

    Result<void> readObject();
    Result<Flow> readMember(CommaRepairs& commas);
    Result<Flow> findEventArrayAfterFault(std::uint64_t from, CommaRepairs& commas);
    Result<void> readEvents();
    Result<void> ignoreTextAfterEnd();
    void cutOff(std::uint64_t dropFrom, std::string_view closing);

    // Moves m_at behind white space and reads on where the piece ends; NUL at the end of the content.
    Result<char> nextCharacter();
    // Calls `parse(cursor)`, which returns an Outcome, on the text from m_at; reads on and tries again while the piece
    // is too short.
    template<typename Parse>
    Result<Outcome> parseHere(Parse parse);
    [[nodiscard]] tl::unexpected<Error> notATrace(std::string_view why) const;

    OpenedFile m_file;
    const JobControl& m_job;
    ReadOptions m_options;
    TraceBuilder m_builder;
    TextWindow m_window;
    JsonCursor::Oddities m_oddities; // of the last parseHere
    std::size_t m_parsedLength = 0;  // bytes the last parseHere took, or up to its fault
    std::uint64_t m_at = 0;          // everything before is done
    bool m_sawEventArray = false;
};

} // namespace lanescope
