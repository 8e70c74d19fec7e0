// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance_text.h"

#include "core/annotate/node_key.h"
#include "core/annotate/provenance_key.h"
#include "core/annotate/stack_frames.h"
#include "core/load/decimal_time.h"
#include "core/load/json_walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

using Value = JsonCursor::Value;
using ValueKind = JsonCursor::ValueKind;

constexpr std::uint64_t kKnownVersion = 2;
constexpr std::size_t kLongestExample = 80;

std::string decoded(std::string_view inner)
{
    std::string text;
    decodeJsonString(inner, text);
    return text;
}

// The strings of an array, or one string as one; `hasOddity` when there is anything else.
std::vector<std::string> stringsOf(const Value& value, bool& hasOddity)
{
    std::vector<std::string> texts;
    if (value.kind == ValueKind::String) {
        texts.push_back(decoded(value.inner()));
    } else if (value.kind == ValueKind::Array) {
        const bool isWhole = walkArray(value.raw, [&](const Value& element) {
            if (element.kind == ValueKind::String)
                texts.push_back(decoded(element.inner()));
            else
                hasOddity = true;
        });
        hasOddity = hasOddity || !isWhole;
    } else {
        hasOddity = value.raw != "null";
    }
    return texts;
}

void dropEmpty(std::vector<std::string>& texts)
{
    std::erase_if(texts,
                  [](const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; });
}

class ProvenanceReader {
public:
    ProvenanceReader(std::string_view text, CompiledPhase phase) : m_text(text), m_flat({}, phase) {}

    Result<ProvenanceText> read()
    {
        const std::size_t begin = m_text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos || m_text[begin] != '{')
            return failure(ErrorCode::NotAnnotations, "not a provenance file: the JSON is no object");
        bool isTrace = false;
        const bool isWhole = walkObject(m_text, [&](std::string_view key, const Value& value) {
            isTrace = isTrace || key == "traceEvents";
            if (!isTrace)
                take(key, value);
        });
        if (isTrace)
            return failure(ErrorCode::NotAnnotations, "a trace, not a provenance file");
        if (!isWhole)
            return failure(ErrorCode::NotAnnotations, "the provenance file is cut off, or its JSON is broken");
        if (m_oddEntries > 0 && m_usableEntries == 0)
            return failure(ErrorCode::NotAnnotations,
                           fmt::format("not a provenance file: nothing in it is a kernel, a compiled graph or a graph "
                                       "node with its stacks (the first key is \"{}\")",
                                       m_firstKey.substr(0, kLongestExample)));
        finish();
        return std::move(m_result);
    }

private:
    using Lists = std::vector<std::pair<std::string, std::vector<std::string>>>;

    void take(std::string_view rawKey, const Value& value)
    {
        const std::string key = decoded(rawKey);
        if (m_firstKey.empty())
            m_firstKey = key;
        if (key == "version" && (value.kind == ValueKind::Number || value.kind == ValueKind::String))
            takeVersion(value);
        else if (key == "cppCodeToPost")
            takeMapping(value, m_kernelToPost, key);
        else if (key == "postToPre")
            takeMapping(value, m_postToPre, key);
        else if (key == "preToPost" || key == "postToCppCode")
            ++m_usableEntries; // the same the other way round
        else if (const auto graph = parseCompiledGraphKey(key))
            takeGraph(*graph, value, key);
        else if (key.starts_with('('))
            noteOdd(value, key, "is not the name of a compiled graph");
        else if (const auto node = parseNodeKey(key))
            takeNode(*node, value, key);
        else
            takeKernel(m_flat, m_flatLists, key, value);
    }

    void noteOdd(const Value& where, std::string_view key, std::string_view what)
    {
        ++m_oddEntries;
        notePartlyOdd(where, key, what);
    }

    void notePartlyOdd(const Value& where, std::string_view key, std::string_view what)
    {
        m_result.report.add("provenance-entry-not-usable", "an entry of the provenance file cannot be used",
                            static_cast<std::uint64_t>(where.raw.data() - m_text.data()),
                            fmt::format("{}: {}", key.substr(0, kLongestExample), what));
    }

    void takeVersion(const Value& value)
    {
        const std::optional<std::uint64_t> version = parseUnsigned(value.inner());
        if (version && *version <= kKnownVersion)
            return;
        m_result.report.add("provenance-version-unknown",
                            fmt::format("the provenance file is of version {}, newer than the known version {}: it is "
                                        "read as far as it makes sense",
                                        value.inner().substr(0, kLongestExample), kKnownVersion),
                            static_cast<std::uint64_t>(value.raw.data() - m_text.data()));
    }

    // {"name": ["name", …], …}
    void takeMapping(const Value& value, Lists& into, std::string_view name)
    {
        if (value.kind != ValueKind::Object) {
            noteOdd(value, name, "is no object");
            return;
        }
        ++m_usableEntries;
        const bool isWhole = walkObject(value.raw, [&](std::string_view key, const Value& list) {
            bool hasOddity = false;
            into.emplace_back(decoded(key), stringsOf(list, hasOddity));
            if (hasOddity)
                notePartlyOdd(list, into.back().first, "is not a list of names");
        });
        if (!isWhole)
            notePartlyOdd(value, name, "does not end");
    }

    void takeGraph(const CompiledGraphKey& key, const Value& value, std::string_view name)
    {
        if (value.kind != ValueKind::Object) {
            noteOdd(value, name, "is no object");
            return;
        }
        ++m_usableEntries;
        ProvenanceGraph graph(key.region, key.isBackward ? CompiledPhase::Backward : CompiledPhase::Forward);
        Lists lists;
        const bool isWhole = walkObject(value.raw, [&](std::string_view kernel, const Value& record) {
            takeKernel(graph, lists, decoded(kernel), record);
        });
        if (!isWhole)
            notePartlyOdd(value, name, "does not end");
        addLists(graph, std::move(lists));
        m_result.graphs.push_back(std::move(graph));
    }

    void takeNode(std::uint64_t node, const Value& value, std::string_view key)
    {
        bool hasOddity = false;
        ProvenanceRecord record;
        record.kernel = key;
        record.stacks = stringsOf(value, hasOddity);
        dropEmpty(record.stacks);
        if (hasOddity || std::none_of(record.stacks.begin(), record.stacks.end(), looksLikeStack)) {
            noteOdd(value, key, "is not the stack of a graph node");
            return;
        }
        ++m_usableEntries;
        m_result.ofNodes.insert_or_assign(node, std::move(record));
    }

    void takeKernel(ProvenanceGraph& graph, Lists& lists, const std::string& key, const Value& value)
    {
        if (value.kind == ValueKind::Object) {
            ++m_usableEntries;
            graph.add(informationOf(key, value));
            return;
        }
        bool hasOddity = false;
        std::vector<std::string> texts = stringsOf(value, hasOddity);
        if (key.empty() || (hasOddity && texts.empty())) {
            noteOdd(value, key, "is neither a list of texts nor kernel information");
            return;
        }
        if (hasOddity)
            notePartlyOdd(value, key, "holds something that is no text");
        ++m_usableEntries;
        lists.emplace_back(key, std::move(texts));
    }

    static ProvenanceRecord named(std::string_view label)
    {
        const KernelCallName name = splitKernelHandle(label);
        ProvenanceRecord record;
        record.kernel = name.kernel;
        record.handle = name.handle;
        return record;
    }

    ProvenanceRecord informationOf(const std::string& key, const Value& value)
    {
        ProvenanceRecord record = named(key);
        const bool isWhole = walkObject(value.raw, [&](std::string_view member, const Value& list) {
            std::vector<std::string>* into = member == "stack_traces"      ? &record.stacks
                                             : member == "post_grad_nodes" ? &record.postGradNodes
                                             : member == "pre_grad_nodes"  ? &record.preGradNodes
                                                                           : nullptr;
            bool hasOddity = false;
            if (into != nullptr)
                *into = stringsOf(list, hasOddity);
            if (hasOddity)
                notePartlyOdd(list, key, fmt::format("{} is not a list of texts", member));
        });
        if (!isWhole)
            notePartlyOdd(value, key, "does not end");
        dropEmpty(record.stacks);
        return record;
    }

    // Lists of texts are stacks or, in the old form, names of nodes: never both in one file.
    static void addLists(ProvenanceGraph& graph, Lists lists)
    {
        const bool areStacks = std::any_of(lists.begin(), lists.end(), [](const auto& list) {
            return std::any_of(list.second.begin(), list.second.end(), looksLikeStack);
        });
        for (auto& [key, texts] : lists) {
            ProvenanceRecord record = named(key);
            if (areStacks)
                dropEmpty(texts);
            (areStacks ? record.stacks : record.postGradNodes) = std::move(texts);
            graph.add(std::move(record));
        }
    }

    void addMappings()
    {
        std::unordered_map<std::string_view, const std::vector<std::string>*> preOf;
        for (const auto& [post, pre] : m_postToPre)
            preOf.insert_or_assign(post, &pre);
        for (auto& [kernel, posts] : m_kernelToPost) {
            ProvenanceRecord record = named(kernel);
            for (const std::string& post : posts) {
                const auto pre = preOf.find(post);
                if (pre == preOf.end())
                    continue;
                for (const std::string& node : *pre->second) {
                    if (std::find(record.preGradNodes.begin(), record.preGradNodes.end(), node) ==
                        record.preGradNodes.end())
                        record.preGradNodes.push_back(node);
                }
            }
            record.postGradNodes = std::move(posts);
            m_flat.add(std::move(record));
        }
    }

    void finish()
    {
        addLists(m_flat, std::move(m_flatLists));
        addMappings();
        if (!m_flat.records().empty())
            m_result.graphs.push_back(std::move(m_flat));
        const bool hasKernels =
            !m_result.ofNodes.empty() || std::any_of(m_result.graphs.begin(), m_result.graphs.end(),
                                                     [](const auto& g) { return !g.records().empty(); });
        if (!hasKernels)
            m_result.report.addWithoutPlace("provenance-has-no-kernels", "the provenance file has no kernels");
    }

    std::string_view m_text;
    ProvenanceText m_result;
    ProvenanceGraph m_flat; // of what stands in the file without the name of a compiled graph
    Lists m_flatLists;
    Lists m_kernelToPost;
    Lists m_postToPre;
    std::string m_firstKey;
    std::uint64_t m_usableEntries = 0;
    std::uint64_t m_oddEntries = 0;
};

} // namespace

Result<ProvenanceText> readProvenanceText(std::string_view text, CompiledPhase phase)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return ProvenanceReader(text, phase).read();
}

} // namespace lanescope
