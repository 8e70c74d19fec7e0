// SPDX-License-Identifier: Apache-2.0
#include "core/file/inflate.h"

#include "core/file/text_blocks.h"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

namespace lanescope {
namespace {

// isa-l reads ahead by up to 8 bytes and gives them back at the end of a member, also across a refill: the bytes before
// the input must be those of the piece before.
constexpr std::size_t kLookBehindBytes = 16;

std::string_view inflateFault(int code)
{
    switch (code) {
    case ISAL_INCORRECT_CHECKSUM:
        return "its checksum does not match";
    case ISAL_INVALID_WRAPPER:
    case ISAL_UNSUPPORTED_METHOD:
        return "what follows is no gzip member";
    default:
        return "its compressed data is broken";
    }
}

// Feeds a compressed file piece by piece into isa-l, member after member.
class Inflater {
public:
    Inflater(const ByteSource& compressed, TextBlocks& text, const JobControl& job, std::size_t pieceBytes)
        : m_compressed(compressed), m_job(job), m_input(kLookBehindBytes + pieceBytes), m_text(text)
    {}

    Result<void> run()
    {
        m_text.setDiskBytes(m_compressed.likelySizeBytes());
        isal_inflate_init(&m_state);
        m_state.crc_flag = ISAL_GZIP;
        for (;;) {
            if (m_job.stopRequested())
                return JobControl::stopped();
            if (m_state.avail_in == 0) {
                if (const auto more = refill(); !more)
                    return failureOf(more);
            }
            if (m_state.avail_in == 0 && (m_betweenMembers || !pendingOutput()))
                break;
            if (m_betweenMembers && !beginMember())
                break;
            if (!inflateSome())
                break;
            m_job.report({JobStage::Reading, position(), m_compressed.likelySizeBytes(), 0});
        }
        return finish();
    }

private:
    Result<void> refill()
    {
        std::copy(m_input.end() - kLookBehindBytes, m_input.end(), m_input.begin());
        const auto piece = std::span(m_input).subspan(kLookBehindBytes);
        const auto got = m_compressed.read(m_read, piece);
        if (!got)
            return failureOf(got);
        // The last piece is short: keep what was read at the end, where the look-behind is taken from.
        std::copy_backward(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(*got), piece.end());
        if (*got < kLookBehindBytes)
            std::copy(m_input.begin() + static_cast<std::ptrdiff_t>(*got), m_input.begin() + kLookBehindBytes,
                      m_input.end() - kLookBehindBytes);
        m_read += *got;
        m_state.next_in = reinterpret_cast<std::uint8_t*>(m_input.data() + m_input.size() - *got);
        m_state.avail_in = static_cast<std::uint32_t>(*got);
        return {};
    }

    // isa-l keeps output back when the room was full; more may come without more input.
    [[nodiscard]] bool pendingOutput() const { return m_roomWasFull; }
    [[nodiscard]] std::uint64_t position() const { return m_read - m_state.avail_in; }

    // Skips padding; false when there is no further member.
    bool beginMember()
    {
        while (m_state.avail_in != 0 && m_members != 0 && *m_state.next_in == 0) {
            ++m_state.next_in;
            --m_state.avail_in;
            m_sawPadding = true;
        }
        if (m_state.avail_in == 0)
            return true; // the caller refills
        if (m_sawPadding)
            return fail("what follows the padding is no gzip member");
        m_betweenMembers = false;
        return true;
    }

    bool inflateSome()
    {
        if (m_betweenMembers)
            return true;
        const std::span<char> room = m_text.room();
        m_state.next_out = reinterpret_cast<std::uint8_t*>(room.data());
        m_state.avail_out = static_cast<std::uint32_t>(room.size());
        const int code = isal_inflate(&m_state);
        m_text.advance(room.size() - m_state.avail_out, position());
        m_roomWasFull = m_state.avail_out == 0;
        if (code != ISAL_DECOMP_OK && code != ISAL_END_INPUT)
            return fail(inflateFault(code));
        if (m_state.block_state == ISAL_BLOCK_FINISH) {
            ++m_members;
            m_betweenMembers = true;
            m_roomWasFull = false;
            isal_inflate_reset(&m_state); // keeps next_in and avail_in
            m_state.crc_flag = ISAL_GZIP;
        }
        return true;
    }

    bool fail(std::string_view fault)
    {
        m_isDamaged = true;
        m_text.setDamage(fmt::format("the gzip data is damaged at byte {} of the file: {}", position(), fault));
        return false;
    }

    Result<void> finish()
    {
        if (!m_isDamaged && !m_betweenMembers)
            m_text.setDamage(
                fmt::format("the gzip file ends early, after byte {} of the file", m_compressed.sizeBytes()));
        m_text.setDiskBytes(m_compressed.sizeBytes());
        return {};
    }

    const ByteSource& m_compressed;
    const JobControl& m_job;
    std::vector<char> m_input;
    std::uint64_t m_read = 0;
    inflate_state m_state{};
    TextBlocks& m_text;
    std::uint32_t m_members = 0;
    bool m_betweenMembers = true;
    bool m_roomWasFull = false;
    bool m_sawPadding = false;
    bool m_isDamaged = false;
};

} // namespace

Result<std::shared_ptr<const ByteSource>> inflateGzip(std::shared_ptr<const ByteSource> compressed,
                                                      std::string_view name, const JobControl& job,
                                                      std::size_t pieceBytes)
{
    const auto fill = [compressed = std::move(compressed), pieceBytes](TextBlocks& text, const JobControl& filling) {
        return std::make_unique<Inflater>(*compressed, text, filling, pieceBytes)->run();
    };
    return TextBlocks::filledBy(fill, name, job);
}

} // namespace lanescope
