// SPDX-License-Identifier: Apache-2.0
#include "core/base/string_table.h"

#include <algorithm>

namespace lanescope {
namespace {
constexpr std::size_t kBlockBytes = 64 * 1024;
}

StringTable::StringTable()
{
    m_texts.emplace_back();
    m_ids.emplace(std::string_view{}, kEmptyString);
}

StringId StringTable::intern(std::string_view text)
{
    const auto found = m_ids.find(text);
    if (found != m_ids.end())
        return found->second;
    const std::string_view stored = store(text);
    const auto id = idAt<StringId>(m_texts.size());
    m_texts.push_back(stored);
    m_ids.emplace(stored, id);
    return id;
}

std::optional<StringId> StringTable::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    if (found == m_ids.end())
        return std::nullopt;
    return found->second;
}

std::string_view StringTable::store(std::string_view text)
{
    if (m_blocks.empty() || m_blocks.back().capacity() - m_blocks.back().size() < text.size()) {
        m_blocks.emplace_back();
        m_blocks.back().reserve(std::max(kBlockBytes, text.size()));
    }
    std::string& block = m_blocks.back();
    const std::size_t offset = block.size();
    block.append(text);
    return std::string_view(block).substr(offset, text.size());
}

std::size_t StringTable::sizeBytes() const
{
    std::size_t bytes = m_texts.capacity() * sizeof(std::string_view);
    bytes += m_ids.size() * (sizeof(std::pair<std::string_view, StringId>) + 2 * sizeof(void*));
    for (const std::string& block : m_blocks)
        bytes += block.capacity();
    return bytes;
}

} // namespace lanescope
