// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/annotation.h"

#include <cstdint>
#include <vector>

namespace lanescope::capture {

// What is open in one flow of control, outermost first: marks by their scope, backward brackets by their region.
struct RegionEntry {
    std::uint64_t generation = 0; // of the recorder: entries of an older one are dead
    std::uint64_t scope = 0;      // 0: a bracket that records nothing (not captured)
    std::uint64_t region = 0;     // 0: a mark
    AnnotationPtr merged;         // brackets: the frozen region over what was live
};

// One thread's open entries. Strictly last in, first out: taking one out takes what lies above it too, so that an end
// that never came (an exception) cannot colour what comes later.
class RegionStack {
public:
    void push(RegionEntry entry) { m_entries.push_back(std::move(entry)); }
    // Takes out the latest entry of the scope or of the bracket and those above; `above` gets the latter.
    // False if there is none.
    bool popScope(std::uint64_t generation, std::uint64_t scope, std::vector<RegionEntry>& above);
    bool popBracket(std::uint64_t region, RegionEntry& entry, std::vector<RegionEntry>& above);
    const std::vector<RegionEntry>& entries() const { return m_entries; }
    // Drops the entries that `dead` says are, once many have gathered: ends that never came, or came on other threads.
    template<typename Predicate>
    void tidy(const Predicate& dead)
    {
        if (m_entries.size() >= kTidyAt)
            std::erase_if(m_entries, dead);
    }

private:
    static constexpr std::size_t kTidyAt = 64;

    void cut(std::size_t at, std::vector<RegionEntry>& above);

    std::vector<RegionEntry> m_entries;
};

} // namespace lanescope::capture
