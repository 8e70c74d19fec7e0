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
        m_report.add("surplus-comma", "a comma stands where none belongs; it is ignored", m_commas[i]);
}

bool CommaRepairs::leaveToSeam(Seam::First first, std::uint64_t at)
{
    if (!m_isFirstOpen)
        return false;
    m_isFirstOpen = false;
    m_seam.head = std::move(m_commas);
    m_seam.first = first;
    m_seam.firstAt = at;
    m_commas.clear();
    return true;
}

void CommaRepairs::entry(std::uint64_t at)
{
    const std::size_t wanted = m_hasEntry ? 1 : 0;
    m_hasEntry = true;
    if (leaveToSeam(Seam::First::Entry, at))
        return;
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
    if (leaveToSeam(Seam::First::Closed, 0))
        return;
    drop(0);
    report(0);
    m_commas.clear();
}

void CommaRepairs::cutOff()
{
    if (leaveToSeam(Seam::First::CutOff, 0))
        return;
    drop(0);
    m_commas.clear();
}

CommaRepairs::Seam CommaRepairs::takeSeam()
{
    if (m_isFirstOpen)
        m_seam.head = std::move(m_commas);
    else
        m_seam.tail = std::move(m_commas);
    m_commas.clear();
    return std::move(m_seam);
}

void CommaRepairs::joinHead(const Seam& seam)
{
    m_commas.insert(m_commas.end(), seam.head.begin(), seam.head.end());
    switch (seam.first) {
    case Seam::First::Nothing:
        break;
    case Seam::First::Entry:
        entry(seam.firstAt);
        break;
    case Seam::First::Closed:
        closed();
        break;
    case Seam::First::CutOff:
        cutOff();
        break;
    }
}

void CommaRepairs::joinTail(const Seam& seam)
{
    m_commas.insert(m_commas.end(), seam.tail.begin(), seam.tail.end());
}

} // namespace lanescope
