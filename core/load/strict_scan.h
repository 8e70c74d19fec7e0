// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Steps over strict JSON in plain ASCII that is followed by zero bytes (TextWindow::kPaddingBytes): none of these needs
// an end, because a zero byte stops each of them. A null result, or false, means that the text is not of that kind.
namespace lanescope::strict {

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

inline const char* skipSpace(const char* at)
{
    // One blank or none is the common case between tokens on a line.
    if (static_cast<unsigned char>(*at) > ' ')
        return at;
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
        ++at;
    return at;
}

// The first byte that ends a plain stretch of a string: quote, backslash, control character or anything beyond ASCII.
inline const char* plainStretchEnd(const char* at)
{
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i blank = _mm_set1_epi8(' ');
    const auto endsIn = [&](const char* from) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        // Signed comparison: bytes from 0x80 on are negative, so they count as control characters, as is wanted.
        const __m128i ends = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                                          _mm_cmpgt_epi8(blank, bytes));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(ends));
    };
    // 32 at a time: most names end in the first round, so that the branch is foreseen.
    for (;; at += 32) {
        const std::uint32_t mask = endsIn(at) | (endsIn(at + 16) << 16);
        if (mask != 0)
            return at + std::countr_zero(mask);
    }
#else
    while (*at != '"' && *at != '\\' && static_cast<signed char>(*at) >= ' ')
        ++at;
    return at;
#endif
}

// From the opening quote to behind the closing one. Escapes of two characters are fine, \u is not.
inline const char* skipString(const char* at, bool& hasEscape)
{
    ++at;
    for (;;) {
        at = plainStretchEnd(at);
        if (*at == '"')
            return at + 1;
        if (*at != '\\')
            return nullptr;
        switch (at[1]) {
        case '"':
        case '\\':
        case '/':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
            break;
        default:
            return nullptr;
        }
        hasEscape = true;
        at += 2;
    }
}

// Behind the digits at `at`.
inline const char* skipDigits(const char* at)
{
#if defined(__SSE2__)
    const __m128i nine = _mm_set1_epi8(9);
    for (;; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
        const auto digits =
            static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(values, nine), values)));
        if (digits != 0xffff)
            return at + std::countr_one(digits);
    }
#else
    while (isDigit(*at))
        ++at;
    return at;
#endif
}

// A number by JSON's grammar.
inline const char* skipNumber(const char* at)
{
    if (*at == '-')
        ++at;
    if (!isDigit(*at))
        return nullptr;
    if (*at == '0' && isDigit(at[1]))
        return nullptr;
    at = skipDigits(at);
    if (*at == '.') {
        ++at;
        if (!isDigit(*at))
            return nullptr;
        at = skipDigits(at);
    }
    if (*at == 'e' || *at == 'E') {
        ++at;
        if (*at == '+' || *at == '-')
            ++at;
        if (!isDigit(*at))
            return nullptr;
        at = skipDigits(at);
    }
    return at;
}

// true, false or null.
inline const char* skipLiteral(const char* at)
{
    const auto isWord = [&](const char* word, int length) {
        for (int i = 0; i < length; ++i) {
            if (at[i] != word[i])
                return false;
        }
        return true;
    };
    if (isWord("true", 4) || isWord("null", 4))
        return at + 4;
    return isWord("false", 5) ? at + 5 : nullptr;
}

// Any value, nested at most 64 deep.
const char* skipValue(const char* at);

} // namespace lanescope::strict
