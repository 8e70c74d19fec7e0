// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/last_error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::capture {

// What a scope says about its work: keys in order of first appearance, values as compact JSON text, so that numbers and
// nesting stay as the user wrote them.
class Annotation {
public:
    // Sets a key, or replaces its value.
    void set(std::string_view key, std::string jsonValue);
    // Takes from `other` the keys that are missing here: first closed wins.
    void addMissing(const Annotation& other);
    // Takes all keys of `other`, replacing: an inner scope over an outer one.
    void overlay(const Annotation& other);

    bool empty() const { return m_entries.empty(); }
    void appendJson(std::string& out) const;

    bool operator==(const Annotation&) const = default;

private:
    struct Entry {
        std::string key;
        std::string value;
        bool operator==(const Entry&) const = default;
    };
    Entry* find(std::string_view key);

    std::vector<Entry> m_entries;
};

using AnnotationPtr = std::shared_ptr<const Annotation>;

// How a user's annotation text is meant.
enum class AnnotationForm : std::uint8_t {
    Guess, // an object if it begins with a brace, else a name
    Text,  // a name, whatever it holds
};

constexpr std::size_t kMaxAnnotationBytes = std::size_t{1} << 20;

// Is `text` an annotation? Allocates nothing for a name.
Status checkAnnotation(std::string_view text, AnnotationForm form);

// `text` has passed checkAnnotation. A name `s` becomes {"name": s}.
Annotation readAnnotation(std::string_view text, AnnotationForm form);

} // namespace lanescope::capture
