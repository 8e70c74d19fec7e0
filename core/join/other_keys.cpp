// SPDX-License-Identifier: Apache-2.0
#include "core/join/other_keys.h"

#include "core/annotate/whole_number.h"
#include "core/join/event_args.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanescope {
namespace {

// A trace writes source ids for all nodes or for none.
constexpr std::size_t kNodesAskedForSources = 16;
// Without kernel names: of the nodes that the file lists for a graph, how many the trace must have.
constexpr double kShareOfNumbers = 0.8;

std::optional<std::uint64_t> numberOf(std::string_view json)
{
    if (json.size() >= 2 && json.front() == '"')
        json = json.substr(1, json.size() - 2);
    return wholeNumber<std::uint64_t>(json);
}

std::optional<std::uint64_t> sourceKeyOf(const std::vector<AnnotationField>& args)
{
    LaunchArgs source; // combined by the rule of the ids that it stands for
    for (const AnnotationField& arg : args) {
        const bool isNode = arg.key == "source graph node id";
        if (!isNode && arg.key != "source graph id")
            continue;
        const std::optional<std::uint64_t> number = numberOf(arg.json);
        if (!number)
            continue;
        (isNode ? source.graphNodeId : source.graphId) = *number;
        source.present |= isNode ? LaunchArgs::GraphNodeId : LaunchArgs::GraphId;
    }
    return source.graphNodeKey();
}

class KeyFinder {
public:
    KeyFinder(const JoinedTrace& joined, GuessGraphs guess, const JobControl& job)
        : m_trace(*joined.trace), m_job(job), m_known(*joined.annotations)
    {
        // A guess compares kernels with those of the nodes that are known; else these need no look.
        const bool wantsAll = guess == GuessGraphs::Yes;
        std::unordered_map<std::uint64_t, EventId> firsts;
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            const EventId event = idAt<EventId>(i);
            const std::uint32_t row = m_trace.isGpuWork(event) ? m_trace.launchRow(event) : Trace::kNoRow;
            if (row == Trace::kNoRow || (!wantsAll && joined.annotationOf[row] != JoinedTrace::kNone))
                continue;
            const LaunchArgs* args = m_trace.launchArgs(event);
            if (const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt)
                firsts.try_emplace(*key, event);
        }
        m_nodes.insert(firsts.begin(), firsts.end());
    }

    Result<void> findSources()
    {
        std::size_t asked = 0;
        std::size_t found = 0;
        for (const auto& [key, event] : m_nodes) {
            if (m_known.indexOfNode(key))
                continue;
            if (m_job.stopRequested())
                return JobControl::stopped();
            const Result<std::string> text = m_trace.file().content->text(m_trace.bytes(event));
            if (!text)
                return failureOf(text);
            if (const auto source = sourceKeyOf(argsOfEvent(*text))) {
                ++found;
                if (m_known.indexOfNode(*source))
                    add(key, *source, OtherKey::SourceNode);
            }
            if (++asked == kNodesAskedForSources && found == 0)
                return {};
        }
        return {};
    }

    void guessGraphs()
    {
        for (auto node = m_nodes.begin(); node != m_nodes.end();) {
            const std::uint64_t graph = node->first >> 32;
            bool isKnown = false;
            const auto first = node;
            for (; node != m_nodes.end() && node->first >> 32 == graph; ++node)
                isKnown = isKnown || set().indexOfNode(node->first).has_value();
            if (!isKnown)
                guess(first, node);
        }
    }

    // Null when no key was added.
    std::shared_ptr<const AnnotationSet> result() { return std::move(m_more); }

private:
    using NodeAt = std::map<std::uint64_t, EventId>::const_iterator;

    struct Fit {
        std::uint64_t graph = 0;
        std::uint64_t agreeing = 0; // nodes with the same number and kernel name
        std::uint64_t listed = 0;   // nodes whose number the file lists
        bool isByName = false;
    };

    const AnnotationSet& set() const { return m_more ? *m_more : m_known; }

    void add(std::uint64_t key, std::uint64_t known, OtherKey how)
    {
        if (!m_more)
            m_more = std::make_shared<AnnotationSet>(m_known);
        m_more->addOtherKey(key, known, how);
    }

    // The kernel of a node of a graph of the file: as the file tells it, else as the trace shows it for that graph.
    std::string_view kernelOf(std::uint64_t key) const
    {
        const std::string_view told = m_known.kernelName(key);
        if (!told.empty())
            return told;
        const auto seen = m_nodes.find(key);
        return seen == m_nodes.end() ? std::string_view() : m_trace.name(seen->second);
    }

    std::optional<Fit> fitOf(std::uint64_t graph, std::uint64_t nodesInFile, NodeAt first, NodeAt end) const
    {
        Fit fit{graph, 0, 0, false};
        for (NodeAt node = first; node != end; ++node) {
            const std::uint64_t known = (graph << 32) | (node->first & 0xffffffff);
            fit.listed += m_known.indexOfNode(known) ? 1 : 0;
            const std::string_view kernel = kernelOf(known);
            if (kernel.empty())
                continue;
            if (kernel != m_trace.name(node->second))
                return std::nullopt;
            ++fit.agreeing;
        }
        fit.isByName = fit.agreeing > 0;
        const bool hasEnough =
            fit.isByName || static_cast<double>(fit.listed) >= kShareOfNumbers * static_cast<double>(nodesInFile);
        return fit.listed > 0 && hasEnough ? std::optional(fit) : std::nullopt;
    }

    static bool isBetter(const Fit& a, const Fit& b)
    {
        return std::tuple(a.isByName, a.agreeing, a.listed) > std::tuple(b.isByName, b.agreeing, b.listed);
    }

    // Whether two graphs of the file would give the nodes the same annotations.
    bool giveTheSame(const Fit& a, const Fit& b, NodeAt first, NodeAt end) const
    {
        for (NodeAt node = first; node != end; ++node) {
            const std::uint64_t number = node->first & 0xffffffff;
            const Annotation* one = m_known.find((a.graph << 32) | number);
            const Annotation* other = m_known.find((b.graph << 32) | number);
            if ((one == nullptr) != (other == nullptr) || (one != nullptr && one->fields() != other->fields()))
                return false;
        }
        return true;
    }

    void guess(NodeAt first, NodeAt end)
    {
        // Where the file knows captured graphs, it knows their kernels too, and exec graphs say nothing more.
        const auto& captured = m_known.nodesPerCaptureGraph();
        const auto& graphs = captured.empty() ? m_known.nodesPerGraph() : captured;
        std::optional<Fit> best;
        bool isAmbiguous = false;
        for (const auto& [graph, nodesInFile] : graphs) {
            const std::optional<Fit> fit = fitOf(graph, nodesInFile, first, end);
            if (!fit || (best && isBetter(*best, *fit)))
                continue;
            const bool isEqual = best && !isBetter(*fit, *best);
            isAmbiguous = isEqual && (isAmbiguous || !giveTheSame(*best, *fit, first, end));
            best = fit;
        }
        if (!best || isAmbiguous)
            return;
        for (NodeAt node = first; node != end; ++node) {
            const std::uint64_t known = (best->graph << 32) | (node->first & 0xffffffff);
            if (m_known.indexOfNode(known))
                add(node->first, known, OtherKey::Guess);
        }
    }

    const Trace& m_trace;
    const JobControl& m_job;
    const AnnotationSet& m_known;
    std::map<std::uint64_t, EventId> m_nodes; // of the trace, each with its first event
    std::shared_ptr<AnnotationSet> m_more;
};

} // namespace

Result<std::shared_ptr<const AnnotationSet>> annotationsByOtherKeys(const JoinedTrace& joined, GuessGraphs guess,
                                                                    const JobControl& job)
{
    bool isComplete = true;
    for (const GraphMatch& graph : joined.match.graphs)
        isComplete = isComplete && graph.matchedNodes == graph.nodesInTrace;
    if (!joined.annotations || joined.annotations->nodeCount() == 0 || isComplete)
        return std::shared_ptr<const AnnotationSet>();
    KeyFinder finder(joined, guess, job);
    if (const auto found = finder.findSources(); !found)
        return failureOf(found);
    if (guess == GuessGraphs::Yes)
        finder.guessGraphs();
    return finder.result();
}

} // namespace lanescope
