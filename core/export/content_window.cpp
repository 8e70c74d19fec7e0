// SPDX-License-Identifier: Apache-2.0
#include "core/export/content_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace lanescope {

Result<void> ContentWindow::fill(ByteRange range)
{
    if (m_job.stopRequested())
        return JobControl::stopped();
    const ByteSource& content = *m_file.content;
    const std::uint64_t size = content.sizeBytes();
    if (range.offset > size || range.length > size - range.offset)
        return failure(ErrorCode::ChangedOnDisk,
                       fmt::format("\"{}\" is shorter than it was when it was opened", m_file.path.string()));
    const std::size_t length =
        static_cast<std::size_t>(std::min(std::max<std::uint64_t>(range.length, kBlockBytes), size - range.offset));
    if (m_block.size() < length)
        m_block.resize(length);
    const auto read = content.read(range.offset, std::span(m_block.data(), length));
    if (!read)
        return failureOf(read);
    m_blockAt = range.offset;
    m_blockLength = *read;
    if (m_blockLength < range.length)
        return failure(ErrorCode::ChangedOnDisk,
                       fmt::format("\"{}\" is shorter than it was when it was opened", m_file.path.string()));
    JobProgress progress;
    progress.stage = m_stage;
    progress.doneBytes = content.diskBytesUpTo(range.offset);
    progress.totalBytes = m_file.diskBytes;
    m_job.report(progress);
    return {};
}

std::uint64_t ContentWindow::atHand(std::uint64_t offset, std::uint64_t most) const
{
    const std::uint64_t end = m_blockAt + m_blockLength;
    return offset < m_blockAt || offset >= end ? 0 : std::min(most, end - offset);
}

Result<std::string_view> ContentWindow::text(ByteRange range)
{
    if (range.offset < m_blockAt || range.offset - m_blockAt > m_blockLength ||
        range.length > m_blockLength - (range.offset - m_blockAt)) {
        if (auto filled = fill(range); !filled)
            return failureOf(filled);
    }
    return std::string_view(m_block).substr(static_cast<std::size_t>(range.offset - m_blockAt),
                                            static_cast<std::size_t>(range.length));
}

} // namespace lanescope
