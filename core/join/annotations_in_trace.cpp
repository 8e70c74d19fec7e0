// SPDX-License-Identifier: Apache-2.0
#include "core/join/annotations_in_trace.h"

#include "core/join/event_args.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope {
namespace {

// No profiler writes these on GPU work.
constexpr std::array<std::string_view, 9> kAnnotationKeys{"name",    "annotation",     "str",
                                                          "module",  "module_fqn",     "module_name",
                                                          "fqn_map", "autograd_phase", "annotated_stream"};

// What profilers write on GPU work (kineto, CUPTI's monitor, ROCm); sorted. What collectives add is not here: on an
// annotated event of a graph it comes from the annotation.
constexpr std::string_view kProfilerKeys[] = {"External id",
                                              "Record function id",
                                              "api name",
                                              "attribution",
                                              "block",
                                              "blocks per SM",
                                              "bytes",
                                              "cbid",
                                              "channel",
                                              "channel type",
                                              "cluster",
                                              "context",
                                              "copy kind",
                                              "correlation",
                                              "device",
                                              "est. achieved occupancy %",
                                              "fromDevice",
                                              "graph id",
                                              "graph name",
                                              "graph node id",
                                              "graph node name",
                                              "grid",
                                              "inDevice",
                                              "kernel_file",
                                              "kernel_hash",
                                              "kind",
                                              "max registers",
                                              "memory bandwidth (GB/s)",
                                              "op",
                                              "original_stream",
                                              "priority",
                                              "queued",
                                              "registers per thread",
                                              "scope",
                                              "shared memory",
                                              "source graph id",
                                              "source graph node id",
                                              "stack",
                                              "stack_candidates",
                                              "stream",
                                              "submitted",
                                              "toContext",
                                              "toDevice",
                                              "value",
                                              "wait on stream",
                                              "warps per SM"};
static_assert(std::is_sorted(std::begin(kProfilerKeys), std::end(kProfilerKeys)));

bool isAnnotationKey(std::string_view key)
{
    return std::find(kAnnotationKeys.begin(), kAnnotationKeys.end(), key) != kAnnotationKeys.end();
}

struct FoundArgs {
    std::vector<AnnotationField> fields; // what no profiler writes
    bool hasAnnotationKey = false;
};

FoundArgs findAnnotation(std::vector<AnnotationField> args)
{
    FoundArgs found;
    std::optional<std::string> stream;
    std::optional<std::string> annotatedStream;
    bool wasMoved = false;
    for (AnnotationField& arg : args) {
        found.hasAnnotationKey = found.hasAnnotationKey || isAnnotationKey(arg.key);
        if (arg.key == "stream")
            stream = arg.json;
        else if (arg.key == "annotated_stream")
            annotatedStream = arg.json;
        else if (arg.key == "original_stream")
            wasMoved = true;
        else if (!std::binary_search(std::begin(kProfilerKeys), std::end(kProfilerKeys), std::string_view(arg.key)))
            found.fields.push_back(std::move(arg));
    }
    if (annotatedStream)
        found.fields.push_back({"stream", *std::move(annotatedStream)});
    else if (wasMoved && stream && !found.fields.empty())
        found.fields.push_back({"stream", *std::move(stream)});
    return found;
}

// An export writes a name that was a bare string twice, as "name" and "annotation".
Annotation annotationOf(std::vector<AnnotationField> fields, std::uint64_t key)
{
    const auto position = [&fields](std::string_view wanted) {
        return std::find_if(fields.begin(), fields.end(), [wanted](const auto& field) { return field.key == wanted; });
    };
    const auto name = position("name");
    const auto copy = position("annotation");
    const bool wasBareString = name != fields.end() && copy != fields.end() && name->json == copy->json;
    if (wasBareString)
        fields.erase(copy);
    Annotation annotation(std::move(fields), key >> 32);
    if (wasBareString)
        annotation.setWasBareString();
    return annotation;
}

// Node key -> the first event of the file that ran it, by event.
std::map<EventId, std::uint64_t> firstEventOfEachNode(const Trace& trace)
{
    std::unordered_map<std::uint64_t, EventId> firsts;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (!trace.isGpuWork(event))
            continue;
        const LaunchArgs* args = trace.launchArgs(event);
        if (const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt)
            firsts.try_emplace(*key, event);
    }
    std::map<EventId, std::uint64_t> byEvent;
    for (const auto& [key, event] : firsts)
        byEvent.emplace(event, key);
    return byEvent;
}

} // namespace

Result<std::shared_ptr<const AnnotationSet>> annotationsInTrace(const Trace& trace, const JobControl& job)
{
    bool isAnnotated = trace.header().inlineAnnotated || !trace.header().lanescopeExport.empty();
    auto set = std::make_shared<AnnotationSet>();
    for (const auto& [event, key] : firstEventOfEachNode(trace)) {
        if (job.stopRequested())
            return JobControl::stopped();
        const Result<std::string> text = trace.file().content->text(trace.bytes(event));
        if (!text)
            return failureOf(text);
        FoundArgs found = findAnnotation(argsOfEvent(*text));
        isAnnotated = isAnnotated || found.hasAnnotationKey;
        if (!found.fields.empty())
            set->add(key, annotationOf(std::move(found.fields), key));
    }
    if (!isAnnotated || set->nodeCount() == 0)
        return std::shared_ptr<const AnnotationSet>();
    set->origin = AnnotationOrigin::TraceItself;
    set->path = trace.file().path;
    set->rank = trace.header().rank;
    return std::shared_ptr<const AnnotationSet>(std::move(set));
}

} // namespace lanescope
