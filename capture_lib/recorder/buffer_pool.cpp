// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/buffer_pool.h"

#include <cstdlib>

namespace lanescope::record {

void FreeMemory::operator()(std::uint8_t* memory) const
{
    std::free(memory);
}

BufferPool::BufferPool(std::size_t limitBytes) : m_most(limitBytes / kBufferBytes)
{
    // From here on only buffers themselves are allocated: fill() and giveBack() cannot fail.
    m_buffers.reserve(m_most);
    m_empty.reserve(m_most);
    m_filled.reserve(m_most);
}

std::uint8_t* BufferPool::take()
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (!m_empty.empty()) {
        std::uint8_t* memory = m_empty.back();
        m_empty.pop_back();
        return memory;
    }
    if (m_buffers.size() < m_most) {
        if (auto* memory = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes))) {
            m_buffers.emplace_back(memory);
            return memory;
        }
    }
    ++m_refusals;
    return nullptr;
}

void BufferPool::fill(std::uint8_t* memory, std::size_t sizeBytes)
{
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_filled.push_back({memory, sizeBytes});
    }
    m_filledOrClosed.notify_one();
}

std::optional<FilledBuffer> BufferPool::next()
{
    std::unique_lock<std::mutex> lock(m_mutex);
    m_filledOrClosed.wait(lock, [this] { return !m_filled.empty() || m_closed; });
    if (m_filled.empty())
        return std::nullopt;
    const FilledBuffer filled = m_filled.front();
    m_filled.erase(m_filled.begin());
    return filled;
}

void BufferPool::giveBack(std::uint8_t* memory)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_empty.push_back(memory);
}

void BufferPool::close()
{
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_closed = true;
    }
    m_filledOrClosed.notify_all();
}

std::uint64_t BufferPool::refusals() const
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    return m_refusals;
}

} // namespace lanescope::record
