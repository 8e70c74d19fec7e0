// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/file/byte_source.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope {

// A piece of a content that slides forward over it. Positions are offsets in the content. Whoever parses keeps the
// position from which the text is still needed, and asks for more behind when the piece ends too early.
class TextWindow {
public:
    // Zero bytes that can be read behind any text that from() gives: a scanner may stop at them instead of counting.
    static constexpr std::size_t kPaddingBytes = 64;

    // No event is that long; lengths of events have 32 bits.
    static constexpr std::size_t kLongestPieceBytes = std::size_t{1} << 30;

    explicit TextWindow(const ByteSource& source, std::size_t pieceBytes = std::size_t{4} << 20,
                        std::size_t longestPieceBytes = kLongestPieceBytes);

    // The text from `position` to the end of the piece; `position` is inside the piece. Valid until more() or seek().
    [[nodiscard]] std::string_view from(std::uint64_t position) const;
    // Whether the piece reaches the end of the content.
    [[nodiscard]] bool isAtEnd() const { return !m_source.hasByteAt(m_begin + m_size); }
    // Reads on, keeping the text from `keepFrom` on. A text that fills the window makes it grow to twice its size.
    // Errors: those of the source, TooLarge (beyond the longest piece).
    [[nodiscard]] Result<void> more(std::uint64_t keepFrom);
    // Forgets the piece and begins anew, with nothing read, at `position`.
    void seek(std::uint64_t position);

private:
    const ByteSource& m_source;
    std::size_t m_longestPieceBytes;
    std::vector<char> m_buffer;
    std::uint64_t m_begin = 0; // offset of the first byte kept
    std::size_t m_size = 0;    // bytes kept
};

} // namespace lanescope
