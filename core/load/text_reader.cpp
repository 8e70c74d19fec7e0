// SPDX-License-Identifier: Apache-2.0
#include "core/load/text_reader.h"

#include "core/load/strict_scan.h"

namespace lanescope {

Result<char> TextReader::nextCharacter()
{
    for (;;) {
        const std::string_view text = window.from(at);
        const char* next = strict::skipSpace(text.data()); // a zero byte behind the text stops it
        at += static_cast<std::uint64_t>(next - text.data());
        if (next != text.data() + text.size())
            return *next;
        if (window.isAtEnd())
            return '\0';
        if (const auto more = window.more(at); !more)
            return failureOf(more);
    }
}

} // namespace lanescope
