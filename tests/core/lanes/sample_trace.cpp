// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lanes/sample_trace.h"

#include "core/load/read_chrome_json.h"

#include <fmt/format.h>

#include <stdexcept>

namespace lanescope::test {
namespace {

// Trace files count microseconds.
std::string micros(TimeNs ns)
{
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", std::abs(ns) / 1000, std::abs(ns) % 1000);
}

std::string entryOf(const SampleEvent& event)
{
    std::string entry = fmt::format(R"({{"ph":"{}","name":"{}","cat":"{}","pid":"{}","tid":"{}","ts":{})", event.phase,
                                    event.name, event.category, event.process, event.thread, micros(event.beginNs));
    if (event.phase == "X")
        entry += fmt::format(R"(,"dur":{})", micros(event.durationNs));
    if (event.category == "kernel")
        entry +=
            fmt::format(R"(,"args":{{"correlation":{},"device":{}}})", event.correlation, std::stoi(event.process));
    return entry + "}";
}

} // namespace

std::shared_ptr<const Trace> traceOf(const std::vector<SampleEvent>& events,
                                     const std::map<std::string, std::string>& names)
{
    std::vector<std::string> entries;
    for (const auto& [process, name] : names)
        entries.push_back(
            fmt::format(R"({{"ph":"M","name":"process_name","pid":"{}","args":{{"name":"{}"}}}})", process, name));
    for (const SampleEvent& event : events)
        entries.push_back(entryOf(event));
    OpenedFile file;
    file.content = contentInMemory(fmt::format("[{}]", fmt::join(entries, ",")));
    auto trace = readChromeJson(std::move(file), JobControl());
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
