// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// One key of an annotation with its value as strict JSON text: types and digits stay as they were written.
struct AnnotationField {
    std::string key;
    std::string json;

    friend bool operator==(const AnnotationField&, const AnnotationField&) = default;
};

// What is known of one graph node: the dicts of all its scopes merged, later wins key by key, keys in order of first
// appearance ("str" is read as "name").
class Annotation {
public:
    Annotation() = default;
    // `graphId`: for the last resort of title(), "graph <id>".
    Annotation(std::vector<AnnotationField> fields, std::uint64_t graphId);

    [[nodiscard]] const std::vector<AnnotationField>& fields() const { return m_fields; }
    [[nodiscard]] bool isEmpty() const { return m_fields.empty(); }
    // The JSON text of a key's value, or nothing.
    [[nodiscard]] std::optional<std::string_view> json(std::string_view key) const;
    // The value of a key as plain text: strings without quotes, other values as JSON.
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;

    // DESIGN §4.1 rule 5. The title is empty only for an empty annotation.
    [[nodiscard]] const std::string& title() const { return m_title; }
    // Module path without a leading "L."; "a + b" of a fused kernel stays one text here.
    [[nodiscard]] const std::string& modulePath() const { return m_modulePath; }
    // `autograd_phase`, whatever its value; empty when absent.
    [[nodiscard]] const std::string& phase() const { return m_phase; }
    // `stream`, a number or a number in quotes.
    [[nodiscard]] std::optional<std::int64_t> stream() const { return m_stream; }
    // The entry was a bare string (an export then writes it under `name` and `annotation`).
    [[nodiscard]] bool wasBareString() const { return m_wasBareString; }
    void setWasBareString() { m_wasBareString = true; }

private:
    std::vector<AnnotationField> m_fields;
    std::string m_title;
    std::string m_modulePath;
    std::string m_phase;
    std::optional<std::int64_t> m_stream;
    bool m_wasBareString = false;
};

// Both dicts of one node merged as one: later wins key by key.
[[nodiscard]] Annotation merged(const Annotation& earlier, const Annotation& later, std::uint64_t graphId);

} // namespace lanescope
