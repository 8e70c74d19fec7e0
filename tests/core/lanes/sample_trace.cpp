// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lanes/sample_trace.h"

#include "core/trace/trace_builder.h"

#include <algorithm>
#include <stdexcept>

namespace lanescope::test {
namespace {

ParsedEntry entryOf(const SampleEvent& event)
{
    ParsedEntry entry;
    entry.phase = event.phase;
    entry.name = event.name;
    entry.hasName = true;
    entry.category = event.category;
    entry.begin = {ParsedTime::State::Good, event.beginNs};
    if (event.phase == "X")
        entry.duration = {ParsedTime::State::Good, event.durationNs};
    entry.process = {event.process, true};
    entry.thread = {event.thread, true};
    if (event.category == "kernel") {
        entry.launch.correlation = event.correlation;
        entry.launch.device = std::stoi(event.process);
        entry.launch.present = LaunchArgs::Correlation | LaunchArgs::Device;
    }
    return entry;
}

} // namespace

std::shared_ptr<const Trace> traceOf(const std::vector<SampleEvent>& events,
                                     const std::map<std::string, std::string>& names)
{
    OpenedFile file;
    file.content = contentInMemory({});
    TraceBuilder builder(std::move(file));
    for (const auto& [process, name] : names) {
        ParsedEntry entry;
        entry.phase = "M";
        entry.name = "process_name";
        entry.hasName = true;
        entry.process = {process, true};
        entry.metadataText = name;
        builder.add(entry);
    }
    for (const SampleEvent& event : events)
        builder.add(entryOf(event));
    auto trace = builder.finish(JobControl());
    if (!trace)
        throw std::runtime_error(trace.error().message);
    return *trace;
}

std::shared_ptr<const JoinedTrace> joinedOf(std::shared_ptr<const Trace> trace,
                                            const std::map<std::size_t, SampleAnnotation>& annotations)
{
    auto joined = std::make_shared<JoinedTrace>();
    const std::size_t rows = trace->launchRowCount();
    joined->annotationOf.assign(rows, JoinedTrace::kNone);
    joined->replayOf.assign(rows, JoinedTrace::kNone);
    joined->phaseOf.assign(rows, 0);
    joined->phaseSourceOf.assign(rows, PhaseSource::None);
    joined->phases = {"none", "forward", "backward"};
    auto set = std::make_shared<AnnotationSet>();
    for (const auto& [event, annotation] : annotations)
        set->add(event + 1, Annotation(annotation.fields, 0));
    std::map<std::uint64_t, std::uint32_t> replays;
    for (const auto& [event, annotation] : annotations) {
        const auto id = idAt<EventId>(event);
        const std::uint32_t row = trace->launchRow(id);
        joined->annotationOf[row] = *set->indexOfNode(event + 1);
        joined->phaseOf[row] = annotation.phase == "backward" ? 2 : 1;
        const auto [replay, isNew] =
            replays.emplace(trace->launchArgs(id)->correlation, static_cast<std::uint32_t>(replays.size()));
        joined->replayOf[row] = replay->second;
    }
    joined->replays.resize(replays.size());
    joined->annotations = std::move(set);
    joined->trace = std::move(trace);
    return joined;
}

SampleAnnotation named(const std::string& name, const std::string& module, const std::string& phase)
{
    SampleAnnotation annotation{{{"name", '"' + name + '"'}}, phase};
    if (!module.empty())
        annotation.fields.push_back({"module", '"' + module + '"'});
    return annotation;
}

} // namespace lanescope::test
