// SPDX-License-Identifier: Apache-2.0
#include "core/file/byte_source.h"

#include "core/file/content_kind.h"
#include "core/file/inflate.h"
#include "core/file/plain_file.h"
#include "core/file/text_blocks.h"

#include <fmt/format.h>

#include <array>

namespace lanescope {
namespace {
constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20;
}

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
    std::array<char, 64> head{};
    const auto got = (*plain)->read(0, head);
    if (!got)
        return failureOf(got);
    if (contentKindOf({head.data(), *got}) != ContentKind::Gzip)
        return file;
    const auto inflated = inflateGzip(**plain, path.string(), job);
    if (!inflated)
        return failureOf(inflated);
    file.isCompressed = true;
    file.content = *inflated;
    return file;
}

std::shared_ptr<const ByteSource> contentInMemory(std::string text)
{
    auto blocks = std::make_shared<TextBlocks>();
    blocks->append(text);
    return blocks;
}

} // namespace lanescope
