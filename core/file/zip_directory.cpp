// SPDX-License-Identifier: Apache-2.0
#include "core/file/zip_directory.h"

#include "core/file/deflate_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lanescope {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kCentralHeader = 0x02014b50;
constexpr std::uint32_t kSplitMark = 0x08074b50;
constexpr std::uint32_t kEndRecord = 0x06054b50;
constexpr std::uint32_t kEndRecord64 = 0x06064b50;
constexpr std::uint32_t kEndLocator64 = 0x07064b50;

constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kCentralHeaderBytes = 46;
constexpr std::size_t kEndRecordBytes = 22;
constexpr std::size_t kEndLocator64Bytes = 20;
constexpr std::size_t kEndRecord64Bytes = 56;
constexpr std::size_t kLongestComment = 0xffff;
constexpr std::uint16_t kZip64Extra = 1;
constexpr std::uint16_t kSizesFollowData = 1U << 3;
// A directory is kept in memory while it is read: 64 MiB list half a million files.
constexpr std::uint64_t kLargestDirectoryBytes = std::uint64_t{64} << 20;

// The little-endian number at `at`, 0 behind the end.
template<typename Number>
Number numberAt(std::string_view bytes, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Number) && at + i < bytes.size(); ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return static_cast<Number>(value);
}

std::uint16_t shortAt(std::string_view bytes, std::size_t at)
{
    return numberAt<std::uint16_t>(bytes, at);
}

std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    return numberAt<std::uint32_t>(bytes, at);
}

std::uint64_t longAt(std::string_view bytes, std::size_t at)
{
    return numberAt<std::uint64_t>(bytes, at);
}

// Replaces the sizes that do not fit their 32 bits by those of the zip64 extra field.
void takeZip64Sizes(std::string_view extra, ZipMember& member)
{
    while (extra.size() >= 4) {
        const std::size_t length = std::min<std::size_t>(shortAt(extra, 2), extra.size() - 4);
        std::string_view field = extra.substr(4, length);
        if (shortAt(extra, 0) == kZip64Extra) {
            for (std::uint64_t* value : {&member.sizeBytes, &member.packedBytes, &member.headerAt}) {
                if (*value != UINT32_MAX || field.size() < 8)
                    continue;
                *value = longAt(field, 0);
                field.remove_prefix(8);
            }
            return;
        }
        extra.remove_prefix(4 + length);
    }
}

tl::unexpected<Error> isSplit(std::string_view name)
{
    return failure(ErrorCode::Refused,
                   fmt::format("{}: is one part of a split zip archive; join the parts or unpack it first", name));
}

// Where the list of files lies.
struct DirectoryPlace {
    ByteRange bytes;
    std::uint64_t members = 0;
};

// Finds and reads the records at an archive's end.
class EndRecords {
public:
    EndRecords(const ByteSource& archive, std::string_view name) : m_archive(archive), m_name(name) {}

    // Nothing: the archive has no such end.
    Result<std::optional<DirectoryPlace>> find()
    {
        const std::uint64_t size = m_archive.sizeBytes();
        const std::uint64_t tailBytes =
            std::min<std::uint64_t>(size, kEndRecordBytes + kLongestComment + kEndLocator64Bytes);
        const std::uint64_t tailAt = size - tailBytes;
        auto tail = m_archive.text({tailAt, tailBytes});
        if (!tail)
            return failureOf(tail);
        // The last one counts; a comment may hold the same four bytes by chance, but hardly a place that fits.
        for (std::size_t at = tail->size(); at-- > 0;) {
            if (wordAt(*tail, at) != kEndRecord || tail->size() - at < kEndRecordBytes)
                continue;
            const auto place = read(*tail, at, tailAt + at);
            if (!place)
                return failureOf(place);
            if (*place)
                return place;
        }
        return std::optional<DirectoryPlace>();
    }

private:
    Result<std::optional<DirectoryPlace>> read(std::string_view tail, std::size_t at, std::uint64_t recordAt)
    {
        DirectoryPlace place{{wordAt(tail, at + 16), wordAt(tail, at + 12)}, shortAt(tail, at + 10)};
        std::uint32_t disk = shortAt(tail, at + 4);
        const bool isZip64 =
            at >= kEndLocator64Bytes && wordAt(tail, at - kEndLocator64Bytes) == kEndLocator64 &&
            (place.members == UINT16_MAX || place.bytes.offset == UINT32_MAX || place.bytes.length == UINT32_MAX);
        if (isZip64) {
            const auto record = m_archive.text({longAt(tail, at - kEndLocator64Bytes + 8), kEndRecord64Bytes});
            if (!record)
                return failureOf(record);
            if (wordAt(*record, 0) != kEndRecord64)
                return std::optional<DirectoryPlace>();
            disk = wordAt(*record, 16);
            place = {{longAt(*record, 48), longAt(*record, 40)}, longAt(*record, 32)};
        }
        if (disk != 0 && disk != UINT16_MAX && at + kEndRecordBytes + shortAt(tail, at + 20) == tail.size())
            return isSplit(m_name);
        if (place.bytes.offset > recordAt || place.bytes.length > recordAt - place.bytes.offset ||
            place.bytes.length / kCentralHeaderBytes < place.members)
            return std::optional<DirectoryPlace>();
        if (place.bytes.length > kLargestDirectoryBytes)
            return failure(ErrorCode::TooLarge,
                           fmt::format("{}: the zip archive lists {} files, too many; unpack it and open one of them",
                                       m_name, place.members));
        return std::optional(place);
    }

    const ByteSource& m_archive;
    std::string_view m_name;
};

Result<std::optional<std::vector<ZipMember>>> listedMembers(const ByteSource& archive, const DirectoryPlace& place)
{
    const auto text = archive.text(place.bytes);
    if (!text)
        return failureOf(text);
    std::string_view rest = *text;
    std::vector<ZipMember> members;
    for (std::uint64_t i = 0; i < place.members; ++i) {
        if (rest.size() < kCentralHeaderBytes || wordAt(rest, 0) != kCentralHeader)
            return std::optional<std::vector<ZipMember>>();
        const std::size_t nameBytes = shortAt(rest, 28);
        const std::size_t extraBytes = shortAt(rest, 30);
        const std::size_t bytes = kCentralHeaderBytes + nameBytes + extraBytes + shortAt(rest, 32);
        if (rest.size() < bytes)
            return std::optional<std::vector<ZipMember>>();
        ZipMember member;
        member.flags = shortAt(rest, 8);
        member.method = shortAt(rest, 10);
        member.crc = wordAt(rest, 16);
        member.packedBytes = wordAt(rest, 20);
        member.sizeBytes = wordAt(rest, 24);
        member.headerAt = wordAt(rest, 42);
        member.name = rest.substr(kCentralHeaderBytes, nameBytes);
        takeZip64Sizes(rest.substr(kCentralHeaderBytes + nameBytes, extraBytes), member);
        members.push_back(std::move(member));
        rest.remove_prefix(bytes);
    }
    return std::optional(std::move(members));
}

// The member whose header stands at `at`, or nothing.
Result<std::optional<ZipMember>> memberAt(const ByteSource& archive, std::uint64_t at)
{
    const auto header = archive.text({at, kLocalHeaderBytes});
    if (!header)
        return failureOf(header);
    if (header->size() < kLocalHeaderBytes || wordAt(*header, 0) != kLocalHeader)
        return std::optional<ZipMember>();
    const auto rest =
        archive.text({at + kLocalHeaderBytes, std::uint64_t{shortAt(*header, 26)} + shortAt(*header, 28)});
    if (!rest)
        return failureOf(rest);
    ZipMember member;
    member.flags = shortAt(*header, 6);
    member.method = shortAt(*header, 8);
    member.crc = wordAt(*header, 14);
    member.packedBytes = wordAt(*header, 18);
    member.sizeBytes = wordAt(*header, 22);
    member.headerAt = at;
    member.name = rest->substr(0, shortAt(*header, 26));
    takeZip64Sizes(std::string_view(*rest).substr(member.name.size()), member);
    member.isSizeKnown = (member.flags & kSizesFollowData) == 0 || member.packedBytes != 0;
    return std::optional(std::move(member));
}

// Where the header of the member behind `member` may stand, at the earliest.
Result<std::uint64_t> endOf(const ByteSource& archive, ZipMember& member, const JobControl& job)
{
    const auto range = zipDataRange(archive, member);
    if (!range)
        return failureOf(range);
    if (member.isSizeKnown || member.method != kZipDeflated || member.isEncrypted())
        return range->end();
    std::array<char, 1 << 16> sink;
    DeflateStream stream(archive, *range);
    while (stream.state() == DeflateStream::State::More) {
        if (job.stopRequested())
            return JobControl::stopped();
        if (const auto got = stream.read(sink); !got)
            return failureOf(got);
    }
    return range->offset + stream.usedBytes();
}

// Finds the members one behind the other. Each begins right behind the one before, or behind its sizes.
Result<std::vector<ZipMember>> walkedMembers(const ByteSource& archive, const JobControl& job)
{
    constexpr std::size_t kLongestDescriptor = 24;
    constexpr std::size_t kMostMembers = 1 << 16;
    std::vector<ZipMember> members;
    for (std::uint64_t at = 0; members.size() < kMostMembers;) {
        if (job.stopRequested())
            return JobControl::stopped();
        auto member = memberAt(archive, at);
        if (!member)
            return failureOf(member);
        if (!*member)
            break;
        members.push_back(**std::move(member));
        const auto end = endOf(archive, members.back(), job);
        if (!end)
            return failureOf(end);
        const auto behind = archive.text({*end, kLongestDescriptor + 4});
        if (!behind)
            return failureOf(behind);
        const std::size_t next = behind->find("PK\x03\x04");
        if (next == std::string::npos)
            break;
        at = *end + next;
    }
    return members;
}

} // namespace

Result<ByteRange> zipDataRange(const ByteSource& archive, const ZipMember& member)
{
    const std::uint64_t size = archive.sizeBytes();
    const auto header = archive.text({member.headerAt, kLocalHeaderBytes});
    if (!header)
        return failureOf(header);
    if (header->size() < kLocalHeaderBytes || wordAt(*header, 0) != kLocalHeader)
        return failure(ErrorCode::Damaged,
                       fmt::format("no file begins at byte {}, where the archive's list has one", member.headerAt));
    const std::uint64_t begin = std::min<std::uint64_t>(size, member.headerAt + kLocalHeaderBytes +
                                                                  shortAt(*header, 26) + shortAt(*header, 28));
    const std::uint64_t packed = member.isSizeKnown ? member.packedBytes : UINT64_MAX;
    return ByteRange{begin, std::min(packed, size - begin)};
}

Result<ZipDirectory> readZipDirectory(const ByteSource& archive, std::string_view name, const JobControl& job)
{
    const auto place = EndRecords(archive, name).find();
    if (!place)
        return failureOf(place);
    if (*place) {
        auto members = listedMembers(archive, **place);
        if (!members)
            return failureOf(members);
        if (*members)
            return ZipDirectory{**std::move(members), {}};
    }
    auto members = walkedMembers(archive, job);
    if (!members)
        return failureOf(members);
    const auto head = archive.text({0, 4});
    if (!head)
        return failureOf(head);
    if (wordAt(*head, 0) == kSplitMark)
        return isSplit(name);
    if (members->empty())
        return failure(ErrorCode::Damaged, fmt::format("{}: the zip archive is damaged: it has neither a list of files "
                                                       "nor a whole header; nothing of it can be read",
                                                       name));
    return ZipDirectory{*std::move(members),
                        fmt::format("the zip archive ends early, after byte {} of the file", archive.sizeBytes())};
}

} // namespace lanescope
