// SPDX-License-Identifier: Apache-2.0
#include "core/load/comma_repairs.h"

namespace lanescope {

void CommaRepairs::drop(std::size_t firstComma)
{
    for (std::size_t i = firstComma; i < m_commas.size(); ++i)
        m_repairs.push_back({{m_commas[i], 1}, {}});
}

void CommaRepairs::report(std::size_t firstComma)
{
    for (std::size_t i = firstComma; i < m_commas.size(); ++i)
        m_report.add("surplus-comma", "a comma stands where no value follows; it is ignored", m_commas[i]);
}

void CommaRepairs::entry(std::uint64_t at)
{
    const std::size_t wanted = m_hasEntry ? 1 : 0;
    m_hasEntry = true;
    if (m_skipsNextEntry) {
        m_skipsNextEntry = false;
        return;
    }
    drop(wanted);
    report(wanted);
    if (m_commas.size() < wanted) {
        m_report.add("missing-comma", "a comma is missing between two values", at);
        m_repairs.push_back({{at, 0}, ","});
    }
    m_commas.clear();
}

void CommaRepairs::closed()
{
    drop(0);
    report(0);
    m_commas.clear();
}

void CommaRepairs::cutOff()
{
    drop(0);
    m_commas.clear();
}

} // namespace lanescope
