// SPDX-License-Identifier: Apache-2.0
#include "core/file/byte_source.h"

#include "core/file/content_kind.h"
#include "core/file/inflate.h"
#include "core/file/plain_file.h"
#include "core/file/text_blocks.h"
#include "core/file/unpack_zip.h"

#include <fmt/format.h>

#include <array>

namespace lanescope {
namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20;
// A gzip file in a zip archive that a server compressed once more is the most that happens.
constexpr int kMostContainers = 3;

// A content that came out of another, which may turn out to be damaged.
class InnerSource final : public ByteSource {
public:
    InnerSource(std::shared_ptr<const ByteSource> content, std::shared_ptr<const ByteSource> outer)
        : m_content(std::move(content)), m_outer(std::move(outer))
    {}
    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_content->sizeBytes(); }
    [[nodiscard]] bool hasByteAt(std::uint64_t offset) const override { return m_content->hasByteAt(offset); }
    [[nodiscard]] std::uint64_t likelySizeBytes() const override { return m_content->likelySizeBytes(); }
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override
    {
        return m_content->read(offset, into);
    }
    [[nodiscard]] std::uint64_t diskBytesUpTo(std::uint64_t offset) const override
    {
        return m_outer->diskBytesUpTo(m_content->diskBytesUpTo(offset));
    }
    // Where the outer one breaks is a place in the file.
    [[nodiscard]] const std::string& damage() const override
    {
        return m_outer->damage().empty() ? m_content->damage() : m_outer->damage();
    }

private:
    std::shared_ptr<const ByteSource> m_content;
    std::shared_ptr<const ByteSource> m_outer;
};

// What is in a container, or nothing if the content is none.
Result<std::shared_ptr<const ByteSource>> unpacked(const std::shared_ptr<const ByteSource>& content,
                                                   std::string_view name, const JobControl& job)
{
    std::array<char, 64> head{};
    const auto got = content->read(0, head);
    if (!got)
        return failureOf(got);
    const ContentKind kind = contentKindOf({head.data(), *got});
    if (kind != ContentKind::Gzip && kind != ContentKind::Zip)
        return nullptr;
    auto inner = kind == ContentKind::Gzip ? inflateGzip(content, name, job) : unpackZip(content, name, job);
    return inner;
}

} // namespace

Result<std::string> ByteSource::text(ByteRange range) const
{
    if (range.length > kLongestText)
        return failure(ErrorCode::TooLarge,
                       fmt::format("{} bytes at byte {} are too many to be shown at once", range.length, range.offset));
    std::string out(static_cast<std::size_t>(range.length), '\0');
    const auto got = read(range.offset, out);
    if (!got)
        return failureOf(got);
    out.resize(*got);
    return out;
}

Result<OpenedFile> openFile(const std::filesystem::path& path, const JobControl& job)
{
    const auto plain = PlainFile::open(path);
    if (!plain)
        return failureOf(plain);
    OpenedFile file{path, (*plain)->sizeBytes(), false, *plain};
    for (int containers = 0;; ++containers) {
        auto inner = unpacked(file.content, path.string(), job);
        if (!inner)
            return failureOf(inner);
        if (*inner == nullptr)
            return file;
        if (containers == kMostContainers)
            return failure(ErrorCode::Refused, fmt::format("{}: is compressed more than {} times over; unpack it first",
                                                           path.string(), kMostContainers));
        file.content = file.isCompressed ? std::make_shared<const InnerSource>(*std::move(inner), file.content)
                                         : *std::move(inner);
        file.isCompressed = true;
    }
}

std::shared_ptr<const ByteSource> contentInMemory(std::string text)
{
    auto blocks = std::make_shared<TextBlocks>();
    blocks->append(text);
    blocks->finish({});
    return blocks;
}

} // namespace lanescope
