// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/json_lines.h"

#include "app/desktop/text.h"
#include "core/load/json_cursor.h"

namespace lanescope::desktop {
namespace {

constexpr int kDeepestLines = 16;         // deeper values are shown as their JSON text
constexpr qsizetype kLongestOneLine = 96; // arrays of plain values up to this are one line
constexpr std::size_t kMostChildren = 10000;

QString decoded(const JsonCursor::Value& value)
{
    std::string text;
    decodeJsonString(value.inner(), text);
    return toQString(text);
}

bool looksLikeAnotherType(const QString& text)
{
    bool isNumber = false;
    text.toDouble(&isNumber);
    return isNumber || text.isEmpty() || text == QLatin1String("true") || text == QLatin1String("false") ||
           text == QLatin1String("null");
}

QString oneLine(std::string_view raw)
{
    return toQString(raw).simplified();
}

DetailNode nodeOf(const QString& name, const JsonCursor::Value& value, int depth);

void addMembers(DetailNode& node, std::string_view raw, int depth)
{
    JsonCursor cursor(raw);
    JsonCursor::Value key;
    JsonCursor::Value value;
    bool first = true;
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return;
    while (cursor.nextMember(key, first) == JsonCursor::Step::Member && node.children.size() < kMostChildren) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return;
        node.children.push_back(nodeOf(decoded(key), value, depth + 1));
    }
}

void addElements(DetailNode& node, std::string_view raw, int depth)
{
    JsonCursor cursor(raw);
    JsonCursor::Value value;
    bool first = true;
    if (cursor.openArray() != JsonCursor::Outcome::Ok)
        return;
    while (cursor.nextElement(first) == JsonCursor::Step::Member && node.children.size() < kMostChildren) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return;
        const QString name = QStringLiteral("[%1]").arg(node.children.size());
        node.children.push_back(nodeOf(name, value, depth + 1));
    }
}

// "[512, 1, 1]" is easier to read than three lines, however the file breaks its lines.
void foldShortArray(DetailNode& node)
{
    QStringList elements;
    qsizetype length = 0;
    for (const DetailNode& child : node.children) {
        elements << child.json.simplified();
        length += elements.back().size() + 2;
        if (!child.children.empty() || length > kLongestOneLine)
            return;
    }
    node.value = QStringLiteral("[%1]").arg(elements.join(QStringLiteral(", ")));
    node.children.clear();
}

DetailNode nodeOf(const QString& name, const JsonCursor::Value& value, int depth)
{
    DetailNode node;
    node.name = name;
    node.json = toQString(value.raw);
    const bool isContainer = value.kind == JsonCursor::ValueKind::Object || value.kind == JsonCursor::ValueKind::Array;
    if (value.kind == JsonCursor::ValueKind::String) {
        node.value = decoded(value);
        if (looksLikeAnotherType(node.value))
            node.value = QStringLiteral("\"%1\"").arg(node.value);
    } else if (isContainer && (depth >= kDeepestLines || value.raw.size() <= 2)) {
        node.value = oneLine(value.raw);
    } else if (value.kind == JsonCursor::ValueKind::Object) {
        addMembers(node, value.raw, depth);
    } else if (value.kind == JsonCursor::ValueKind::Array) {
        addElements(node, value.raw, depth);
        foldShortArray(node);
    } else {
        node.value = toQString(value.raw);
    }
    return node;
}

} // namespace

DetailNode detailOfJson(const QString& name, std::string_view json)
{
    JsonCursor cursor(json);
    cursor.skipSpace();
    JsonCursor::Value value;
    if (cursor.readValue(value) != JsonCursor::Outcome::Ok) {
        // A bare number at the end of the text has nothing behind it that would end it.
        value.kind = JsonCursor::ValueKind::Number;
        value.raw = json;
    }
    return nodeOf(name, value, 0);
}

std::vector<DetailNode> argsLines(std::string_view eventText)
{
    JsonCursor cursor(eventText);
    cursor.skipSpace();
    JsonCursor::Value key;
    JsonCursor::Value value;
    bool first = true;
    DetailNode args;
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return {};
    while (cursor.nextMember(key, first) == JsonCursor::Step::Member) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            break;
        if (key.inner() == "args" && value.kind == JsonCursor::ValueKind::Object)
            addMembers(args, value.raw, 0);
    }
    return std::move(args.children);
}

} // namespace lanescope::desktop
