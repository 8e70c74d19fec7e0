// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

// What an export tells of itself so that it can be taken back: the member "lanescopeUndo", behind the events.
//   format    1
//   entries   entries of the recorded trace that are in the export; they come first in its event array
//   added     entries behind them that the export added
//   inverses  what takes a change of one entry back, each once (EventRewrite::inverse())
//   changes   "SKIP:INVERSE*COUNT …": SKIP unchanged entries, then one to which that inverse belongs, and this COUNT
//             times (once without)
//   removed   [[ENTRY, TEXT, SEPARATOR], …]: what stood before that entry of the export, in order
//   form      "array" when the trace was a bare array of events
//   header    the "lanescope" member of an export that was exported again, and
//   earlier   its "lanescopeUndo" member
// Empty ones are left out. One thread.
class UndoRecord {
public:
    static constexpr std::string_view kMember = "lanescopeUndo";
    static constexpr int kFormat = 1;

    // `entry` counts the entries of the export; changes come in their order. An empty inverse is no change.
    void noteChange(std::uint64_t entry, std::string_view inverse);
    // `text` and what separates it from its neighbours, a comma and white space.
    void noteRemoval(std::uint64_t beforeEntry, std::string_view text, std::string_view separator);
    void setEntryCount(std::uint64_t entries, std::uint64_t added);
    void setArrayForm() { m_isArray = true; }
    // JSON texts, strict; may be empty.
    void setEarlier(std::string header, std::string record);

    // No change and no removal was noted so far.
    [[nodiscard]] bool isEmpty() const { return m_inverses.empty() && m_removed.empty(); }
    [[nodiscard]] std::string json();
    [[nodiscard]] const std::string& earlier() const { return m_earlier; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    void endRun();

    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_numbers; // of inverses
    std::vector<std::string> m_inverses;
    std::string m_changes;
    std::uint64_t m_nextEntry = 0; // behind the last change
    std::uint64_t m_runSkip = 0;
    std::uint32_t m_runInverse = 0;
    std::uint64_t m_runLength = 0;
    std::string m_removed; // JSON
    std::uint64_t m_entries = 0;
    std::uint64_t m_added = 0;
    bool m_isArray = false;
    std::string m_header;
    std::string m_earlier;
};

} // namespace lanescope
