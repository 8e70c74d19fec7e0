// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

class JsonCursor;

// A member that args get: replaced where it stands, else added at the end of args.
struct ArgChange {
    std::string key;     // as text
    std::string keyJson; // the same as a JSON string
    std::string json;    // the value, strict

    ArgChange(std::string_view keyText, std::string valueJson);
};

// What is to be different in one event. Views and spans are read during the call only; empty means: as it is.
struct EventChange {
    std::string_view tidJson;
    std::string_view tsJson;
    std::span<const ArgChange> args;
    std::string_view streamJson; // of args
    // Adds args.original_stream, with what args.stream (else tid) was before, unless the event has one already.
    bool recordsOriginalStream = false;
};

// Changes events in their text: values are replaced where they stand, new members take the layout of their neighbours,
// everything else stays byte for byte. A key that occurs twice is changed where it stands last. Keeps its memory
// between calls; one object for one thread.
class EventRewrite {
public:
    // Appends the changed text to `out`. `text` is one strict JSON object; when it is not, or when nothing differs, the
    // text is appended as it is. Returns whether anything differs.
    bool apply(std::string_view text, const EventChange& change, std::string& out);

    // What takes the last apply() back (core/export/entry_restore.h): a JSON object, empty when nothing differed. Valid
    // until the next call.
    [[nodiscard]] std::string_view inverse() const { return m_inverse; }

private:
    struct Place { // of a value, in the text
        std::size_t begin = 0;
        std::size_t end = 0;
        [[nodiscard]] bool found() const { return end != 0; }
    };
    struct Object {          // what a new member needs to know of its neighbours
        std::size_t end = 0; // behind the last value, or behind '{'
        std::size_t members = 0;
        std::string_view beforeKey;
        std::string_view colon;
    };
    struct Before {        // what an object was
        std::string added; // the keys of new members, with commas between
        std::string was;   // replaced members as they were, with commas between
    };
    struct Splice {
        std::size_t begin;
        std::size_t end;
        std::string text;
    };

    [[nodiscard]] bool readEvent(std::string_view text, const EventChange& change);
    [[nodiscard]] bool readArgs(JsonCursor& cursor, const EventChange& change);
    void changeArgs(const EventChange& change, std::string& addedToEvent);
    void set(const Place& place, std::string_view keyJson, std::string_view json, std::string& added,
             const Object& object, Before& before);
    void composeInverse();
    [[nodiscard]] std::string_view textAt(const Place& place) const
    {
        return m_text.substr(place.begin, place.end - place.begin);
    }
    void addMember(std::string_view keyJson, std::string_view json, std::string& added, const Object& object,
                   Before& before) const;

    std::string_view m_text;
    Object m_event;
    Object m_args;
    Place m_tid;
    Place m_ts;
    Place m_argsValue;
    bool m_argsIsObject = false;
    Place m_stream;
    Place m_originalStream;
    std::vector<Place> m_changedArgs; // parallel to EventChange::args
    std::vector<Splice> m_splices;
    std::string m_decodedKey;
    Before m_eventBefore;
    Before m_argsBefore;
    std::string m_inverse;
};

} // namespace lanescope
