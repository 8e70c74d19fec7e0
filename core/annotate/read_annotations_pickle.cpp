// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"

#include "core/annotate/node_entries.h"
#include "core/annotate/pickle_json.h"
#include "core/annotate/pickle_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace lanescope {
namespace {

// A value that is longer costs itself: shared values can stand for any length.
constexpr std::size_t kLongestValue = std::size_t{1} << 20;
// All values together may be this many times as long as the file, or as kLongestText.
constexpr std::uint64_t kTextPerFileByte = 8;
constexpr std::uint64_t kLongestText = std::uint64_t{64} << 20;

std::string_view kindName(PickleKind kind)
{
    switch (kind) {
    case PickleKind::List:
        return "a list";
    case PickleKind::Tuple:
        return "a tuple";
    case PickleKind::Set:
        return "a set";
    case PickleKind::Text:
    case PickleKind::Bytes:
    case PickleKind::Dtype:
        return "a text";
    case PickleKind::None:
        return "None";
    case PickleKind::Global:
        return "a class";
    default:
        return "a number";
    }
}

class PickleEntries {
public:
    PickleEntries(std::string_view bytes, const PickleDocument& pickle)
        : m_values(pickle.values), m_textLeft(std::max(kLongestText, bytes.size() * kTextPerFileByte))
    {}

    Result<AnnotationSet> read(PickleId root, const JobControl& job)
    {
        if (m_values.kind(root) != PickleKind::Dict)
            return failure(ErrorCode::NotAnnotations,
                           fmt::format("not an annotation file: the pickle holds {}, not a dict of graph node ids",
                                       kindName(m_values.kind(root))));
        const std::span<const PickleId> items = m_values.items(root);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            if (job.stopRequested())
                return JobControl::stopped();
            if (!take(items[i], items[i + 1]))
                return failure(ErrorCode::TooLarge,
                               "the pickle stands for far more text than it is long: too much for an annotation file");
        }
        return m_entries.finish();
    }

private:
    // False when the text of all entries together is too long.
    bool take(PickleId key, PickleId value)
    {
        std::string keyText;
        if (m_values.isContainer(key))
            keyText = kindName(m_values.kind(key));
        else if (!m_values.text(key).empty())
            keyText = m_values.text(key).substr(0, 200);
        else
            (void)appendPickleAsJson(m_values, key, 200, keyText); // a key that cannot be told is no id
        const auto known = m_problems.find(indexOf(value));
        if (known != m_problems.end()) {
            m_entries.takeUnusable(keyText, known->second, m_values.atByte(key));
            return true;
        }
        m_json.clear();
        const std::string_view problem = appendPickleAsJson(m_values, value, kLongestValue, m_json);
        if (m_json.size() > m_textLeft)
            return false;
        m_textLeft -= m_json.size();
        if (problem.empty()) {
            m_entries.take(keyText, m_json, m_values.atByte(key));
        } else {
            m_problems.emplace(indexOf(value), problem);
            m_entries.takeUnusable(keyText, problem, m_values.atByte(key));
        }
        return true;
    }

    const PickleValues& m_values;
    std::uint64_t m_textLeft;
    NodeEntries m_entries;
    std::unordered_map<std::size_t, std::string_view> m_problems; // of values that other entries may share
    std::string m_json;
};

} // namespace

Result<AnnotationSet> readAnnotationsPickle(std::string_view bytes, const JobControl& job)
{
    const Result<PickleDocument> pickle = readPickle(bytes, job);
    if (!pickle)
        return failureOf(pickle);
    Result<AnnotationSet> set = PickleEntries(bytes, *pickle).read(pickle->root, job);
    if (set)
        set->report.append(pickle->report);
    return set;
}

} // namespace lanescope
