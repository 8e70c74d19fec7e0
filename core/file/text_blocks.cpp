// SPDX-License-Identifier: Apache-2.0
#include "core/file/text_blocks.h"

#include <algorithm>
#include <cstring>

namespace lanescope {

Result<std::size_t> TextBlocks::read(std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size() && offset + done < m_sizeBytes) {
        const std::uint64_t at = offset + done;
        const auto block = static_cast<std::size_t>(at / kBlockBytes);
        const auto inBlock = static_cast<std::size_t>(at % kBlockBytes);
        const std::size_t length = static_cast<std::size_t>(
            std::min<std::uint64_t>({into.size() - done, kBlockBytes - inBlock, m_sizeBytes - at}));
        std::memcpy(into.data() + done, m_blocks[block]->data() + inBlock, length);
        done += length;
    }
    return done;
}

std::uint64_t TextBlocks::diskBytesUpTo(std::uint64_t offset) const
{
    if (m_sizeBytes == 0 || m_diskBytes == 0)
        return offset;
    return static_cast<std::uint64_t>(static_cast<double>(m_diskBytes) *
                                      (static_cast<double>(offset) / static_cast<double>(m_sizeBytes)));
}

std::span<char> TextBlocks::room()
{
    if (m_sizeBytes == m_blocks.size() * kBlockBytes)
        m_blocks.push_back(std::make_unique_for_overwrite<Block>());
    const auto used = static_cast<std::size_t>(m_sizeBytes % kBlockBytes);
    return std::span<char>(*m_blocks.back()).subspan(used);
}

void TextBlocks::append(std::string_view text)
{
    while (!text.empty()) {
        const std::span<char> free = room();
        const std::size_t length = std::min(free.size(), text.size());
        std::memcpy(free.data(), text.data(), length);
        advance(length);
        text.remove_prefix(length);
    }
}

} // namespace lanescope
