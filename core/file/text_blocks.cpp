// SPDX-License-Identifier: Apache-2.0
#include "core/file/text_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stop_token>

#include <sys/mman.h>

namespace lanescope {

void TextBlocks::FreeBlock::operator()(Block* block) const
{
    std::free(block);
}

TextBlocks::~TextBlocks()
{
    m_filling.request_stop();
}

Result<std::shared_ptr<const ByteSource>> TextBlocks::filledBy(Fill fill, std::string_view name, const JobControl& job)
{
    const auto text = std::make_shared<TextBlocks>();
    if (job.threads() < 2) {
        if (auto result = fill(*text, job); !result)
            return failureOf(result);
        text->finish({});
    } else {
        text->fillOnThread(std::move(fill), job);
    }
    const auto lock = text->waitFor(0);
    if (text->m_sizeBytes != 0)
        return text;
    if (text->m_error)
        return tl::unexpected(*text->m_error);
    if (!text->m_damage.empty())
        return failure(ErrorCode::Damaged, fmt::format("{}: {}; nothing of it can be read", name, text->m_damage));
    return text;
}

void TextBlocks::fillOnThread(Fill fill, const JobControl& job)
{
    m_filling = std::jthread([this, fill = std::move(fill), outer = job.stopToken()](std::stop_token own) {
        // Stopped by the job, and by the content when nobody wants it any more.
        std::stop_source either;
        const std::stop_callback byJob(outer, [&] { either.request_stop(); });
        const std::stop_callback byContent(own, [&] { either.request_stop(); });
        try {
            finish(fill(*this, JobControl(either.get_token())));
        } catch (const std::bad_alloc&) {
            finish(failure(ErrorCode::TooLarge, "there is not enough memory to unpack the file; unpack it on disk"));
        }
    });
}

std::unique_lock<std::mutex> TextBlocks::waitFor(std::uint64_t offset) const
{
    std::unique_lock lock(m_mutex);
    m_grown.wait(lock, [&] { return m_isFinished || m_sizeBytes > offset; });
    return lock;
}

std::uint64_t TextBlocks::sizeBytes() const
{
    const auto lock = waitFor(UINT64_MAX);
    return m_sizeBytes;
}

bool TextBlocks::hasByteAt(std::uint64_t offset) const
{
    const auto lock = waitFor(offset);
    return m_sizeBytes > offset;
}

std::uint64_t TextBlocks::likelySizeBytes() const
{
    // Of a file that unpacks to a hundred times its size it is better not to promise too much.
    constexpr double kMostGrowth = 40;
    const std::unique_lock lock(m_mutex);
    if (m_isFinished || m_diskBytesUsed == 0)
        return m_sizeBytes;
    const double growth = static_cast<double>(m_sizeBytes) / static_cast<double>(m_diskBytesUsed);
    return std::max(m_sizeBytes,
                    static_cast<std::uint64_t>(static_cast<double>(m_diskBytes) * std::min(growth, kMostGrowth)));
}

const std::string& TextBlocks::damage() const
{
    const auto lock = waitFor(UINT64_MAX);
    return m_damage;
}

Result<std::size_t> TextBlocks::read(std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const std::uint64_t at = offset + done;
        const auto inBlock = static_cast<std::size_t>(at % kBlockBytes);
        const std::size_t wanted = std::min(into.size() - done, kBlockBytes - inBlock);
        auto lock = waitFor(at + wanted - 1);
        if (m_error)
            return tl::unexpected(*m_error);
        if (at >= m_sizeBytes)
            break;
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, m_sizeBytes - at));
        const char* from = m_blocks[static_cast<std::size_t>(at / kBlockBytes)]->data() + inBlock;
        lock.unlock();
        std::memcpy(into.data() + done, from, length);
        done += length;
    }
    return done;
}

std::uint64_t TextBlocks::diskBytesUpTo(std::uint64_t offset) const
{
    const std::unique_lock lock(m_mutex);
    const std::uint64_t diskBytes = m_isFinished ? m_diskBytes : m_diskBytesUsed;
    if (m_sizeBytes == 0 || diskBytes == 0)
        return offset;
    return static_cast<std::uint64_t>(static_cast<double>(diskBytes) *
                                      (static_cast<double>(offset) / static_cast<double>(m_sizeBytes)));
}

std::span<char> TextBlocks::room()
{
    // Only the thread that fills changes blocks and size: it may look at them without the lock.
    if (m_sizeBytes == m_blocks.size() * kBlockBytes) {
        std::unique_ptr<Block, FreeBlock> block(static_cast<Block*>(std::aligned_alloc(kBlockBytes, sizeof(Block))));
        if (!block)
            throw std::bad_alloc();
        // Faulting in fresh memory page by page takes as long as unpacking into it. A small content needs few pages.
        if (!m_blocks.empty())
            ::madvise(block.get(), sizeof(Block), MADV_HUGEPAGE);
        const std::lock_guard lock(m_mutex);
        m_blocks.push_back(std::move(block));
    }
    const auto used = static_cast<std::size_t>(m_sizeBytes % kBlockBytes);
    return std::span<char>(*m_blocks.back()).subspan(used);
}

void TextBlocks::advance(std::size_t bytes, std::uint64_t diskBytes)
{
    const std::lock_guard lock(m_mutex);
    m_sizeBytes += bytes;
    m_diskBytesUsed = diskBytes;
    m_grown.notify_all();
}

void TextBlocks::append(std::string_view text)
{
    while (!text.empty()) {
        const std::span<char> free = room();
        const std::size_t length = std::min(free.size(), text.size());
        std::memcpy(free.data(), text.data(), length);
        advance(length, 0);
        text.remove_prefix(length);
    }
}

void TextBlocks::setDiskBytes(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_diskBytes = bytes;
}

void TextBlocks::finish(Result<void> result)
{
    const std::lock_guard lock(m_mutex);
    if (!result)
        m_error = result.error();
    m_isFinished = true;
    m_grown.notify_all();
}

} // namespace lanescope
