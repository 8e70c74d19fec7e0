// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/annotation_entry.h"

#include "core/load/json_cursor.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <unordered_map>

namespace lanescope {
namespace {

// Collects the fields of one entry; values are written out again as they come, in strict JSON.
class EntryHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EntryHandler> {
public:
    AnnotationEntry entry;

    bool Null() { return scalar("null"); }
    bool Bool(bool value) { return scalar(value ? "true" : "false"); }
    bool RawNumber(const char* digits, rapidjson::SizeType length, bool) { return scalar({digits, length}); }
    bool String(const char* characters, rapidjson::SizeType length, bool)
    {
        std::string json;
        appendJsonString({characters, length}, json);
        if (m_skipped == 0 && !m_inDict) {
            m_dict = {{"name", std::move(json)}};
            mergeDict();
            entry.nameIsBareString = true;
            return true;
        }
        return scalar(json);
    }

    bool StartObject()
    {
        if (m_skipped > 0)
            return skipDeeper();
        if (m_inDict)
            return open('{');
        m_inDict = true;
        return true;
    }
    bool Key(const char* characters, rapidjson::SizeType length, bool)
    {
        if (m_skipped > 0)
            return true;
        if (m_nesting > 0) {
            appendItem();
            appendJsonString({characters, length}, m_value);
            m_value += ':';
        } else {
            m_key.assign(characters, length);
        }
        return true;
    }
    bool EndObject(rapidjson::SizeType)
    {
        if (m_skipped > 0)
            return skipOut();
        if (m_nesting > 0)
            return close('}');
        m_inDict = false;
        mergeDict();
        return true;
    }

    bool StartArray()
    {
        if (m_skipped > 0)
            return skipDeeper();
        if (m_inDict)
            return open('[');
        if (m_inList) {
            entry.oddity = "a list in its list is neither a dict nor a string";
            m_skipped = 1;
        }
        m_inList = true;
        return true;
    }
    bool EndArray(rapidjson::SizeType)
    {
        if (m_skipped > 0)
            return skipOut();
        return m_nesting > 0 ? close(']') : true;
    }

private:
    bool scalar(std::string_view json)
    {
        if (m_skipped > 0)
            return true;
        if (!m_inDict) {
            entry.oddity = "it is neither a dict nor a string: " + std::string(json.substr(0, 60));
            entry.isUsable = m_inList;
            return true;
        }
        appendItem();
        m_value += json;
        finishField();
        return true;
    }

    bool open(char bracket)
    {
        appendItem();
        m_value += bracket;
        return ++m_nesting <= kDeepestAnnotationValue;
    }
    bool close(char bracket)
    {
        m_value += bracket;
        --m_nesting;
        finishField();
        return true;
    }
    bool skipDeeper()
    {
        ++m_skipped;
        return true;
    }
    bool skipOut()
    {
        --m_skipped;
        return true;
    }

    // What is written so far ends in a bracket or a colon exactly when no comma is due.
    void appendItem()
    {
        if (!m_value.empty() && m_value.back() != '[' && m_value.back() != '{' && m_value.back() != ':')
            m_value += ',';
    }

    void finishField()
    {
        if (m_nesting > 0)
            return;
        m_dict.push_back({std::move(m_key), std::move(m_value)});
        m_key.clear();
        m_value.clear();
    }

    void mergeDict()
    {
        const bool hasName =
            std::any_of(m_dict.begin(), m_dict.end(), [](const auto& field) { return field.key == "name"; });
        for (AnnotationField& field : m_dict) {
            if (field.key == "str") {
                if (hasName)
                    continue;
                field.key = "name";
            }
            if (field.key == "name")
                entry.nameIsBareString = false;
            const auto [place, isNew] = m_places.try_emplace(field.key, entry.fields.size());
            if (isNew)
                entry.fields.push_back(std::move(field));
            else
                entry.fields[place->second].json = std::move(field.json);
        }
        m_dict.clear();
    }

    std::vector<AnnotationField> m_dict; // of the dict that is being read
    std::unordered_map<std::string, std::size_t> m_places;
    std::string m_key;
    std::string m_value;
    int m_nesting = 0; // brackets open in m_value
    int m_skipped = 0; // brackets open in a part that is not used
    bool m_inDict = false;
    bool m_inList = false;
};

// Nothing when the text is not strict JSON.
std::optional<AnnotationEntry> parseEntry(std::string_view json)
{
    constexpr unsigned kFlags = rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseIterativeFlag;
    rapidjson::MemoryStream stream(json.data(), json.size());
    rapidjson::Reader reader;
    EntryHandler handler;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
    if (result)
        return std::move(handler.entry);
    if (result.Code() != rapidjson::kParseErrorTermination)
        return std::nullopt;
    AnnotationEntry tooDeep;
    tooDeep.isUsable = false;
    tooDeep.oddity = "it is nested too deeply";
    return tooDeep;
}

} // namespace

AnnotationEntry readAnnotationEntry(std::string_view json)
{
    // NaN, broken UTF-8, lone surrogates, trailing commas: what the cursor forgives is mended first.
    const std::string text = std::string(json) + ' '; // a number ends where something follows
    JsonCursor cursor(text);
    JsonCursor::Value value;
    const bool isWhole = cursor.readValue(value) == JsonCursor::Outcome::Ok;
    std::optional<AnnotationEntry> entry;
    if (isWhole)
        entry = cursor.oddities().any() ? parseEntry(strictJson(value.raw)) : parseEntry(value.raw);
    if (entry)
        return *std::move(entry);
    AnnotationEntry unreadable;
    unreadable.isUsable = false;
    unreadable.oddity = "it is not JSON, or holds a number beyond a double's range";
    return unreadable;
}

Annotation AnnotationEntry::annotationOf(std::uint64_t nodeKey) const
{
    Annotation annotation(fields, nodeKey >> 32);
    if (nameIsBareString)
        annotation.setWasBareString();
    return annotation;
}

std::optional<std::string> AnnotationEntry::badStream() const
{
    const Annotation annotation(fields, 0);
    if (annotation.stream())
        return std::nullopt;
    return annotation.text("stream");
}

} // namespace lanescope
