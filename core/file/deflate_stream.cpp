// SPDX-License-Identifier: Apache-2.0
#include "core/file/deflate_stream.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
// At the end of the data isa-l steps back over what it read ahead, by up to 8 bytes.
constexpr std::size_t kRoomBeforeBytes = 16;

} // namespace

struct DeflateStream::Inflate {
    inflate_state state{};
    std::vector<char> input;
    bool roomWasFull = false;
};

DeflateStream::DeflateStream(const ByteSource& source, ByteRange range)
    : m_source(source), m_range(range), m_inflate(std::make_unique<Inflate>())
{
    m_inflate->input.resize(kRoomBeforeBytes +
                            static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, range.length)));
    isal_inflate_init(&m_inflate->state);
    m_inflate->state.crc_flag = ISAL_DEFLATE;
}

DeflateStream::~DeflateStream() = default;

std::uint64_t DeflateStream::usedBytes() const
{
    const inflate_state& state = m_inflate->state;
    return m_readBytes - state.avail_in - static_cast<std::uint64_t>(std::max(state.read_in_length, 0)) / 8;
}

Result<void> DeflateStream::refill()
{
    std::span<char> room = std::span(m_inflate->input).subspan(kRoomBeforeBytes);
    room = room.first(static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), m_range.length - m_readBytes)));
    const auto got = m_source.read(m_range.offset + m_readBytes, room);
    if (!got)
        return failureOf(got);
    m_readBytes += *got;
    m_inflate->state.next_in = reinterpret_cast<std::uint8_t*>(room.data());
    m_inflate->state.avail_in = static_cast<std::uint32_t>(*got);
    return {};
}

Result<std::size_t> DeflateStream::read(std::span<char> into)
{
    inflate_state& state = m_inflate->state;
    if (m_state != State::More)
        return 0;
    if (state.avail_in == 0 && !m_inflate->roomWasFull) {
        if (const auto more = refill(); !more)
            return failureOf(more);
        if (state.avail_in == 0) {
            m_state = State::CutOff;
            return 0;
        }
    }
    const std::size_t room = std::min<std::size_t>(into.size(), UINT32_MAX);
    state.next_out = reinterpret_cast<std::uint8_t*>(into.data());
    state.avail_out = static_cast<std::uint32_t>(room);
    const int code = isal_inflate(&state);
    m_inflate->roomWasFull = state.avail_out == 0;
    if (code != ISAL_DECOMP_OK && code != ISAL_END_INPUT)
        m_state = State::Broken;
    else if (state.block_state == ISAL_BLOCK_FINISH)
        m_state = State::Finished;
    return room - state.avail_out;
}

} // namespace lanescope
