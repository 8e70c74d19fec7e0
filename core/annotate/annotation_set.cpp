// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/annotation_set.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

// Equal for equal annotations only: lengths keep any two texts apart. The title tells apart the annotations that are
// named after their graph.
std::string identityOf(const Annotation& annotation)
{
    std::string identity = annotation.wasBareString() ? "s" : "d";
    const auto append = [&identity](std::string_view text) {
        identity += fmt::format_int(text.size()).str();
        identity += ':';
        identity += text;
    };
    append(annotation.title());
    for (const AnnotationField& field : annotation.fields()) {
        append(field.key);
        append(field.json);
    }
    return identity;
}

} // namespace

std::uint32_t AnnotationSet::addWithoutNode(Annotation annotation)
{
    const auto [known, isNew] =
        m_known.try_emplace(identityOf(annotation), static_cast<std::uint32_t>(m_annotations.size()));
    if (isNew)
        m_annotations.push_back(std::move(annotation));
    return known->second;
}

bool AnnotationSet::put(std::uint64_t nodeKey, Annotation annotation)
{
    const std::uint32_t position = addWithoutNode(std::move(annotation));
    return m_nodes.insert_or_assign(nodeKey, position).second;
}

void AnnotationSet::add(std::uint64_t nodeKey, Annotation annotation)
{
    if (put(nodeKey, std::move(annotation)))
        ++m_nodesPerGraph[nodeKey >> 32];
}

void AnnotationSet::addUnderCaptureGraph(std::uint64_t nodeKey, Annotation annotation)
{
    if (put(nodeKey, std::move(annotation)))
        ++m_nodesPerCaptureGraph[nodeKey >> 32];
}

void AnnotationSet::addOtherKey(std::uint64_t nodeKey, std::uint64_t knownKey, OtherKey how)
{
    const Annotation* known = find(knownKey);
    if (known == nullptr)
        return;
    std::vector<AnnotationField> fields = known->fields();
    if (how == OtherKey::Guess && !fields.empty())
        fields.push_back({std::string(kGuessedField), "true"});
    Annotation annotation(std::move(fields), nodeKey >> 32);
    if (known->wasBareString())
        annotation.setWasBareString();
    put(nodeKey, std::move(annotation));
    OtherGraph& graph = m_otherGraphs[nodeKey >> 32];
    graph.knownGraph = knownKey >> 32;
    graph.how = how;
    ++graph.nodes;
}

void AnnotationSet::setKernelName(std::uint64_t captureKey, std::string_view name)
{
    m_kernelNames.insert_or_assign(captureKey, std::string(name));
}

std::string_view AnnotationSet::kernelName(std::uint64_t captureKey) const
{
    const auto found = m_kernelNames.find(captureKey);
    return found == m_kernelNames.end() ? std::string_view() : std::string_view(found->second);
}

const Annotation* AnnotationSet::find(std::uint64_t nodeKey) const
{
    const auto index = indexOfNode(nodeKey);
    return index ? &m_annotations[*index] : nullptr;
}

std::optional<std::uint32_t> AnnotationSet::indexOfNode(std::uint64_t nodeKey) const
{
    const auto node = m_nodes.find(nodeKey);
    if (node == m_nodes.end())
        return std::nullopt;
    return node->second;
}

void AnnotationSet::setCapturedGraph(std::span<const std::uint64_t> graphs, CapturedGraph captured)
{
    for (std::vector<NodeNumberPair>* list : {&captured.lanes, &captured.after, &captured.before})
        std::sort(list->begin(), list->end());
    for (const std::uint64_t graph : graphs)
        m_capturedGraphOf.try_emplace(graph,
                                      m_capturedGraphs.size()); // of two that list one exec graph the first counts
    m_capturedGraphs.push_back(std::move(captured));
}

const CapturedGraph* AnnotationSet::capturedGraph(std::uint64_t nodeKey) const
{
    const auto found = m_capturedGraphOf.find(nodeKey >> 32);
    return found == m_capturedGraphOf.end() ? nullptr : &m_capturedGraphs[found->second];
}

std::optional<std::uint32_t> AnnotationSet::capturedLane(std::uint64_t nodeKey) const
{
    const CapturedGraph* graph = capturedGraph(nodeKey);
    if (graph == nullptr)
        return std::nullopt;
    const auto number = static_cast<std::uint32_t>(nodeKey);
    const auto lane = std::lower_bound(graph->lanes.begin(), graph->lanes.end(), NodeNumberPair{number, 0});
    return lane != graph->lanes.end() && lane->first == number ? std::optional(lane->second) : std::nullopt;
}

} // namespace lanescope
