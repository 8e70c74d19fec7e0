// SPDX-License-Identifier: Apache-2.0
#include "core/file/concatenated_source.h"

#include <algorithm>

namespace lanescope {

ConcatenatedSource::ConcatenatedSource(std::vector<std::shared_ptr<const ByteSource>> contents)
    : m_contents(std::move(contents)), m_begins{0}
{
    for (const auto& content : m_contents)
        m_begins.push_back(m_begins.back() + content->sizeBytes());
}

std::size_t ConcatenatedSource::contentAt(std::uint64_t offset) const
{
    const auto behind = std::upper_bound(m_begins.begin(), m_begins.end() - 1, offset);
    return static_cast<std::size_t>(behind - m_begins.begin()) - 1;
}

Result<std::size_t> ConcatenatedSource::read(std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size() && offset < sizeBytes()) {
        const std::size_t content = contentAt(offset);
        const std::uint64_t left = m_begins[content + 1] - offset;
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size() - done));
        const auto got = m_contents[content]->read(offset - m_begins[content], into.subspan(done, wanted));
        if (!got)
            return got;
        done += *got;
        offset += *got;
        if (*got < wanted)
            break; // shorter than it was
    }
    return done;
}

std::uint64_t ConcatenatedSource::diskBytesUpTo(std::uint64_t offset) const
{
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_contents.size() && m_begins[i] < offset; ++i)
        bytes += m_contents[i]->diskBytesUpTo(std::min(offset, m_begins[i + 1]) - m_begins[i]);
    return bytes;
}

} // namespace lanescope
