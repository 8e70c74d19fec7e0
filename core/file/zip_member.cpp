// SPDX-License-Identifier: Apache-2.0
#include "core/file/zip_member.h"

#include "core/file/deflate_stream.h"
#include "core/file/text_blocks.h"

#include <fmt/format.h>
#include <isa-l/crc.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

// A piece of another content.
class PartOfSource final : public ByteSource {
public:
    PartOfSource(std::shared_ptr<const ByteSource> whole, ByteRange range, std::string damage)
        : m_whole(std::move(whole)), m_range(range)
    {
        m_damage = std::move(damage);
    }

    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_range.length; }
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override
    {
        const std::uint64_t rest = m_range.length - std::min(offset, m_range.length);
        return m_whole->read(m_range.offset + offset,
                             into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), rest))));
    }
    [[nodiscard]] std::uint64_t diskBytesUpTo(std::uint64_t offset) const override { return m_range.offset + offset; }

private:
    std::shared_ptr<const ByteSource> m_whole;
    ByteRange m_range;
};

std::uint32_t crcOf(std::span<char> bytes, std::uint32_t before)
{
    return crc32_gzip_refl(before, reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
}

// Unpacks one member and compares it with what the archive says of it.
class Unpacking {
public:
    Unpacking(std::shared_ptr<const ByteSource> archive, ZipMember member, std::string archiveDamage)
        : m_archive(std::move(archive)), m_member(std::move(member)), m_archiveDamage(std::move(archiveDamage))
    {}

    Result<std::shared_ptr<const ByteSource>> stored(ByteRange range, const JobControl& job)
    {
        std::vector<char> piece(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, range.length)));
        for (std::uint64_t done = 0; done < range.length;) {
            if (job.stopRequested())
                return JobControl::stopped();
            const auto rest = std::min<std::uint64_t>(piece.size(), range.length - done);
            const auto got =
                m_archive->read(range.offset + done, std::span(piece).first(static_cast<std::size_t>(rest)));
            if (!got)
                return failureOf(got);
            if (*got == 0)
                break;
            take(std::span(piece).first(*got));
            done += *got;
            report(range.offset + done, job);
        }
        std::string damage = m_member.isSizeKnown && range.length < m_member.packedBytes ? cutOff() : difference();
        return std::make_shared<const PartOfSource>(m_archive, range, std::move(damage));
    }

    Result<void> deflated(ByteRange range, TextBlocks& text, const JobControl& job)
    {
        text.setDiskBytes(m_archive->sizeBytes());
        DeflateStream stream(*m_archive, range);
        bool isTooLong = false;
        while (stream.state() == DeflateStream::State::More && !isTooLong) {
            if (job.stopRequested())
                return JobControl::stopped();
            const std::span<char> room = text.room();
            const auto got = stream.read(room);
            if (!got)
                return failureOf(got);
            take(room.first(*got));
            text.advance(*got, range.offset + stream.usedBytes());
            isTooLong = m_member.isSizeKnown && m_size > m_member.sizeBytes;
            report(range.offset + stream.usedBytes(), job);
        }
        if (stream.state() == DeflateStream::State::Broken)
            text.setDamage(fmt::format("the zip archive is damaged at byte {} of the file: its compressed data is "
                                       "broken",
                                       range.offset + stream.usedBytes()));
        else
            text.setDamage(stream.state() == DeflateStream::State::CutOff ? cutOff() : difference());
        return {};
    }

private:
    void take(std::span<char> bytes)
    {
        m_crc = crcOf(bytes, m_crc);
        m_size += bytes.size();
    }

    void report(std::uint64_t position, const JobControl& job) const
    {
        job.report({JobStage::Reading, position, m_archive->sizeBytes(), 0});
    }

    [[nodiscard]] std::string cutOff() const
    {
        return fmt::format("the zip archive ends early, after byte {} of the file", m_archive->sizeBytes());
    }

    [[nodiscard]] std::string difference() const
    {
        if (!m_member.isSizeKnown)
            return m_archiveDamage;
        if (m_size != m_member.sizeBytes)
            return fmt::format("the zip archive is damaged: it says that its file has {} bytes, {} came out",
                               m_member.sizeBytes, m_size);
        if (m_crc != m_member.crc)
            return "the zip archive is damaged: the checksum of its file does not match";
        return m_archiveDamage;
    }

    std::shared_ptr<const ByteSource> m_archive;
    ZipMember m_member;
    std::string m_archiveDamage;
    std::uint32_t m_crc = 0;
    std::uint64_t m_size = 0;
};

std::string methodName(std::uint16_t method)
{
    constexpr std::array<std::pair<std::uint16_t, std::string_view>, 7> kNames{{
        {1, "Shrink"},
        {6, "Implode"},
        {9, "Deflate64"},
        {12, "bzip2"},
        {14, "LZMA"},
        {93, "Zstandard"},
        {95, "XZ"},
    }};
    for (const auto& [number, name] : kNames) {
        if (number == method)
            return std::string(name);
    }
    return fmt::format("method {}", method);
}

} // namespace

std::string zipMemberObstacle(const ZipMember& member)
{
    if (member.isEncrypted())
        return "is encrypted; unpack it with its password first";
    if (member.method != kZipStored && member.method != kZipDeflated)
        return fmt::format("is compressed with {}, which is not read here; unpack it first", methodName(member.method));
    return {};
}

Result<std::string> zipMemberHead(const ByteSource& archive, const ZipMember& member, std::size_t most)
{
    const auto range = zipDataRange(archive, member);
    if (!range)
        return failureOf(range);
    if (member.method == kZipStored)
        return archive.text({range->offset, std::min<std::uint64_t>(range->length, most)});
    std::string head(most, '\0');
    std::size_t done = 0;
    DeflateStream stream(archive, *range);
    while (done < most && stream.state() == DeflateStream::State::More) {
        const auto got = stream.read(std::span(head).subspan(done));
        if (!got)
            return failureOf(got);
        done += *got;
    }
    head.resize(done);
    return head;
}

Result<std::shared_ptr<const ByteSource>> unpackZipMember(std::shared_ptr<const ByteSource> archive,
                                                          const ZipMember& member, const std::string& archiveDamage,
                                                          std::string_view name, const JobControl& job)
{
    const auto range = zipDataRange(*archive, member);
    if (!range && range.error().code == ErrorCode::Damaged)
        return failure(ErrorCode::Damaged,
                       fmt::format("{}: the zip archive is damaged: {}", name, range.error().message));
    if (!range)
        return failureOf(range);
    Unpacking unpacking(std::move(archive), member, archiveDamage);
    if (member.method == kZipDeflated) {
        const auto fill = [unpacking, range = *range](TextBlocks& text, const JobControl& filling) mutable {
            return unpacking.deflated(range, text, filling);
        };
        return TextBlocks::filledBy(fill, name, job);
    }
    auto content = unpacking.stored(*range, job);
    if (content && (*content)->sizeBytes() == 0 && !(*content)->damage().empty())
        return failure(ErrorCode::Damaged,
                       fmt::format("{}: {}; nothing of it can be read", name, (*content)->damage()));
    return content;
}

} // namespace lanescope
