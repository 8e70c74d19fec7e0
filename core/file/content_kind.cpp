// SPDX-License-Identifier: Apache-2.0
#include "core/file/content_kind.h"

namespace lanescope {
namespace {

// JSON in UTF-16, with or without a byte order mark.
bool isUtf16(std::string_view head)
{
    if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF"))
        return true;
    const auto isOpening = [](char c) { return c == '{' || c == '['; };
    return head.size() >= 4 && ((head[0] == '\0' && isOpening(head[1]) && head[2] == '\0' && head[3] != '\0') ||
                                (isOpening(head[0]) && head[1] == '\0' && head[2] != '\0' && head[3] == '\0'));
}

// The first character that is no white space, behind a byte order mark; NUL if there is none.
char firstCharacter(std::string_view head)
{
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    const std::size_t at = head.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? '\0' : head[at];
}

} // namespace

ContentKind contentKindOf(std::string_view head)
{
    if (head.empty())
        return ContentKind::Empty;
    if (head.starts_with("\x1f\x8b"))
        return ContentKind::Gzip;
    if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06") || head.starts_with("PK\x07\x08"))
        return ContentKind::Zip;
    if (head.starts_with("\x28\xB5\x2F\xFD"))
        return ContentKind::Zstandard;
    if (head.starts_with("\xFD\x37zXZ"))
        return ContentKind::Xz;
    if (head.starts_with("BZh"))
        return ContentKind::Bzip2;
    if (isUtf16(head))
        return ContentKind::Utf16;
    if (head.starts_with("SQLite format 3"))
        return ContentKind::Sqlite;
    // Protocol 2 and later begin with PROTO and its number; the older text protocols begin with a dict's MARK or
    // EMPTY_DICT.
    if (head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5)
        return ContentKind::Pickle;
    if (head.starts_with("(dp") || head.starts_with("(lp") || head.starts_with("}q") || head.starts_with("cposix\n") ||
        head.starts_with("c__builtin__\n") || head.starts_with("ccollections\n"))
        return ContentKind::Pickle;
    const char first = firstCharacter(head);
    // A comma or bracket first is how some producers start an event array; the reader decides what it is worth.
    if (first == '{' || first == '[' || first == ',')
        return ContentKind::Json;
    if (first == '\0' && head.find('\0') == std::string_view::npos)
        return ContentKind::Empty;
    return ContentKind::Unknown;
}

std::string_view contentKindName(ContentKind kind)
{
    switch (kind) {
    case ContentKind::Empty:
        return "an empty file";
    case ContentKind::Json:
        return "a JSON file";
    case ContentKind::Gzip:
        return "a gzip file";
    case ContentKind::Zip:
        return "a zip archive";
    case ContentKind::Sqlite:
        return "an SQLite database";
    case ContentKind::Pickle:
        return "a Python pickle";
    case ContentKind::Utf16:
        return "a text in UTF-16 (convert it to UTF-8)";
    case ContentKind::Zstandard:
        return "a file compressed with Zstandard (unpack it)";
    case ContentKind::Xz:
        return "a file compressed with xz (unpack it)";
    case ContentKind::Bzip2:
        return "a file compressed with bzip2 (unpack it)";
    case ContentKind::Unknown:
        break;
    }
    return "a file of unknown kind";
}

} // namespace lanescope
