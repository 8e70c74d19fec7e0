// SPDX-License-Identifier: Apache-2.0
#include "core/file/content_kind.h"

namespace lanescope {
namespace {

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
    if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06"))
        return ContentKind::Zip;
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
    case ContentKind::Unknown:
        break;
    }
    return "a file of unknown kind";
}

} // namespace lanescope
