// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"

#include <QByteArray>

namespace lanescope::test {

inline QByteArray joined(const std::vector<std::string>& texts)
{
    QByteArray text;
    for (const std::string& one : texts)
        text += (text.isEmpty() ? "" : "|") + QByteArray::fromStdString(one);
    return text;
}

// "kernel:5 [stack|stack] post a|b pre c": parts that are there.
inline QByteArray recordAsText(const ProvenanceRecord& record)
{
    QByteArray text = QByteArray::fromStdString(record.label());
    if (!record.stacks.empty())
        text += " [" + joined(record.stacks) + ']';
    if (!record.postGradNodes.empty())
        text += " post " + joined(record.postGradNodes);
    if (!record.preGradNodes.empty())
        text += " pre " + joined(record.preGradNodes);
    return text;
}

// "region forward:" and a line a record.
inline QByteArray graphAsText(const ProvenanceGraph& graph)
{
    QByteArray text = QByteArray::fromStdString(graph.region().empty() ? "(any region)" : graph.region());
    text += graph.phase() == CompiledPhase::Forward    ? " forward:\n"
            : graph.phase() == CompiledPhase::Backward ? " backward:\n"
                                                       : " of any phase:\n";
    for (const ProvenanceRecord& record : graph.records())
        text += recordAsText(record) + '\n';
    return text;
}

inline QByteArray graphsAsText(const std::vector<ProvenanceGraph>& graphs)
{
    QByteArray text;
    for (const ProvenanceGraph& graph : graphs)
        text += graphAsText(graph);
    return text;
}

} // namespace lanescope::test
