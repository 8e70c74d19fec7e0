// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/read_annotations.h"
#include "core/join/join.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QByteArrayList>

#include <memory>

namespace lanescope::test {

// Entries of a trace as JSON. Times are in microseconds, as files have them.

inline QByteArray slice(const char* category, const char* name, int pid, int tid, int ts, int dur,
                        const char* args = "")
{
    return QByteArray(R"({"ph": "X", "cat": ")") + category + R"(", "name": ")" + name + R"(", "pid": )" +
           QByteArray::number(pid) + R"(, "tid": )" + QByteArray::number(tid) + R"(, "ts": )" + QByteArray::number(ts) +
           R"(, "dur": )" + QByteArray::number(dur) + R"(, "args": {)" + args + "}}";
}

// A kernel of graph node `key` (0: not graphed) on device 0.
inline QByteArray kernel(const char* name, int tid, int ts, int dur, int correlation, qulonglong key = 0,
                         const char* moreArgs = "", int pid = 0)
{
    QByteArray args = R"("stream": )" + QByteArray::number(tid) + R"(, "correlation": )" +
                      QByteArray::number(correlation) + R"(, "graph node id": )" + QByteArray::number(key);
    return slice("kernel", name, pid, tid, ts, dur, (args + moreArgs).constData());
}

inline QByteArray call(const char* name, int pid, int tid, int ts, int dur, int correlation)
{
    return slice("cuda_runtime", name, pid, tid, ts, dur,
                 (R"("correlation": )" + QByteArray::number(correlation)).constData());
}

inline QByteArray flow(char phase, int id, int pid, int tid, int ts, const char* category = "ac2g")
{
    return QByteArray(R"({"ph": ")") + phase + R"(", "id": )" + QByteArray::number(id) + R"(, "pid": )" +
           QByteArray::number(pid) + R"(, "tid": )" + QByteArray::number(tid) + R"(, "ts": )" + QByteArray::number(ts) +
           R"(, "cat": ")" + category + R"(", "name": "a", "bp": "e"})";
}

inline std::shared_ptr<const Trace> traceOf(const QList<QByteArray>& entries, const char* header = "")
{
    const QByteArray text = QByteArray("{") + header + "\"traceEvents\": [" + entries.join(",\n") + "]}";
    auto trace = readTraceText(text.toStdString());
    if (!trace)
        qFatal("a test's trace does not load: %s", trace.error().message.c_str());
    return *trace;
}

inline std::shared_ptr<const JoinedTrace> joinOf(const std::shared_ptr<const Trace>& trace, const char* annotations)
{
    std::shared_ptr<AnnotationSet> set;
    if (annotations != nullptr) {
        auto read = readAnnotationsJson(annotations);
        if (!read)
            qFatal("a test's annotations do not load: %s", read.error().message.c_str());
        set = std::make_shared<AnnotationSet>(*std::move(read));
    }
    return *joinTrace(trace, set, JobControl());
}

// "name: title phase" of each piece of GPU work, in file order; "-" for no title.
inline QByteArray workAsText(const JoinedTrace& joined)
{
    QByteArray text;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (!joined.trace->isGpuWork(event))
            continue;
        const Annotation* annotation = joined.annotation(event);
        text += QByteArray::fromStdString(std::string(joined.trace->name(event))) + ": " +
                (annotation == nullptr ? QByteArray("-") : QByteArray::fromStdString(annotation->title())) + ' ' +
                QByteArray::fromStdString(joined.phase(event)) + '\n';
    }
    return text;
}

} // namespace lanescope::test
