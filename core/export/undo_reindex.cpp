// SPDX-License-Identifier: Apache-2.0
#include "core/export/undo_reindex.h"

#include "core/export/undo_record.h"
#include "core/export/undo_steps.h"

#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kMostExports = 1000; // of exports

// What is left of one record, and which entries are left out of what it leads back to.
class Reindexed {
public:
    Reindexed(const UndoSteps& steps, const std::vector<std::uint64_t>& leftOut) : m_steps(steps)
    {
        std::size_t nextLeftOut = 0;
        for (std::uint64_t entry = 0; entry < steps.entries + steps.added; ++entry) {
            if (entry <= steps.entries)
                bringAlong(entry);
            const bool isOut = nextLeftOut < leftOut.size() && leftOut[nextLeftOut] == entry;
            nextLeftOut += isOut ? 1 : 0;
            if (isOut && entry < steps.entries)
                m_leftOutBefore.push_back(entry + m_nextRemoved);
            const bool isChanged = m_nextChange < steps.changes.size() && steps.changes[m_nextChange].entry == entry;
            if (isChanged && !isOut)
                m_record.noteChange(m_entries, steps.inverses[steps.changes[m_nextChange].inverse].json);
            m_nextChange += isChanged ? 1 : 0;
            if (!isOut)
                ++(entry < steps.entries ? m_entries : m_added);
        }
        if (steps.added == 0)
            bringAlong(steps.entries);
        m_record.setEntryCount(m_entries, m_added);
        if (steps.isArray)
            m_record.setArrayForm();
    }

    [[nodiscard]] UndoRecord takeRecord() { return std::move(m_record); }
    // Counted as the trace before that export counts its entries.
    [[nodiscard]] std::vector<std::uint64_t> takeLeftOutBefore() { return std::move(m_leftOutBefore); }
    [[nodiscard]] std::uint64_t entriesBefore() const { return m_steps.entries + m_steps.removed.size(); }

private:
    void bringAlong(std::uint64_t entry)
    {
        for (; m_nextRemoved < m_steps.removed.size() && m_steps.removed[m_nextRemoved].beforeEntry == entry;
             ++m_nextRemoved) {
            const UndoSteps::Removed& removed = m_steps.removed[m_nextRemoved];
            m_record.noteRemoval(m_entries, removed.text, removed.separator);
        }
    }

    const UndoSteps& m_steps;
    UndoRecord m_record;
    std::vector<std::uint64_t> m_leftOutBefore;
    std::uint64_t m_entries = 0; // that are left
    std::uint64_t m_added = 0;
    std::size_t m_nextChange = 0;
    std::size_t m_nextRemoved = 0;
};

} // namespace

Result<std::string> recordWithout(std::string_view record, std::uint64_t entryCount, std::vector<std::uint64_t> leftOut)
{
    // From the latest export to the first, then their records from the inside out.
    struct Level {
        UndoRecord record;
        std::string header;
    };
    std::vector<Level> levels;
    for (std::string text(record); !text.empty();) {
        auto steps = readUndoSteps(text, entryCount);
        if (!steps)
            return failureOf(steps);
        if (levels.size() == kMostExports)
            return failure(ErrorCode::Damaged, "too many exports of exports");
        Reindexed reindexed(*steps, leftOut);
        levels.push_back({reindexed.takeRecord(), std::move(steps->header)});
        leftOut = reindexed.takeLeftOutBefore();
        entryCount = reindexed.entriesBefore();
        text = std::move(steps->earlier);
    }
    std::string json;
    for (; !levels.empty(); levels.pop_back()) {
        Level& level = levels.back();
        level.record.setEarlier(std::move(level.header), std::move(json));
        json = level.record.json();
    }
    return json;
}

} // namespace lanescope
