// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// Watches the commas between the entries of one array or the members of one object, and notes what must change so that
// exactly one stands between two of them and none elsewhere.
class CommaRepairs {
public:
    // What a run of entries that is read on its own leaves to be decided by who knows what stands before it.
    struct Seam {
        enum class First { Nothing, Entry, Closed, CutOff };
        std::vector<std::uint64_t> head; // commas before the first thing
        First first = First::Nothing;
        std::uint64_t firstAt = 0;
        std::vector<std::uint64_t> tail; // commas behind the last entry
    };
    enum class Begins {
        AtStart,  // of the array or object
        Anywhere, // inside: what comes first is left to the seam
    };

    // Where repairs and findings go; must outlive this.
    CommaRepairs(std::vector<StructureRepair>& repairs, LoadReport& report, Begins begins = Begins::AtStart)
        : m_repairs(repairs), m_report(report), m_isFirstOpen(begins == Begins::Anywhere)
    {}

    void comma(std::uint64_t at) { m_commas.push_back(at); }
    // An entry that stays begins at `at`.
    void entry(std::uint64_t at);
    // The closing bracket comes next.
    void closed();
    // The text ends instead: a comma before that is no oddity of its own.
    void cutOff();

    // What is left to be decided at the end of a run; this is empty afterwards.
    [[nodiscard]] Seam takeSeam();
    // Decides what came first in a run that follows what this has watched so far.
    void joinHead(const Seam& seam);
    // Goes on behind that run.
    void joinTail(const Seam& seam);

private:
    bool leaveToSeam(Seam::First first, std::uint64_t at);
    void drop(std::size_t firstComma);
    void report(std::size_t firstComma);

    std::vector<StructureRepair>& m_repairs;
    LoadReport& m_report;
    std::vector<std::uint64_t> m_commas; // since the last entry
    Seam m_seam;
    bool m_hasEntry = false;
    bool m_isFirstOpen;
};

} // namespace lanescope
