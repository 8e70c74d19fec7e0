// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope {

// Watches the commas between the entries of one array or the members of one object, and notes what must change so that
// exactly one stands between two of them and none elsewhere.
class CommaRepairs {
public:
    // Where repairs and findings go; must outlive this.
    CommaRepairs(std::vector<StructureRepair>& repairs, LoadReport& report) : m_repairs(repairs), m_report(report) {}

    void comma(std::uint64_t at) { m_commas.push_back(at); }
    // An entry that stays begins at `at`.
    void entry(std::uint64_t at);
    // The next entry() was told to another CommaRepairs already, which watched what stands before it.
    void skipNextEntry() { m_skipsNextEntry = true; }
    // The closing bracket comes next.
    void closed();
    // The text ends instead: a comma before that is no oddity of its own.
    void cutOff();

private:
    void drop(std::size_t firstComma);
    void report(std::size_t firstComma);

    std::vector<StructureRepair>& m_repairs;
    LoadReport& m_report;
    std::vector<std::uint64_t> m_commas; // since the last entry
    bool m_hasEntry = false;
    bool m_skipsNextEntry = false;
};

} // namespace lanescope
