// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_json.h"

#include "core/annotate/annotation_entry.h"
#include "core/annotate/pickle_text.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lanescope {
namespace {

// Lists of dicts stand around what the limit of readAnnotationEntry() counts.
constexpr std::size_t kDeepest = kDeepestAnnotationValue + 2;

class JsonWriter {
public:
    JsonWriter(const PickleValues& values, std::size_t mostBytes, std::string& out)
        : m_values(values), m_out(out), m_end(out.size() + mostBytes)
    {}

    std::string_view write(PickleId root)
    {
        std::string_view problem = begin(root);
        while (problem.empty() && !m_open.empty()) {
            Container& container = m_open.back();
            const auto items = m_values.items(container.id);
            if (container.next == items.size()) {
                m_out += m_values.kind(container.id) == PickleKind::Dict ? '}' : ']';
                m_open.pop_back();
                continue;
            }
            if (container.next > 0)
                m_out += ',';
            const PickleId item = items[container.next++];
            if (m_values.kind(container.id) == PickleKind::Dict) {
                problem = writeKey(item);
                if (problem.empty())
                    problem = begin(items[container.next++]);
            } else {
                problem = begin(item);
            }
        }
        return problem;
    }

private:
    struct Container {
        PickleId id;
        std::size_t next = 0; // of its items
    };

    // Writes a scalar, or opens a container.
    std::string_view begin(PickleId id)
    {
        if (!m_values.isContainer(id))
            return writeScalar(id);
        if (m_out.size() >= m_end)
            return kTooLong;
        if (m_open.size() >= kDeepest) {
            const bool isInItself =
                std::any_of(m_open.begin(), m_open.end(), [id](const Container& outer) { return outer.id == id; });
            return isInItself ? "it contains itself" : "it is nested too deeply";
        }
        m_out += m_values.kind(id) == PickleKind::Dict ? '{' : '[';
        m_open.push_back({id, 0});
        return {};
    }

    // What Python's json module makes of a key.
    std::string_view writeKey(PickleId id)
    {
        switch (m_values.kind(id)) {
        case PickleKind::Text:
        case PickleKind::Bytes:
        case PickleKind::Dtype:
        case PickleKind::Global:
            if (const auto problem = writeScalar(id); !problem.empty())
                return problem;
            break;
        case PickleKind::List:
        case PickleKind::Tuple:
        case PickleKind::Set:
        case PickleKind::Dict:
            return "a key in it is no text and no number";
        default:
            m_out += '"';
            if (const auto problem = writeScalar(id); !problem.empty())
                return problem;
            m_out += '"';
        }
        m_out += ':';
        return {};
    }

    std::string_view writeScalar(PickleId id)
    {
        const std::string_view text = m_values.text(id);
        if (m_out.size() >= m_end || text.size() > m_end - m_out.size())
            return kTooLong;
        switch (m_values.kind(id)) {
        case PickleKind::True:
            m_out += "true";
            break;
        case PickleKind::False:
            m_out += "false";
            break;
        case PickleKind::Integer:
            m_out += fmt::format_int(m_values.integer(id)).str();
            break;
        case PickleKind::BigInteger:
            m_out += text;
            break;
        case PickleKind::Float:
            m_out += floatAsJson(m_values.number(id));
            break;
        case PickleKind::Text:
        case PickleKind::Bytes:
        case PickleKind::Dtype:
            appendJsonString(text, m_out);
            break;
        case PickleKind::Global:
            return "it holds a class, which is no value";
        default:
            m_out += "null";
        }
        return {};
    }

    static constexpr std::string_view kTooLong = "it is too long";

    const PickleValues& m_values;
    std::string& m_out;
    std::size_t m_end;
    std::vector<Container> m_open;
};

} // namespace

std::string_view appendPickleAsJson(const PickleValues& values, PickleId value, std::size_t mostBytes, std::string& out)
{
    return JsonWriter(values, mostBytes, out).write(value);
}

} // namespace lanescope
