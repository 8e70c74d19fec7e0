// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/annotation.h"

#include "core/load/json_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope {
namespace {

std::string plainText(std::string_view json)
{
    if (json.size() < 2 || json.front() != '"')
        return std::string(json);
    std::string text;
    decodeJsonString(json.substr(1, json.size() - 2), text);
    return text;
}

// Text that can stand as a title: nulls and empty strings do not count as being there.
std::optional<std::string> usableText(const Annotation& annotation, std::string_view key)
{
    const std::optional<std::string_view> json = annotation.json(key);
    if (!json || *json == "null" || *json == "\"\"")
        return std::nullopt;
    return plainText(*json);
}

// The part that two dotted paths share, in whole components: "layers.1.a", "layers.10.b" -> "layers".
std::string_view sharedDottedPrefix(std::string_view a, std::string_view b)
{
    std::size_t shared = 0;
    for (std::size_t i = 0;; ++i) {
        const bool endsA = i == a.size() || a[i] == '.';
        const bool endsB = i == b.size() || b[i] == '.';
        if (endsA && endsB)
            shared = i;
        if (i == a.size() || i == b.size() || a[i] != b[i])
            return a.substr(0, shared);
    }
}

// `json` maps names to module paths, each a string or a list of strings.
std::string prefixOfPaths(std::string_view json)
{
    JsonCursor cursor(json);
    std::optional<std::string> prefix;
    const auto take = [&prefix](const JsonCursor::Value& value) {
        if (value.kind != JsonCursor::ValueKind::String)
            return;
        const std::string path = plainText(value.raw);
        prefix = prefix ? std::string(sharedDottedPrefix(*prefix, path)) : path;
    };
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return {};
    JsonCursor::Value key;
    JsonCursor::Value value;
    for (bool first = true; cursor.nextMember(key, first) == JsonCursor::Step::Member;) {
        cursor.skipSpace();
        if (cursor.peek() == '[') {
            if (cursor.openArray() != JsonCursor::Outcome::Ok)
                break;
            for (bool firstElement = true; cursor.nextElement(firstElement) == JsonCursor::Step::Member;) {
                if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
                    return prefix.value_or("");
                take(value);
            }
        } else if (cursor.readValue(value) == JsonCursor::Outcome::Ok) {
            take(value);
        } else {
            break;
        }
    }
    return prefix.value_or("");
}

std::string titleOf(const Annotation& annotation, std::uint64_t graphId)
{
    // "str" is read as "name" before an annotation is made.
    for (const std::string_view key : {"name", "module_fqn", "module_name", "Collective name", "annotation"}) {
        if (std::optional<std::string> text = usableText(annotation, key))
            return *std::move(text);
    }
    if (const auto paths = annotation.json("fqn_map")) {
        if (std::string prefix = prefixOfPaths(*paths); !prefix.empty())
            return prefix;
    }
    return fmt::format("graph {}", graphId);
}

std::string modulePathOf(const Annotation& annotation)
{
    std::string path;
    for (const std::string_view key : {"module", "module_fqn", "module_name"}) {
        if (std::optional<std::string> text = usableText(annotation, key)) {
            path = *std::move(text);
            break;
        }
    }
    if (path.empty()) {
        std::optional<std::string> name = usableText(annotation, "name");
        if (name && name->starts_with("L."))
            path = *std::move(name);
    }
    if (path.starts_with("L."))
        path.erase(0, 2);
    return path;
}

std::optional<std::int64_t> streamOf(const Annotation& annotation)
{
    const std::optional<std::string> text = annotation.text("stream");
    std::int64_t stream = 0;
    if (!text)
        return std::nullopt;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, stream);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return stream;
}

} // namespace

Annotation::Annotation(std::vector<AnnotationField> fields, std::uint64_t graphId) : m_fields(std::move(fields))
{
    if (m_fields.empty())
        return;
    m_title = titleOf(*this, graphId);
    m_modulePath = modulePathOf(*this);
    m_phase = usableText(*this, "autograd_phase").value_or("");
    m_stream = streamOf(*this);
}

std::optional<std::string_view> Annotation::json(std::string_view key) const
{
    for (const AnnotationField& field : m_fields) {
        if (field.key == key)
            return field.json;
    }
    return std::nullopt;
}

Annotation merged(const Annotation& earlier, const Annotation& later, std::uint64_t graphId)
{
    std::vector<AnnotationField> fields = earlier.fields();
    for (const AnnotationField& field : later.fields()) {
        const auto known = std::find_if(fields.begin(), fields.end(),
                                        [&field](const AnnotationField& other) { return other.key == field.key; });
        if (known == fields.end())
            fields.push_back(field);
        else
            known->json = field.json;
    }
    Annotation both(std::move(fields), graphId);
    if (later.json("name") ? later.wasBareString() : earlier.wasBareString())
        both.setWasBareString();
    return both;
}

std::optional<std::string> Annotation::text(std::string_view key) const
{
    const std::optional<std::string_view> value = json(key);
    if (!value)
        return std::nullopt;
    return plainText(*value);
}

} // namespace lanescope
