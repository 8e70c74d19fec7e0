// SPDX-License-Identifier: Apache-2.0
#include "core/join/match_details.h"

#include "core/annotate/whole_number.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

namespace lanescope {
namespace {

struct Sum {
    std::uint64_t work = 0;
    std::int64_t gpuNs = 0;

    void add(const Sum& other)
    {
        work += other.work;
        gpuNs += other.gpuNs;
    }
};

// "a.b" and "a", and the paths of both parts of a fused "a.b + c".
std::set<std::string_view> pathsOf(std::string_view modulePath)
{
    constexpr std::string_view kBetween = " + ";
    std::set<std::string_view> paths;
    while (!modulePath.empty()) {
        const std::size_t end = std::min(modulePath.find(kBetween), modulePath.size());
        std::string_view path = modulePath.substr(0, end);
        modulePath.remove_prefix(std::min(end + kBetween.size(), modulePath.size()));
        if (path.starts_with("L."))
            path.remove_prefix(2);
        while (!path.empty()) {
            paths.insert(path);
            const std::size_t dot = path.rfind('.');
            path = path.substr(0, dot == std::string_view::npos ? 0 : dot);
        }
    }
    return paths;
}

// Component by component, numbers by value: "layers.2" is before "layers.10", and "layers.2.attn" between them.
bool comesBefore(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        const std::string_view first = a.substr(0, a.find('.'));
        const std::string_view second = b.substr(0, b.find('.'));
        if (first != second) {
            const auto one = wholeNumber<std::uint64_t>(first);
            const auto other = wholeNumber<std::uint64_t>(second);
            return one && other && *one != *other ? *one < *other : first < second;
        }
        a.remove_prefix(std::min(first.size() + 1, a.size()));
        b.remove_prefix(std::min(second.size() + 1, b.size()));
    }
    return a.empty() && !b.empty();
}

class Collector {
public:
    explicit Collector(const JoinedTrace& joined) : m_joined(joined), m_trace(*joined.trace) {}

    MatchDetails collect()
    {
        if (m_joined.annotations)
            m_sums.resize(m_joined.annotations->annotations().size());
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            const EventId event = idAt<EventId>(i);
            if (m_trace.isGpuWork(event))
                take(event);
        }
        sumModules();
        pickExamples();
        return std::move(m_details);
    }

private:
    struct Seen {
        EventId first = kNoEvent;
        std::uint64_t work = 0;
    };

    void take(EventId event)
    {
        const std::int64_t duration = m_trace.durationNs(event);
        m_details.gpuNs += duration;
        const LaunchArgs* args = m_trace.launchArgs(event);
        const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt;
        if (!key)
            return;
        m_details.graphedNs += duration;
        if (m_joined.annotation(event) != nullptr) {
            m_details.annotatedNs += duration;
            m_sums[m_joined.annotationOf[m_trace.launchRow(event)]].add({1, duration});
            return;
        }
        Seen& node = m_nodes[*key];
        if (node.work++ == 0)
            node.first = event;
        m_kernels[m_trace.nameId(event)].add({1, duration});
    }

    void sumModules()
    {
        std::map<std::string_view, Sum> modules;
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            const std::string& path = m_joined.annotations->annotations()[i].modulePath();
            if (m_sums[i].work == 0 || path.empty())
                continue;
            m_details.namedModuleNs += m_sums[i].gpuNs;
            for (const std::string_view each : pathsOf(path))
                modules[each].add(m_sums[i]);
        }
        for (const auto& [path, sum] : modules)
            m_details.modules.push_back({std::string(path), sum.work, sum.gpuNs});
        std::sort(m_details.modules.begin(), m_details.modules.end(),
                  [](const auto& a, const auto& b) { return comesBefore(a.path, b.path); });
    }

    void pickExamples()
    {
        std::vector<std::uint64_t> keys;
        keys.reserve(m_nodes.size());
        for (const auto& [key, seen] : m_nodes)
            keys.push_back(key);
        std::sort(keys.begin(), keys.end());
        for (const std::uint64_t key : keys) {
            std::vector<MatchDetails::Node>& nodes = m_details.nodesWithout[key >> 32];
            const Seen& seen = m_nodes.at(key);
            if (nodes.size() < MatchDetails::kNodesPerGraph)
                nodes.push_back({key, std::string(m_trace.name(seen.first)), seen.work});
        }
        for (const auto& [name, sum] : m_kernels)
            m_details.kernelsWithout.push_back({std::string(m_trace.text(name)), sum.work, sum.gpuNs});
        m_details.kernelNamesWithout = m_details.kernelsWithout.size();
        std::stable_sort(m_details.kernelsWithout.begin(), m_details.kernelsWithout.end(),
                         [](const auto& a, const auto& b) { return a.gpuNs > b.gpuNs; });
        if (m_details.kernelsWithout.size() > MatchDetails::kKernels)
            m_details.kernelsWithout.resize(MatchDetails::kKernels);
    }

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    MatchDetails m_details;
    std::vector<Sum> m_sums;                         // by annotation
    std::unordered_map<std::uint64_t, Seen> m_nodes; // without an annotation
    std::map<StringId, Sum> m_kernels;               // work without an annotation, by name
};

} // namespace

MatchDetails matchDetails(const JoinedTrace& joined)
{
    return Collector(joined).collect();
}

} // namespace lanescope
