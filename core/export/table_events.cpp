// SPDX-License-Identifier: Apache-2.0
#include "core/export/content_window.h"
#include "core/export/table_rows.h"

#include "core/join/event_args.h"
#include "core/load/json_text.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenReports = 4096;

std::string_view kindName(EventKind kind)
{
    switch (kind) {
    case EventKind::Slice:
        return "slice";
    case EventKind::Instant:
        return "instant";
    case EventKind::Counter:
        return "counter";
    case EventKind::Other:
        return "other";
    }
    return "";
}

TableCell sourceName(PhaseSource source)
{
    switch (source) {
    case PhaseSource::Annotation:
        return TableCell::of(std::string_view("annotation"));
    case PhaseSource::CpuOps:
        return TableCell::of(std::string_view("cpu_ops"));
    case PhaseSource::None:
        break;
    }
    return {};
}

class EventRows {
public:
    EventRows(const TableTarget& target, CopyArgs copyArgs, const JobControl& job)
        : m_target(target), m_joined(target.joined), m_trace(*target.joined.trace), m_copyArgs(copyArgs), m_job(job),
          m_window(m_trace.file(), job, JobStage::Writing)
    {}

    Result<std::uint64_t> write()
    {
        const std::size_t count = m_trace.eventCount();
        for (std::size_t i = 0; i < count; ++i) {
            const EventId event = idAt<EventId>(i);
            if (i % kEventsBetweenReports == 0) {
                if (m_job.stopRequested())
                    return JobControl::stopped();
                m_job.report({JobStage::Writing, m_trace.file().content->diskBytesUpTo(m_trace.bytes(event).offset),
                              m_trace.file().diskBytes, i});
            }
            if (auto added = writeEvent(event); !added)
                return failureOf(added);
        }
        return count;
    }

private:
    Result<void> writeEvent(EventId event)
    {
        const auto textArgs = argsCell(event);
        if (!textArgs)
            return failureOf(textArgs);
        const auto flag = [&](EventFlag which) { return TableCell::of(m_trace.hasFlag(event, which) ? 1 : 0); };
        const LaunchArgs* launch = m_trace.launchArgs(event);
        const OpArgs* op = m_trace.opArgs(event);
        const auto wide = [](const auto* args, auto field, std::uint64_t value) {
            return args != nullptr && args->has(field) ? TableCell::ofWide(value) : TableCell();
        };
        const TableCell externalId = launch != nullptr
                                         ? wide(launch, LaunchArgs::ExternalId, launch->externalId)
                                         : wide(op, OpArgs::ExternalId, op == nullptr ? 0 : op->externalId);
        const bool isWork = m_trace.isGpuWork(event);
        const std::uint32_t row = isWork ? m_trace.launchRow(event) : Trace::kNoRow;
        const std::optional<std::uint64_t> key = isWork && launch != nullptr ? launch->graphNodeKey() : std::nullopt;
        const bool isGraphed = key.has_value();
        const std::uint64_t node = key.value_or(0);
        const ByteRange bytes = m_trace.bytes(event);
        const bool hasTime = !m_trace.hasFlag(event, kEventHasNoTime);
        const TableCell cells[] = {
            m_target.idOf(TableId::Events, indexOf(event)),
            m_target.traceCell(),
            m_target.rankCell(),
            m_trace.track(event) == kNoTrack ? TableCell()
                                             : m_target.idOf(TableId::Tracks, indexOf(m_trace.track(event))),
            TableCell::of(kindName(m_trace.kind(event))),
            TableCell::of(m_trace.category(event)),
            TableCell::of(m_trace.name(event)),
            hasTime ? TableCell::of(m_trace.beginNs(event)) : TableCell(),
            m_trace.hasFlag(event, kEventDurationUnknown) ? TableCell() : TableCell::of(m_trace.durationNs(event)),
            flag(kEventIsGpuWork),
            flag(kEventDidNotFinish),
            wide(launch, LaunchArgs::Correlation, launch == nullptr ? 0 : launch->correlation),
            externalId,
            deviceCell(event, launch),
            streamCell(launch),
            isGraphed ? TableCell::ofWide(node >> 32U) : TableCell(),
            isGraphed ? TableCell::ofWide(node) : TableCell(),
            op != nullptr && op->has(OpArgs::SequenceNumber) ? TableCell::of(op->sequenceNumber) : TableCell(),
            row == Trace::kNoRow ? TableCell() : TableCell::of(m_joined.phases[m_joined.phaseOf[row]]),
            row == Trace::kNoRow ? TableCell() : sourceName(m_joined.phaseSourceOf[row]),
            m_joined.annotation(event) == nullptr ? TableCell()
                                                  : m_target.idOf(TableId::Annotations, m_joined.annotationOf[row]),
            row == Trace::kNoRow ? TableCell() : m_target.replayCell(m_joined.replayOf[row]),
            TableCell::of(static_cast<std::int64_t>(bytes.offset)),
            TableCell::of(static_cast<std::int64_t>(bytes.length)),
            *textArgs,
        };
        return m_target.sink.addRow(TableId::Events, cells);
    }

    [[nodiscard]] TableCell deviceCell(EventId event, const LaunchArgs* launch) const
    {
        if (launch != nullptr && launch->has(LaunchArgs::Device))
            return TableCell::of(launch->device);
        if (m_trace.track(event) == kNoTrack)
            return {};
        return TableCell::orNull(m_trace.process(m_trace.track(m_trace.track(event)).process).device);
    }

    [[nodiscard]] static TableCell streamCell(const LaunchArgs* launch)
    {
        return launch != nullptr && launch->has(LaunchArgs::Stream) ? TableCell::of(launch->stream) : TableCell();
    }

    // The view is of m_args.
    Result<TableCell> argsCell(EventId event)
    {
        if (m_copyArgs == CopyArgs::No)
            return TableCell();
        const auto text = m_window.text(m_trace.bytes(event));
        if (!text)
            return failureOf(text);
        m_args = "{";
        for (const AnnotationField& arg : argsOfEvent(*text)) {
            if (m_args.size() > 1)
                m_args += ", ";
            appendJsonString(arg.key, m_args);
            m_args += ": ";
            m_args += arg.json;
        }
        m_args += '}';
        return TableCell::of(m_args);
    }

    const TableTarget& m_target;
    const JoinedTrace& m_joined;
    const Trace& m_trace;
    CopyArgs m_copyArgs;
    const JobControl& m_job;
    ContentWindow m_window;
    std::string m_args; // reused
};

} // namespace

Result<std::uint64_t> writeEvents(const TableTarget& target, CopyArgs copyArgs, const JobControl& job)
{
    return EventRows(target, copyArgs, job).write();
}

} // namespace lanescope
