// SPDX-License-Identifier: Apache-2.0
#include "core/load/oddity_report.h"

namespace lanescope {

void reportOddities(const JsonCursor::Oddities& oddities, std::uint64_t at, std::string_view name, LoadReport& report)
{
    if (oddities.nonJsonNumbers != 0)
        report.add("non-json-number", "a value such as NaN or N/A is no JSON; it is shown as that text", at, name,
                   oddities.nonJsonNumbers);
    if (oddities.invalidUtf8)
        report.add("invalid-utf8", "a text is not valid UTF-8; the bad bytes are shown as \xEF\xBF\xBD", at, name);
    if (oddities.controlCharacter)
        report.add("control-character", "a text has raw control characters", at, name);
    if (oddities.loneSurrogate)
        report.add("lone-surrogate", "a text has half of a surrogate pair; it is shown as \xEF\xBF\xBD", at, name);
    if (oddities.badEscape)
        report.add("bad-escape", "a text has an escape that JSON does not know; it is shown as \xEF\xBF\xBD", at, name);
    if (oddities.trailingCommas != 0)
        report.add("surplus-comma", "a comma stands where none belongs; it is ignored", at, name,
                   oddities.trailingCommas);
    if (oddities.missingCommas != 0)
        report.add("missing-comma", "a comma is missing between two values", at, name, oddities.missingCommas);
}

} // namespace lanescope
