// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/lanescope_record.h"

#include "core/annotate/whole_number.h"
#include "core/load/json_walk.h"

#include "capture_lib/include/lanescope/annotation_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace lanescope {
namespace {

using Value = JsonCursor::Value;

// One line: the JSON of a journal's entry and nothing behind it.
struct Line {
    std::string_view key; // of the first member
    std::string_view value;
    std::string_view process;
};

std::optional<Line> parseLine(std::string_view text)
{
    JsonCursor cursor(text, 0, JsonCursor::TextIs::Whole);
    Value whole;
    if (cursor.readValue(whole) != JsonCursor::Outcome::Ok)
        return std::nullopt;
    cursor.skipSpace();
    Line line;
    const bool isObject = walkObject(text, [&line](std::string_view key, const Value& value) {
        if (line.key.empty()) {
            line.key = key;
            line.value = value.raw;
        } else if (key == LSC_KEY_PROCESS) {
            line.process = value.raw;
        }
    });
    if (!isObject || !cursor.atEnd() || line.key.empty())
        return std::nullopt;
    return line;
}

// The number under `key` of an object, or 0.
std::uint64_t numberIn(std::string_view json, std::string_view wanted)
{
    std::uint64_t number = 0;
    const bool isObject = walkObject(json, [&](std::string_view key, const Value& value) {
        if (key == wanted)
            number = wholeNumber<std::uint64_t>(value.raw).value_or(0);
    });
    return isObject ? number : 0;
}

class JournalReader {
public:
    explicit JournalReader(std::string_view text) { m_record.text = text; }

    Result<LanescopeRecord> read()
    {
        std::uint64_t skipped = 0;
        std::string_view left = m_record.text;
        for (bool isHead = true; !left.empty(); isHead = false) {
            const std::size_t end = std::min(left.find('\n'), left.size());
            const std::string_view text = left.substr(0, end);
            left.remove_prefix(std::min(end + 1, left.size()));
            const std::optional<Line> line = parseLine(text);
            if (isHead) {
                if (const auto head = takeHead(line); !head)
                    return failureOf(head);
            } else if (!text.empty() && (!line || !take(*line))) {
                ++skipped;
            }
        }
        m_record.report.addWithoutPlace("annotations-from-journal",
                                        "the annotations were recovered from a journal: the program that recorded them "
                                        "ended without saving its annotation file");
        if (skipped > 0)
            m_record.report.addWithoutPlace("annotation-journal-lines-skipped",
                                            "lines of the journal are cut or damaged and were left out", skipped);
        return std::move(m_record);
    }

private:
    Result<void> takeHead(const std::optional<Line>& line)
    {
        if (!line || line->key != LSC_KEY_JOURNAL_VERSION)
            return failure(ErrorCode::NotAnnotations, "a journal of Lanescope whose first line is cut or damaged");
        const auto version = wholeNumber<std::int64_t>(line->value);
        if (!version || *version < 1)
            return failure(ErrorCode::NotAnnotations, "a journal of Lanescope without a usable version");
        if (*version > LSC_FORMAT_VERSION)
            return failure(ErrorCode::Refused,
                           fmt::format("a journal of version {}; this program reads up to version {}: use a newer "
                                       "Lanescope",
                                       *version, LSC_FORMAT_VERSION));
        if (!line->process.empty())
            m_record.takeProcess(line->process);
        return {};
    }

    // False: the line says nothing usable. What a later writer adds is not damage.
    bool take(const Line& line)
    {
        if (line.key == LSC_KEY_GRAPH)
            return takeGraph(line.value);
        if (line.key == LSC_KEY_INSTANTIATED)
            return takeInstantiated(line.value);
        if (line.key == LSC_KEY_CLEARED)
            m_record.graphs.clear();
        if (line.key != LSC_KEY_REMOVED)
            return true;
        const std::uint64_t id = numberIn(line.value, LSC_KEY_GRAPH);
        std::erase_if(m_record.graphs, [id](const LanescopeGraphText& graph) { return graph.id == id; });
        return id != 0;
    }

    bool takeGraph(std::string_view json)
    {
        const std::size_t count = m_record.graphs.size();
        m_record.takeGraph(json);
        if (m_record.graphs.size() == count)
            return false;
        LanescopeGraphText graph = std::move(m_record.graphs.back());
        m_record.graphs.pop_back();
        if (LanescopeGraphText* known = find(graph.id))
            *known = std::move(graph);
        else
            m_record.graphs.push_back(std::move(graph));
        return true;
    }

    bool takeInstantiated(std::string_view json)
    {
        const std::uint64_t id = numberIn(json, LSC_KEY_GRAPH);
        const std::uint64_t exec = numberIn(json, LSC_KEY_EXEC);
        if (id == 0 || exec == 0 || exec > 0xffffffff)
            return false;
        LanescopeGraphText* graph = find(id);
        if (graph != nullptr && std::find(graph->execIds.begin(), graph->execIds.end(), exec) == graph->execIds.end())
            graph->execIds.push_back(exec);
        return true;
    }

    LanescopeGraphText* find(std::uint64_t id)
    {
        const auto found = std::find_if(m_record.graphs.begin(), m_record.graphs.end(),
                                        [id](const LanescopeGraphText& graph) { return graph.id == id; });
        return found == m_record.graphs.end() ? nullptr : &*found;
    }

    LanescopeRecord m_record;
};

} // namespace

Result<LanescopeRecord> readLanescopeJournal(std::string_view text)
{
    return JournalReader(text).read();
}

} // namespace lanescope
