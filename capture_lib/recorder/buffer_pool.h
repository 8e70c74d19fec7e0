// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lanescope::record {

struct FreeMemory {
    void operator()(std::uint8_t* memory) const;
};
using Buffer = std::unique_ptr<std::uint8_t[], FreeMemory>;

struct FilledBuffer {
    std::uint8_t* memory = nullptr;
    std::size_t sizeBytes = 0;
};

// The buffers that CUPTI fills and the writer empties, never more than a limit of memory. Thread-safe.
class BufferPool {
public:
    static constexpr std::size_t kBufferBytes = std::size_t{2} << 20;

    explicit BufferPool(std::size_t limitBytes);

    // An empty buffer of kBufferBytes, aligned to 8. Null when all are in use, or memory is short.
    std::uint8_t* take();
    // A buffer that take() gave, to be emptied.
    void fill(std::uint8_t* memory, std::size_t sizeBytes);
    // Waits for the next filled buffer, in the order of fill(); nothing once the pool is closed and empty.
    std::optional<FilledBuffer> next();
    // Makes a buffer of next() empty.
    void giveBack(std::uint8_t* memory);
    // next() ends when it has given what is filled.
    void close();

    // How often take() gave nothing.
    std::uint64_t refusals() const;

private:
    const std::size_t m_most;
    mutable std::mutex m_mutex;
    std::condition_variable m_filledOrClosed;
    std::vector<Buffer> m_buffers; // all that exist
    std::vector<std::uint8_t*> m_empty;
    std::vector<FilledBuffer> m_filled;
    std::uint64_t m_refusals = 0;
    bool m_closed = false;
};

} // namespace lanescope::record
