// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/annotation.h"

#include "capture_lib/src/json_text.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

namespace lanescope::capture {
namespace {

bool isObject(std::string_view text, AnnotationForm form)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return form == AnnotationForm::Guess && first != std::string_view::npos && text[first] == '{';
}

// Merging compares keys with keys, so a dict of very many would make marks slow for no use.
constexpr int kMostKeys = 4096;

bool readObject(JsonReader& reader, Annotation* annotation, int& keys)
{
    keys = 0;
    if (!reader.expect('{'))
        return false;
    if (reader.take('}'))
        return reader.atEnd();
    std::string key;
    do {
        ++keys;
        std::string value;
        if (!reader.readString(key) || !reader.expect(':') || !reader.readValue(annotation ? &value : nullptr))
            return false;
        if (annotation)
            annotation->set(key, std::move(value));
    } while (reader.take(','));
    return reader.expect('}') && reader.atEnd();
}

} // namespace

Annotation::Entry* Annotation::find(std::string_view key)
{
    for (Entry& entry : m_entries) {
        if (entry.key == key)
            return &entry;
    }
    return nullptr;
}

void Annotation::set(std::string_view key, std::string jsonValue)
{
    if (Entry* entry = find(key))
        entry->value = std::move(jsonValue);
    else
        m_entries.push_back({std::string(key), std::move(jsonValue)});
}

void Annotation::addMissing(const Annotation& other)
{
    for (const Entry& entry : other.m_entries) {
        if (!find(entry.key))
            m_entries.push_back(entry);
    }
}

void Annotation::overlay(const Annotation& other)
{
    for (const Entry& entry : other.m_entries)
        set(entry.key, entry.value);
}

void Annotation::appendJson(std::string& out) const
{
    out.push_back('{');
    bool first = true;
    for (const Entry& entry : m_entries) {
        if (!first)
            out += ", ";
        first = false;
        appendQuoted(out, entry.key);
        out += ": ";
        out += entry.value;
    }
    out.push_back('}');
}

Status checkAnnotation(std::string_view text, AnnotationForm form)
{
    if (text.size() > kMaxAnnotationBytes)
        return {LSC_ERROR_INVALID_ANNOTATION, "the annotation is longer than 1 MiB"};
    if (!isObject(text, form))
        return {};
    JsonReader reader(text);
    int keys = 0;
    if (readObject(reader, nullptr, keys)) {
        if (keys <= kMostKeys)
            return {};
        return {LSC_ERROR_INVALID_ANNOTATION, "the annotation has more than 4096 keys"};
    }
    return {LSC_ERROR_INVALID_ANNOTATION, std::string("the annotation begins like a JSON object but is none: ") +
                                              reader.problem() + " (byte " + std::to_string(reader.offset()) +
                                              "); pass LSC_TEXT if it is a name"};
}

Annotation readAnnotation(std::string_view text, AnnotationForm form)
{
    Annotation annotation;
    if (isObject(text, form)) {
        JsonReader reader(text);
        int keys = 0;
        readObject(reader, &annotation, keys);
        return annotation;
    }
    std::string quoted;
    appendQuoted(quoted, text);
    annotation.set(LSC_KEY_NAME, std::move(quoted));
    return annotation;
}

} // namespace lanescope::capture
