// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"

#include <memory>
#include <vector>

namespace lanescope {

// The contents of several files one behind the other, so that one offset names a byte of any of them. Waits until all
// of them are unpacked. Reading has the errors of the content it falls into.
class ConcatenatedSource final : public ByteSource {
public:
    explicit ConcatenatedSource(std::vector<std::shared_ptr<const ByteSource>> contents);

    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_begins.back(); }
    // Where a content begins, by its position.
    [[nodiscard]] std::uint64_t beginOf(std::size_t content) const { return m_begins[content]; }
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override;
    [[nodiscard]] std::uint64_t diskBytesUpTo(std::uint64_t offset) const override;

private:
    // The content that holds a byte, or the last one.
    [[nodiscard]] std::size_t contentAt(std::uint64_t offset) const;

    std::vector<std::shared_ptr<const ByteSource>> m_contents;
    std::vector<std::uint64_t> m_begins; // one more: the end of the last
};

} // namespace lanescope
