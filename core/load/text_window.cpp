// SPDX-License-Identifier: Apache-2.0
#include "core/load/text_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lanescope {

TextWindow::TextWindow(const ByteSource& source, std::size_t pieceBytes, std::size_t longestPieceBytes)
    : m_source(source), m_longestPieceBytes(longestPieceBytes),
      m_buffer((source.hasByteAt(pieceBytes) ? pieceBytes : static_cast<std::size_t>(source.sizeBytes()) + 1) +
               kPaddingBytes)
{}

std::string_view TextWindow::from(std::uint64_t position) const
{
    assert(position >= m_begin && position <= m_begin + m_size);
    const auto skip = static_cast<std::size_t>(position - m_begin);
    return {m_buffer.data() + skip, m_size - skip};
}

void TextWindow::seek(std::uint64_t position)
{
    m_begin = position;
    m_size = 0;
    std::fill_n(m_buffer.begin(), kPaddingBytes, '\0');
}

Result<void> TextWindow::more(std::uint64_t keepFrom)
{
    assert(keepFrom >= m_begin && keepFrom <= m_begin + m_size);
    const auto drop = static_cast<std::size_t>(keepFrom - m_begin);
    std::memmove(m_buffer.data(), m_buffer.data() + drop, m_size - drop);
    m_begin = keepFrom;
    m_size -= drop;
    if (m_size + kPaddingBytes == m_buffer.size()) {
        if (m_size >= m_longestPieceBytes)
            return failure(ErrorCode::TooLarge, fmt::format("one value, which begins at byte {}, is longer than {} "
                                                            "bytes; no event of a trace is",
                                                            keepFrom, m_longestPieceBytes));
        m_buffer.resize(m_buffer.size() * 2);
    }
    const auto got =
        m_source.read(m_begin + m_size, std::span(m_buffer).subspan(m_size, m_buffer.size() - kPaddingBytes - m_size));
    if (got)
        m_size += *got;
    std::fill_n(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_size), kPaddingBytes, '\0');
    if (!got)
        return failureOf(got);
    return {};
}

} // namespace lanescope
