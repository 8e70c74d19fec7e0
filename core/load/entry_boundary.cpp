// SPDX-License-Identifier: Apache-2.0
#include "core/load/entry_boundary.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr std::size_t kOverlapBytes = 256; // a boundary is shorter than this
constexpr std::uint64_t kSearchBytes = std::uint64_t{64} << 20;

std::size_t skipSpace(std::string_view text, std::size_t at)
{
    const std::size_t next = text.find_first_not_of(" \t\r\n", at);
    return next == std::string_view::npos ? text.size() : next;
}

bool opensLikeEntry(std::string_view text, std::size_t brace)
{
    static constexpr std::array<std::string_view, 10> kKeys = {"\"ph\"", "\"name\"", "\"cat\"", "\"pid\"",  "\"tid\"",
                                                               "\"ts\"", "\"id\"",   "\"dur\"", "\"args\"", "\"s\""};
    const std::string_view rest = text.substr(skipSpace(text, brace + 1));
    return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) { return rest.starts_with(key); });
}

std::optional<std::size_t> boundaryIn(std::string_view text)
{
    for (std::size_t at = text.find('}'); at != std::string_view::npos; at = text.find('}', at + 1)) {
        const std::size_t comma = skipSpace(text, at + 1);
        if (comma >= text.size() || text[comma] != ',')
            continue;
        const std::size_t brace = skipSpace(text, comma + 1);
        if (brace < text.size() && text[brace] == '{' && opensLikeEntry(text, brace))
            return brace;
    }
    return std::nullopt;
}

} // namespace

Result<std::optional<std::uint64_t>> guessEntryBegin(const ByteSource& source, std::uint64_t from)
{
    std::vector<char> piece(kPieceBytes);
    for (std::uint64_t at = from; at < from + kSearchBytes && source.hasByteAt(at); at += kPieceBytes - kOverlapBytes) {
        const auto got = source.read(at, piece);
        if (!got)
            return failureOf(got);
        if (const auto found = boundaryIn({piece.data(), *got}))
            return std::optional(at + *found);
    }
    return std::optional<std::uint64_t>();
}

} // namespace lanescope
