// SPDX-License-Identifier: Apache-2.0
#include "core/export/torch_compat_edits.h"

#include "core/export/raw_member.h"
#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace lanescope {
namespace {

constexpr std::int64_t kDefaultStream = 7;
constexpr std::uint32_t kNotGraphed = 0xffffffff;

// The double that Python reads from a time of so many nanoseconds written in microseconds.
double microseconds(std::int64_t ns)
{
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    if (ns > -kExact && ns < kExact)
        return static_cast<double>(ns) / 1000.0; // one rounding, as in reading the text
    const auto whole = static_cast<std::uint64_t>(ns < 0 ? -ns : ns);
    const std::string text = fmt::format("{}.{:03}", whole / 1000, whole % 1000);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return ns < 0 ? -value : value;
}

// Microseconds with at most three decimals, none that are zero.
std::string decimalMicroseconds(double us)
{
    std::string text = fmt::format("{:.3f}", us);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text == "-0" ? "0" : text;
}

bool startsAsStream(std::string_view entry)
{
    const std::string_view name = rawMember(rawMember(entry, "args"), "name");
    if (!name.starts_with('"'))
        return false;
    std::string text;
    decodeJsonString(name.substr(1, name.size() - 2), text);
    return text.starts_with("stream ");
}

} // namespace

TorchCompatEdits::TorchCompatEdits(const JoinedTrace& joined, const AnnotateOptions& options, EditList& edits)
    : m_joined(joined), m_trace(*joined.trace), m_options(options), m_edits(edits),
      m_args(joined.annotations.get(), ValueForm::PythonText)
{}

double TorchCompatEdits::fileMicroseconds(TimeNs at) const
{
    return microseconds(m_trace.baseNs() + at);
}

PythonId TorchCompatEdits::threadOf(EventId e) const
{
    const std::uint32_t row = m_trace.launchRow(e);
    if (row != Trace::kNoRow && m_graphedOfRow[row] != kNotGraphed)
        return m_graphed[m_graphedOfRow[row]].stream;
    return m_ids.of({TraceTable::Events, static_cast<std::uint32_t>(indexOf(e))});
}

PythonId TorchCompatEdits::threadOfFlow(std::size_t flow) const
{
    const auto index = static_cast<std::uint32_t>(flow);
    const auto known = m_movedFlows.find(index);
    return known != m_movedFlows.end() ? known->second : m_ids.of({TraceTable::Flows, index});
}

Result<void> TorchCompatEdits::collect(const JobControl& job)
{
    if (auto read = m_ids.read(m_trace, job); !read)
        return read;
    m_graphedOfRow.assign(m_trace.launchRowCount(), kNotGraphed);
    m_isEventRemoved.assign(m_trace.eventCount(), 0);
    m_isFlowRemoved.assign(m_trace.flows().size(), 0);
    indexArrows();
    annotate();
    if (job.stopRequested())
        return JobControl::stopped();
    findWork();
    removeNoise();
    if (auto cleaned = cleanMetadata(); !cleaned)
        return cleaned;
    moveOverlapping();
    clampOverlaps();
    requestChanges();
    return {};
}

void TorchCompatEdits::indexArrows()
{
    const auto category = m_trace.strings().find("ac2g");
    if (!category)
        return;
    for (std::size_t i = 0; i < m_trace.flows().size(); ++i) {
        const Flow& flow = m_trace.flows()[i];
        const auto index = static_cast<std::uint32_t>(i);
        if (flow.category == *category && flow.phase == FlowPhase::End && flow.hasTime)
            m_arrowsAt[{m_ids.of({TraceTable::Flows, index}), fileMicroseconds(flow.atNs)}].push_back(index);
    }
}

void TorchCompatEdits::moveArrowsOf(PythonId threadBefore, double tsUs, PythonId stream)
{
    const auto arrows = m_arrowsAt.find({threadBefore, tsUs});
    if (arrows == m_arrowsAt.end())
        return;
    for (const std::uint32_t flow : arrows->second)
        m_movedFlows[flow] = stream;
}

void TorchCompatEdits::annotate()
{
    const AnnotationSet* annotations = m_joined.annotations.get();
    const auto kernel = m_trace.strings().find("kernel");
    const auto memcpy = m_trace.strings().find("gpu_memcpy");
    const auto memset = m_trace.strings().find("gpu_memset");
    const std::int64_t defaultStream = m_options.defaultStream.value_or(kDefaultStream);
    for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        const LaunchArgs* args = m_trace.launchArgs(e);
        // Unlike elsewhere the graph id says nothing here: node 0 is not graphed, and the node id alone is the key.
        if (args == nullptr || !args->has(LaunchArgs::GraphNodeId) || args->graphNodeId == 0)
            continue;
        Graphed graphed;
        graphed.event = e;
        std::int64_t stream = defaultStream;
        if (const auto position = annotations != nullptr ? annotations->indexOfNode(args->graphNodeId) : std::nullopt) {
            graphed.annotation = *position;
            stream = annotations->annotations()[*position].stream().value_or(defaultStream);
            ++m_counts.annotated;
        }
        graphed.stream = m_ids.ofNumber(stream);
        graphed.hasTime = !m_trace.hasFlag(e, kEventHasNoTime);
        graphed.tsUs = fileMicroseconds(m_trace.beginNs(e));
        graphed.durUs = microseconds(m_trace.durationNs(e));
        const StringId category = m_trace.categoryId(e);
        graphed.isKernel = category == kernel;
        graphed.isWork = graphed.isKernel || category == memcpy || category == memset;
        if (graphed.hasTime)
            moveArrowsOf(m_ids.of({TraceTable::Events, static_cast<std::uint32_t>(i)}), graphed.tsUs, graphed.stream);
        m_graphedOfRow[m_trace.launchRow(e)] = static_cast<std::uint32_t>(m_graphed.size());
        m_graphed.push_back(graphed);
    }
}

void TorchCompatEdits::findWork()
{
    for (const std::string_view name : {"kernel", "gpu_memcpy", "gpu_memset"}) {
        const auto category = m_trace.strings().find(name);
        for (std::size_t i = 0; category && i < m_trace.eventCount(); ++i) {
            if (m_trace.categoryId(idAt<EventId>(i)) == *category)
                m_threadsWithWork.insert(threadOf(idAt<EventId>(i)));
        }
    }
}

void TorchCompatEdits::removeNoise()
{
    const auto copies = m_trace.strings().find("gpu_user_annotation");
    const auto arrows = m_trace.strings().find("ac2g");
    for (std::size_t i = 0; copies && i < m_trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (m_trace.categoryId(e) != *copies || m_threadsWithWork.contains(threadOf(e)))
            continue;
        m_edits.remove({TraceTable::Events, static_cast<std::uint32_t>(i)});
        m_isEventRemoved[i] = 1;
        ++m_counts.removed;
    }
    for (std::size_t i = 0; arrows && i < m_trace.flows().size(); ++i) {
        const Flow& flow = m_trace.flows()[i];
        if (flow.category != *arrows || flow.phase != FlowPhase::End || m_threadsWithWork.contains(threadOfFlow(i)))
            continue;
        m_edits.remove({TraceTable::Flows, static_cast<std::uint32_t>(i)});
        m_isFlowRemoved[i] = 1;
        ++m_counts.removed;
    }
}

void TorchCompatEdits::collectThreads(std::set<PythonId>& threads) const
{
    for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
        if (m_isEventRemoved[i] == 0)
            threads.insert(threadOf(idAt<EventId>(i)));
    }
    for (std::size_t i = 0; i < m_trace.flows().size(); ++i) {
        if (m_isFlowRemoved[i] == 0)
            threads.insert(threadOfFlow(i));
    }
    for (std::size_t i = 0; i < m_trace.sliceEnds().size(); ++i)
        threads.insert(m_ids.of({TraceTable::SliceEnds, static_cast<std::uint32_t>(i)}));
}

Result<std::string> TorchCompatEdits::gpuProcessJson() const
{
    const auto threadName = m_trace.strings().find("thread_name");
    for (const MetadataEntry& metadata : m_trace.metadata()) {
        if (!threadName || metadata.kind != *threadName)
            continue;
        const auto text = m_trace.file().content->text(metadata.bytes);
        if (!text)
            return failureOf(text);
        if (!startsAsStream(*text))
            continue;
        const std::string_view pid = rawMember(*text, "pid");
        return pid.empty() ? std::string("0") : strictJson(pid);
    }
    return std::string("0");
}

Result<void> TorchCompatEdits::cleanMetadata()
{
    const auto pid = gpuProcessJson();
    if (!pid)
        return failureOf(pid);
    std::set<PythonId> threads;
    collectThreads(threads);
    std::set<PythonId> unnamed = m_threadsWithWork;
    const auto threadName = m_trace.strings().find("thread_name");
    for (std::size_t i = 0; i < m_trace.metadata().size(); ++i) {
        const EntryRef entry{TraceTable::Metadata, static_cast<std::uint32_t>(i)};
        const PythonId thread = m_ids.of(entry);
        if (!threads.contains(thread))
            m_edits.remove(entry);
        else if (threadName && m_trace.metadata()[i].kind == *threadName)
            unnamed.erase(thread);
    }
    // Numbers by value; the script stops at anything else, which comes behind them here.
    std::vector<std::pair<std::int64_t, std::string>> named;
    for (const PythonId thread : unnamed)
        named.emplace_back(m_ids.number(thread).value_or(INT64_MAX), m_ids.json(thread));
    std::sort(named.begin(), named.end());
    for (const auto& [number, json] : named) {
        std::string name;
        const bool isText = json.starts_with('"');
        std::string plain;
        if (isText)
            decodeJsonString(std::string_view(json).substr(1, json.size() - 2), plain);
        appendJsonString("stream " + (isText ? plain : json == "null" ? "None" : json), name);
        m_edits.addEntry(fmt::format(
            R"({{"ph": "M", "pid": {}, "tid": {}, "name": "thread_name", "args": {{"name": {}}}}})", *pid, json, name));
    }
    return {};
}

void TorchCompatEdits::moveOverlapping()
{
    const PythonId defaultStream = m_ids.ofNumber(m_options.defaultStream.value_or(kDefaultStream));
    const PythonId overlapStream = m_ids.ofNumber(m_options.overlapStream);
    std::vector<Graphed*> kernels;
    for (Graphed& graphed : m_graphed) {
        if (graphed.isKernel && graphed.hasTime && graphed.stream == defaultStream)
            kernels.push_back(&graphed);
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const Graphed* a, const Graphed* b) { return a->tsUs < b->tsUs; });
    double endUs = 0;
    for (Graphed* kernel : kernels) {
        if (kernel->tsUs < endUs) {
            kernel->stream = overlapStream;
            ++m_counts.moved;
        } else {
            endUs = kernel->tsUs + kernel->durUs;
        }
    }
}

void TorchCompatEdits::clampStream(std::vector<Graphed*>& work)
{
    const double mostUs = microseconds(m_options.maxAdjustNs);
    std::stable_sort(work.begin(), work.end(), [](const Graphed* a, const Graphed* b) { return a->tsUs < b->tsUs; });
    double endUs = 0;
    for (Graphed* event : work) {
        if (event->tsUs < endUs) {
            if (endUs - event->tsUs > mostUs) {
                ++m_counts.largeOverlaps;
                const auto overlapNs = static_cast<std::int64_t>(std::llround((endUs - event->tsUs) * 1000.0));
                m_counts.largestOverlapNs = std::max(m_counts.largestOverlapNs, overlapNs);
            } else {
                event->tsUs = endUs;
                event->isClamped = true;
                ++m_counts.clamped;
            }
        }
        endUs = event->tsUs + event->durUs;
    }
}

void TorchCompatEdits::clampOverlaps()
{
    std::map<PythonId, std::vector<Graphed*>> workOfStream;
    for (Graphed& graphed : m_graphed) {
        if (graphed.isWork && graphed.hasTime)
            workOfStream[graphed.stream].push_back(&graphed);
    }
    for (auto& [stream, work] : workOfStream)
        clampStream(work);
}

void TorchCompatEdits::requestChanges()
{
    for (const Graphed& graphed : m_graphed) {
        const auto index = static_cast<std::uint32_t>(indexOf(graphed.event));
        if (m_isEventRemoved[index] == 0)
            m_edits.change({TraceTable::Events, index});
    }
    for (const auto& [flow, stream] : m_movedFlows) {
        if (m_isFlowRemoved[flow] == 0)
            m_edits.change({TraceTable::Flows, flow});
    }
}

void TorchCompatEdits::change(EntryRef entry, std::string_view text, std::string& out)
{
    EventChange change;
    if (entry.table == TraceTable::Flows) {
        m_tidJson = m_ids.json(m_movedFlows.at(entry.index));
    } else {
        const Graphed& graphed = m_graphed[m_graphedOfRow[m_trace.launchRow(idAt<EventId>(entry.index))]];
        m_tidJson = m_ids.json(graphed.stream);
        change.streamJson = m_tidJson;
        if (graphed.annotation != JoinedTrace::kNone)
            change.args = m_args.of(graphed.annotation);
        if (graphed.isClamped) {
            m_tsJson = decimalMicroseconds(graphed.tsUs);
            change.tsJson = m_tsJson;
        }
    }
    change.tidJson = m_tidJson;
    m_rewrite.apply(text, change, out);
}

} // namespace lanescope
