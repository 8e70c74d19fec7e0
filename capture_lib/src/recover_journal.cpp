// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recover_journal.h"

#include "capture_lib/src/atomic_file.h"
#include "capture_lib/src/json_text.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::capture {
namespace {

// Members of an object in order; values as compact JSON.
using Members = std::vector<std::pair<std::string, std::string>>;

std::optional<Members> readMembers(std::string_view json)
{
    JsonReader reader(json, JsonReader::Depth::OfJournals);
    Members members;
    if (!reader.expect('{'))
        return std::nullopt;
    if (reader.take('}'))
        return reader.atEnd() ? std::optional(members) : std::nullopt;
    do {
        std::string key;
        std::string value;
        if (!reader.readString(key) || !reader.expect(':') || !reader.readValue(&value))
            return std::nullopt;
        members.emplace_back(std::move(key), std::move(value));
    } while (reader.take(','));
    return reader.expect('}') && reader.atEnd() ? std::optional(std::move(members)) : std::nullopt;
}

std::string takeMember(Members& members, std::string_view key)
{
    const auto found = std::find_if(members.begin(), members.end(), [key](const auto& m) { return m.first == key; });
    if (found == members.end())
        return {};
    std::string value = std::move(found->second);
    members.erase(found);
    return value;
}

std::optional<std::uint32_t> readId(std::string_view text)
{
    std::uint32_t id = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), id);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
        return std::nullopt;
    return id;
}

// "[2,3]"
std::vector<std::uint32_t> readIds(std::string_view list)
{
    std::vector<std::uint32_t> ids;
    while (list.size() > 1) {
        list.remove_prefix(1);
        const std::size_t end = std::min(list.find_first_of(",]"), list.size());
        if (const auto id = readId(list.substr(0, end)))
            ids.push_back(*id);
        list.remove_prefix(end);
    }
    return ids;
}

class JournalReplay {
public:
    // False: the line says nothing usable.
    bool apply(std::string_view line)
    {
        std::optional<Members> members = readMembers(line);
        if (!members || members->empty())
            return false;
        const std::string& key = members->front().first;
        const std::string& value = members->front().second;
        if (key == LSC_KEY_JOURNAL_VERSION)
            return takeHead(*std::move(members));
        if (key == LSC_KEY_GRAPH)
            return takeGraph(value);
        if (key == LSC_KEY_INSTANTIATED)
            return takeInstantiated(value);
        if (key == LSC_KEY_REMOVED)
            return takeRemoved(value);
        if (key == LSC_KEY_CLEARED)
            m_graphs.clear();
        else if (key == LSC_KEY_STREAMS)
            m_streams = value;
        return true; // what a later writer adds is not damage
    }

    bool hasHead() const { return m_hasHead; }

    void write(TextSink& sink) const
    {
        std::string text = "{\"" LSC_KEY_FILE_VERSION "\": ";
        appendNumber(text, LSC_FORMAT_VERSION);
        appendMembers(text, m_head);
        text += ", \"" LSC_KEY_STREAMS "\": " + m_streams + ",\n \"" LSC_KEY_GRAPHS "\": [";
        sink.write(text);
        for (std::size_t i = 0; i < m_graphs.size(); ++i) {
            text = i == 0 ? "\n  {" : ",\n  {";
            text += "\"" LSC_KEY_ID "\": ";
            appendNumber(text, m_graphs[i].id);
            text += ", \"" LSC_KEY_EXEC_IDS "\": [";
            for (const std::uint32_t exec : m_graphs[i].execIds)
                text += (text.back() == '[' ? "" : ", ") + std::to_string(exec);
            text += "]";
            appendMembers(text, m_graphs[i].others);
            text += "}";
            sink.write(text);
        }
        sink.write("]}\n");
    }

private:
    struct Graph {
        std::uint32_t id;
        std::vector<std::uint32_t> execIds;
        Members others;
    };

    static void appendMembers(std::string& text, const Members& members)
    {
        for (const auto& [key, value] : members) {
            text += ", ";
            appendQuoted(text, key);
            text += ": " + value;
        }
    }

    bool takeHead(Members members)
    {
        const std::optional<std::uint32_t> version = readId(takeMember(members, LSC_KEY_JOURNAL_VERSION));
        if (!version || *version < 1 || *version > LSC_FORMAT_VERSION)
            return false;
        m_head = std::move(members);
        m_hasHead = true;
        return true;
    }

    bool takeGraph(std::string_view value)
    {
        std::optional<Members> members = readMembers(value);
        if (!members)
            return false;
        const std::optional<std::uint32_t> id = readId(takeMember(*members, LSC_KEY_ID));
        if (!id)
            return false;
        Graph graph = {*id, readIds(takeMember(*members, LSC_KEY_EXEC_IDS)), *std::move(members)};
        if (Graph* known = find(*id))
            *known = std::move(graph);
        else
            m_graphs.push_back(std::move(graph));
        return true;
    }

    bool takeInstantiated(std::string_view value)
    {
        std::optional<Members> members = readMembers(value);
        if (!members)
            return false;
        const std::optional<std::uint32_t> id = readId(takeMember(*members, LSC_KEY_GRAPH));
        const std::optional<std::uint32_t> exec = readId(takeMember(*members, LSC_KEY_EXEC));
        if (!id || !exec)
            return false;
        Graph* graph = find(*id);
        if (graph && std::find(graph->execIds.begin(), graph->execIds.end(), *exec) == graph->execIds.end())
            graph->execIds.push_back(*exec);
        return true;
    }

    bool takeRemoved(std::string_view value)
    {
        std::optional<Members> members = readMembers(value);
        const std::optional<std::uint32_t> id =
            members ? readId(takeMember(*members, LSC_KEY_GRAPH)) : std::optional<std::uint32_t>();
        std::erase_if(m_graphs, [&id](const Graph& graph) { return graph.id == id; });
        return id.has_value();
    }

    Graph* find(std::uint32_t id)
    {
        const auto found = std::find_if(m_graphs.begin(), m_graphs.end(), [id](const Graph& g) { return g.id == id; });
        return found == m_graphs.end() ? nullptr : &*found;
    }

    bool m_hasHead = false;
    Members m_head;
    std::string m_streams = "[]";
    std::vector<Graph> m_graphs;
};

} // namespace

Status recoverJournal(const std::string& journalPath, const std::string& filePath, std::uint64_t& skippedLines)
{
    skippedLines = 0;
    errno = 0;
    std::ifstream journal(journalPath, std::ios::binary);
    if (!journal)
        return ioError("read", journalPath, errno);
    JournalReplay replay;
    for (std::string line; std::getline(journal, line);) {
        if (!line.empty() && !replay.apply(line))
            ++skippedLines;
        if (!replay.hasHead())
            break;
    }
    if (journal.bad())
        return ioError("read", journalPath, errno);
    if (!replay.hasHead())
        return {LSC_ERROR_INVALID_ARGUMENT, journalPath + " is no journal, or one of a later version"};
    AtomicFile file(filePath);
    replay.write(file);
    return file.commit();
}

} // namespace lanescope::capture
