// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>

namespace lanescope {

// Inflates bare deflate data (no gzip or zip header around it) piece by piece. One thread.
class DeflateStream {
public:
    enum class State {
        More,     // read() goes on
        Finished, // the data said that it is at its end
        CutOff,   // the range ended first
        Broken,   // what follows is no deflate data
    };

    // `source` must outlive this.
    DeflateStream(const ByteSource& source, ByteRange range);
    ~DeflateStream();
    DeflateStream(const DeflateStream&) = delete;
    DeflateStream& operator=(const DeflateStream&) = delete;

    // Writes what comes out next to `into`, which must not be empty; returns how much. Ask again while state() is More,
    // also when nothing came out. Errors: those of the source.
    [[nodiscard]] Result<std::size_t> read(std::span<char> into);

    [[nodiscard]] State state() const { return m_state; }
    // Bytes of the range that were used, exact when Finished.
    [[nodiscard]] std::uint64_t usedBytes() const;

private:
    struct Inflate;
    Result<void> refill();

    const ByteSource& m_source;
    ByteRange m_range;
    std::uint64_t m_readBytes = 0;
    State m_state = State::More;
    std::unique_ptr<Inflate> m_inflate;
};

} // namespace lanescope
