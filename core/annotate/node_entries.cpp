// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/node_entries.h"

#include "core/annotate/node_key.h"

#include <fmt/format.h>

namespace lanescope {

std::optional<std::uint64_t> NodeEntries::nodeOf(std::string_view key, std::uint64_t atByte)
{
    if (m_entries++ == 0)
        m_firstKey = key.substr(0, 60);
    const std::optional<std::uint64_t> node = parseNodeKey(key);
    if (node)
        ++m_usableKeys;
    else
        m_set.report.add("annotation-key-not-an-id", "a key of the annotation file is no graph node id", atByte, key);
    return node;
}

// Most nodes of a region have the same text.
const AnnotationEntry& NodeEntries::entryOf(std::string_view json)
{
    const auto known = m_known.find(json);
    if (known != m_known.end())
        return known->second;
    return m_known.emplace(json, readAnnotationEntry(json)).first->second;
}

void NodeEntries::take(std::string_view key, std::string_view json, std::uint64_t atByte)
{
    const std::optional<std::uint64_t> node = nodeOf(key, atByte);
    if (!node)
        return;
    const AnnotationEntry& entry = entryOf(json);
    if (!entry.oddity.empty())
        m_set.report.add("annotation-not-usable", "the value of a node is not an annotation", atByte,
                         fmt::format("{}: {}", key, entry.oddity));
    if (const std::optional<std::string> stream = entry.badStream())
        m_set.report.add("annotation-stream-not-a-number", "the stream of an annotation is no number", atByte,
                         fmt::format("{}: {}", key, *stream));
    if (entry.isUsable)
        m_set.add(*node, entry.annotationOf(*node));
}

void NodeEntries::takeUnusable(std::string_view key, std::string_view reason, std::uint64_t atByte)
{
    if (nodeOf(key, atByte))
        m_set.report.add("annotation-not-usable", "the value of a node is not an annotation", atByte,
                         fmt::format("{}: {}", key, reason));
}

Result<AnnotationSet> NodeEntries::finish()
{
    if (m_entries > 0 && m_usableKeys == 0)
        return failure(
            ErrorCode::NotAnnotations,
            fmt::format("not an annotation file: no key is the id of a graph node (the first is \"{}\")", m_firstKey));
    return std::move(m_set);
}

} // namespace lanescope
