// SPDX-License-Identifier: Apache-2.0
#include "core/load/utf8.h"

namespace lanescope {
namespace {

// Lead bytes with the smallest and largest second byte that keep the sequence shortest, in range and no surrogate
// (Unicode, table 3-7).
struct Lead {
    std::size_t length;
    unsigned char secondMin;
    unsigned char secondMax;
};

Lead leadOf(unsigned char c)
{
    if (c >= 0xC2 && c <= 0xDF)
        return {2, 0x80, 0xBF};
    if (c == 0xE0)
        return {3, 0xA0, 0xBF};
    if (c == 0xED)
        return {3, 0x80, 0x9F};
    if (c >= 0xE1 && c <= 0xEF)
        return {3, 0x80, 0xBF};
    if (c == 0xF0)
        return {4, 0x90, 0xBF};
    if (c >= 0xF1 && c <= 0xF3)
        return {4, 0x80, 0xBF};
    if (c == 0xF4)
        return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

} // namespace

std::size_t utf8SequenceLengthAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(at) < 0x80)
        return 1;
    const Lead lead = leadOf(byte(at));
    if (lead.length == 0 || text.size() - at < lead.length)
        return 0;
    if (byte(at + 1) < lead.secondMin || byte(at + 1) > lead.secondMax)
        return 0;
    for (std::size_t i = 2; i < lead.length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80)
            return 0;
    }
    return lead.length;
}

void appendUtf8(std::uint32_t codePoint, std::string& out)
{
    const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | (codePoint >> 6));
        put(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        put(0xE0 | (codePoint >> 12));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    } else {
        put(0xF0 | (codePoint >> 18));
        put(0x80 | ((codePoint >> 12) & 0x3F));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }
}

} // namespace lanescope
