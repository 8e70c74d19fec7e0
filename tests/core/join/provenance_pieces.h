// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance_text.h"
#include "core/join/provenance.h"
#include "tests/core/join/trace_pieces.h"

namespace lanescope::test {

inline constexpr const char* kRegion = "Torch-Compiled Region: 0/0";

inline QByteArray region(int ts, int dur, int tid = 1, const char* name = kRegion, int pid = 9)
{
    return slice("cpu_op", name, pid, tid, ts, dur);
}

inline QByteArray backward(int ts, int dur)
{
    return region(ts, dur, 2, "CompiledFunctionBackward");
}

// A launch of 1 us by thread `tid` of process 9 and its kernel on stream 7, 1000 us later, with their arrow.
inline QList<QByteArray> launch(const char* name, int correlation, int tid, int ts)
{
    return {call("cuLaunchKernel", 9, tid, ts, 1, correlation), flow('s', correlation, 9, tid, ts),
            kernel(name, 7, ts + 1000, 1, correlation), flow('f', correlation, 0, 7, ts + 1000)};
}

// The forward region 0/0 at [0, 100) of thread 1 with op "CompiledFunction", and its backward at [200, 300) of
// thread 2.
inline QList<QByteArray> forwardAndBackward()
{
    return {region(0, 100), slice("cpu_op", "CompiledFunction", 9, 1, 10, 80), backward(200, 100),
            flow('s', 1, 9, 1, 10, "fwdbwd"), flow('f', 1, 9, 2, 200, "fwdbwd")};
}

inline ProvenanceSet setOf(const QByteArray& text, CompiledPhase phase = CompiledPhase::Unknown)
{
    auto read = readProvenanceText(text.toStdString(), phase);
    if (!read)
        qFatal("a test's provenance does not load: %s", read.error().message.c_str());
    ProvenanceSet set;
    set.graphs = std::move(read->graphs);
    set.ofNodes = std::move(read->ofNodes);
    return set;
}

inline std::shared_ptr<const JoinedTrace> joinOf(const std::shared_ptr<const Trace>& trace, ProvenanceSet set)
{
    return *joinTrace(trace, nullptr, JobControl(), std::make_shared<const ProvenanceSet>(std::move(set)));
}

inline QByteArray howText(ProvenanceHow how)
{
    switch (how) {
    case ProvenanceHow::GraphNode:
        return "by its node";
    case ProvenanceHow::Name:
        return "by name";
    case ProvenanceHow::ExternCall:
        return "by extern call";
    case ProvenanceHow::OnlyStack:
        return "the only stack";
    case ProvenanceHow::NameAlone:
        return "by name alone";
    }
    return {};
}

// "kernel: label first-stack, label first-stack (how)" of each piece of GPU work; "-" for none.
inline QByteArray sourcesAsText(const JoinedTrace& joined)
{
    QByteArray text;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (!joined.trace->isGpuWork(e))
            continue;
        text += QByteArray::fromStdString(std::string(joined.trace->name(e))) + ": ";
        const ProvenanceMatch* match = joined.provenance->match(*joined.trace, e);
        if (match == nullptr) {
            text += "-\n";
            continue;
        }
        QByteArrayList candidates;
        for (const ProvenanceRecord* record : match->candidates)
            candidates << QByteArray::fromStdString(record->label() +
                                                    (record->hasStack() ? " " + record->stacks.front() : ""));
        text += candidates.join(", ") + " (" + howText(match->how) + ")\n";
    }
    return text;
}

} // namespace lanescope::test
