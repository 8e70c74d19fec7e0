// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"

#include <array>
#include <memory>
#include <vector>

namespace lanescope {

// A content in memory, in blocks: it grows without being copied, and its end wastes less than one block.
class TextBlocks final : public ByteSource {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

    TextBlocks() = default;

    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_sizeBytes; }
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override;
    [[nodiscard]] std::uint64_t diskBytesUpTo(std::uint64_t offset) const override;

    // Building, before the content is shared. Room behind the end: never empty; what was written there is added with
    // advance().
    [[nodiscard]] std::span<char> room();
    void advance(std::size_t bytes) { m_sizeBytes += bytes; }
    void append(std::string_view text);
    void setDamage(std::string damage) { m_damage = std::move(damage); }
    void setDiskBytes(std::uint64_t bytes) { m_diskBytes = bytes; }

private:
    using Block = std::array<char, kBlockBytes>;
    std::vector<std::unique_ptr<Block>> m_blocks;
    std::uint64_t m_sizeBytes = 0;
    std::uint64_t m_diskBytes = 0;
};

} // namespace lanescope
