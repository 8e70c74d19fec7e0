// SPDX-License-Identifier: Apache-2.0
#include "core/base/string_table.h"

#include <algorithm>
#include <cstring>

namespace lanescope {
namespace {

constexpr std::size_t kBlockBytes = 64 * 1024;
constexpr std::size_t kFirstSlots = 1024; // a power of two, as every size

std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15U) * (b ^ 0xC2B2AE3D27D4EB4FU);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t wordAt(const char* at, std::size_t bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, bytes);
    return word;
}

// 16 bytes a multiplication.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = text.size();
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 16; left -= 16, at += 16)
        hash = mixed(hash ^ wordAt(at, 8), wordAt(at + 8, 8));
    if (left > 8)
        return mixed(hash ^ wordAt(at, 8), wordAt(at + 8, left - 8));
    return mixed(hash, left == 0 ? 0 : wordAt(at, left));
}

// The first and the last 8 bytes of a text; of a shorter one all of it, in some order. Without a loop or a copy of
// changing length: a loader asks for every name and category it meets.
struct Ends {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

Ends endsOf(std::string_view text)
{
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (text.size() >= 8)
        return {wordAt(begin, 8), wordAt(end - 8, 8)};
    if (text.size() >= 4)
        return {wordAt(begin, 4), wordAt(end - 4, 4)};
    if (text.empty())
        return {};
    return {wordAt(begin, 1) | (wordAt(begin + text.size() / 2, 1) << 8), wordAt(end - 1, 1)};
}

} // namespace

StringTable::StringTable() : m_texts(1), m_slots(kFirstSlots), m_hashes(1)
{
    m_hashes[0] = hashOf({});
    m_slots[slotOf({}, m_hashes[0])] = 1;
}

void StringTable::clear()
{
    m_texts.resize(1);
    m_hashes.resize(1);
    std::fill(m_slots.begin(), m_slots.end(), 0);
    m_slots[slotOf({}, m_hashes[0])] = 1;
    m_recent.fill({});
    m_blocks.resize(std::min<std::size_t>(1, m_blocks.size()));
    for (std::string& block : m_blocks)
        block.clear();
}

std::size_t StringTable::slotOf(std::string_view text, std::uint64_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t slot = static_cast<std::size_t>(hash) & mask;; slot = (slot + 1) & mask) {
        if (m_slots[slot] == 0)
            return slot;
        const std::size_t id = m_slots[slot] - 1;
        if (m_hashes[id] == hash && m_texts[id] == text)
            return slot;
    }
}

void StringTable::grow()
{
    m_slots.assign(m_slots.size() * 2, 0);
    for (std::size_t id = 0; id < m_texts.size(); ++id)
        m_slots[slotOf(m_texts[id], m_hashes[id])] = static_cast<std::uint32_t>(id + 1);
}

StringId StringTable::intern(std::string_view text)
{
    // From length and ends only, so that long names need no whole hash.
    const Ends ends = endsOf(text);
    const std::uint64_t mix = ((ends.first ^ (ends.last * 3)) + text.size()) * 0x9E3779B97F4A7C15U;
    Recent& recent = m_recent[static_cast<std::size_t>(mix >> 56)];
    const bool hasSameEnds = recent.size == text.size() && recent.first == ends.first && recent.last == ends.last;
    if (hasSameEnds && (text.size() <= 16 || m_texts[indexOf(recent.id)] == text))
        return recent.id;
    recent = {text.size(), ends.first, ends.last, internAny(text)};
    return recent.id;
}

StringId StringTable::internAny(std::string_view text)
{
    const std::uint64_t hash = hashOf(text);
    const std::size_t slot = slotOf(text, hash);
    if (m_slots[slot] != 0)
        return idAt<StringId>(m_slots[slot] - 1);
    const auto id = idAt<StringId>(m_texts.size());
    m_texts.push_back(store(text));
    m_hashes.push_back(hash);
    m_slots[slot] = static_cast<std::uint32_t>(m_texts.size());
    if (m_texts.size() * 2 > m_slots.size())
        grow();
    return id;
}

std::optional<StringId> StringTable::find(std::string_view text) const
{
    const std::size_t slot = slotOf(text, hashOf(text));
    if (m_slots[slot] == 0)
        return std::nullopt;
    return idAt<StringId>(m_slots[slot] - 1);
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
    std::size_t bytes = m_texts.capacity() * sizeof(std::string_view) + m_slots.capacity() * sizeof(std::uint32_t) +
                        m_hashes.capacity() * sizeof(std::uint64_t);
    for (const std::string& block : m_blocks)
        bytes += block.capacity();
    return bytes;
}

} // namespace lanescope
