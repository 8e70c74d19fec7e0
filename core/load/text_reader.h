// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/load/json_cursor.h"
#include "core/load/text_window.h"

#include <cstdint>

namespace lanescope {

// Where a reader is in a content, and how it takes the next step: over white space, or over one value, reading on when
// the piece in memory ends inside of it.
struct TextReader {
    TextReader(const ByteSource& source, const JobControl& jobControl, std::size_t pieceBytes)
        : window(source, pieceBytes), job(jobControl)
    {}

    // Moves `at` behind white space and gives the character there; NUL at the end of the content. Errors: the source's.
    Result<char> nextCharacter();

    // Calls `parse(cursor)`, which returns a JsonCursor::Outcome, on the text from `at`; reads on and calls it again
    // while the piece is too short. Leaves `at` where it is. Errors: the source's, Stopped.
    template<typename Parse>
    Result<JsonCursor::Outcome> parseHere(Parse parse)
    {
        for (;;) {
            JsonCursor cursor(window.from(at), 0,
                              window.isAtEnd() ? JsonCursor::TextIs::Whole : JsonCursor::TextIs::Piece);
            const JsonCursor::Outcome outcome = parse(cursor);
            if (outcome != JsonCursor::Outcome::EndOfText || window.isAtEnd()) {
                parsedLength = cursor.position();
                oddities = cursor.oddities();
                return outcome;
            }
            if (job.stopRequested())
                return JobControl::stopped();
            if (const auto more = window.more(at); !more)
                return failureOf(more);
        }
    }

    TextWindow window;
    const JobControl& job;
    std::uint64_t at = 0;          // everything before is done
    std::size_t parsedLength = 0;  // bytes the last parseHere took, or up to its fault
    JsonCursor::Oddities oddities; // of the last parseHere
};

} // namespace lanescope
