// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

// What takes a change of an entry back, as EventRewrite::inverse() writes it:
// {"added": [KEY, …], "was": {KEY: VALUE, …}, "addedArgs": [KEY, …], "argsWere": {KEY: VALUE, …}}.
struct InverseChange {
    using Members = std::vector<std::pair<std::string, std::string>>; // key as text, value as JSON

    std::string json; // all of it, as it was read
    std::vector<std::string> added;
    Members was;
    std::vector<std::string> addedArgs;
    Members argsWere;
};

// False when the text is no such object.
[[nodiscard]] bool readInverse(std::string_view json, InverseChange& inverse);

// Takes changes of entries back in their text: added members go with the comma before them, replaced values come back
// where they stand; a key that occurs twice counts where it stands last. Keeps its memory between calls; one object
// for one thread.
class EntryRestore {
public:
    // Appends the restored text to `out`. `text` is one strict JSON object; anything else is appended as it is.
    void apply(std::string_view text, const InverseChange& inverse, std::string& out);

private:
    struct Member {
        std::string key;
        std::size_t keyBegin = 0;
        std::size_t valueBegin = 0;
        std::size_t end = 0;
    };
    struct Splice {
        std::size_t begin;
        std::size_t end;
        std::string_view text;
    };

    // Reads the members of the object that begins at `begin`.
    [[nodiscard]] bool readMembers(std::size_t begin, std::vector<Member>& members) const;
    void restore(std::size_t objectBegin, const std::vector<Member>& members, const std::vector<std::string>& added,
                 const InverseChange::Members& was);

    std::string_view m_text;
    std::vector<Member> m_members;
    std::vector<Member> m_args;
    std::vector<Splice> m_splices;
};

} // namespace lanescope
