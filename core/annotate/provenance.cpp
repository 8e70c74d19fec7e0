// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

void fill(std::vector<std::string>& mine, const std::vector<std::string>& others)
{
    if (mine.empty())
        mine = others;
}

} // namespace

std::string ProvenanceRecord::label() const
{
    return handle ? fmt::format("{}:{}", kernel, *handle) : kernel;
}

void ProvenanceGraph::add(ProvenanceRecord record)
{
    std::vector<std::uint32_t>& known = m_byLabel[record.label()];
    if (!known.empty()) {
        m_records[known.front()] = std::move(record);
        return;
    }
    const auto position = static_cast<std::uint32_t>(m_records.size());
    known.push_back(position);
    if (record.handle) {
        std::vector<std::uint32_t>& calls = m_byName[record.kernel];
        const auto place = std::upper_bound(
            calls.begin(), calls.end(), *record.handle,
            [this](std::uint64_t handle, std::uint32_t other) { return handle < *m_records[other].handle; });
        calls.insert(place, position);
    }
    m_records.push_back(std::move(record));
}

void ProvenanceGraph::merge(const ProvenanceGraph& other)
{
    for (const ProvenanceRecord& record : other.m_records) {
        const auto known = m_byLabel.find(record.label());
        if (known == m_byLabel.end()) {
            add(record);
            continue;
        }
        ProvenanceRecord& mine = m_records[known->second.front()];
        fill(mine.stacks, record.stacks);
        fill(mine.postGradNodes, record.postGradNodes);
        fill(mine.preGradNodes, record.preGradNodes);
    }
}

bool ProvenanceGraph::sharesAKernelWith(const ProvenanceGraph& other) const
{
    return std::any_of(other.m_records.begin(), other.m_records.end(),
                       [this](const ProvenanceRecord& record) { return m_byLabel.contains(record.label()); });
}

bool ProvenanceGraph::hasStacks() const
{
    return std::any_of(m_records.begin(), m_records.end(), [](const auto& record) { return record.hasStack(); });
}

bool ProvenanceGraph::hasNodes() const
{
    return std::any_of(m_records.begin(), m_records.end(),
                       [](const auto& record) { return !record.postGradNodes.empty(); });
}

std::span<const std::uint32_t> ProvenanceGraph::find(std::string_view name) const
{
    const std::string key(name);
    const auto exact = m_byLabel.find(key);
    if (exact != m_byLabel.end())
        return exact->second;
    const auto calls = m_byName.find(key);
    if (calls != m_byName.end())
        return calls->second;
    return {};
}

std::optional<std::uint32_t> ProvenanceGraph::onlyOneWithStack() const
{
    std::optional<std::uint32_t> found;
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        if (!m_records[i].hasStack())
            continue;
        if (found)
            return std::nullopt;
        found = static_cast<std::uint32_t>(i);
    }
    return found;
}

bool ProvenanceSet::hasKernels() const
{
    return !ofNodes.empty() ||
           std::any_of(graphs.begin(), graphs.end(), [](const auto& graph) { return !graph.records().empty(); });
}

} // namespace lanescope
