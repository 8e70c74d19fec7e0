// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace lanescope {

// Compresses text to one gzip member (level 6), in blocks that several threads deflate at once. Each block knows the
// 32 KiB before it and ends at a byte, so the blocks one after the other are one deflate stream, which every reader of
// gzip takes; the bytes are the same for any number of threads. Memory: about 1 MiB a thread. One object for one
// caller's thread.
class GzipBlocks {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

    // Takes compressed bytes in their order, on the caller's thread.
    using Sink = std::function<Result<void>(std::string_view)>;

    // `threads` is how many work at once, the caller's included.
    GzipBlocks(unsigned threads, Sink sink);
    ~GzipBlocks();
    GzipBlocks(const GzipBlocks&) = delete;
    GzipBlocks& operator=(const GzipBlocks&) = delete;

    // Errors: those of the sink; CannotWrite when zlib cannot start.
    [[nodiscard]] Result<void> write(std::string_view text);
    // Writes what is left and the end of the member. Call it once, after the last write().
    [[nodiscard]] Result<void> finish();

private:
    class Work;

    std::unique_ptr<Work> m_work;
};

} // namespace lanescope
