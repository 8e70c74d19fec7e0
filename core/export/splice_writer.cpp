// SPDX-License-Identifier: Apache-2.0
#include "core/export/splice_writer.h"

#include "core/export/content_window.h"
#include "core/export/entry_order.h"
#include "core/load/json_cursor.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::uint64_t kMostSeparatorBytes = 4096; // more white space than that is not worth keeping

class Splicer {
public:
    Splicer(const Trace& trace, const EditList& edits, EntryChanger& changer, OutputFile& out, const JobControl& job,
            UndoRecord* undo)
        : m_trace(trace), m_edits(edits), m_changer(changer), m_out(out), m_undo(undo), m_walk(trace),
          m_window(trace.file(), job, JobStage::Writing)
    {}

    Result<void> run()
    {
        for (const Edit& edit : m_edits.edits()) {
            if (auto copied = copyUpTo(edit.bytes.offset); !copied)
                return copied;
            if (auto written = write(edit); !written)
                return written;
            m_at = std::max(m_at, edit.bytes.end());
        }
        return copyUpTo(m_trace.file().content->sizeBytes());
    }

private:
    Result<void> copyUpTo(std::uint64_t end)
    {
        while (m_at < end) {
            const std::uint64_t ready = m_window.atHand(m_at, end - m_at);
            const std::uint64_t length =
                ready != 0 ? ready : std::min<std::uint64_t>(end - m_at, ContentWindow::kBlockBytes);
            const auto text = m_window.text({m_at, length});
            if (!text)
                return failureOf(text);
            if (auto written = m_out.write(*text); !written)
                return written;
            m_at += length;
        }
        return {};
    }

    Result<void> write(const Edit& edit)
    {
        switch (edit.kind) {
        case Edit::Kind::Removal:
            return m_undo != nullptr ? noteRemoval(edit) : Result<void>();
        case Edit::Kind::UndoRecord:
            return writeUndoRecord(edit);
        case Edit::Kind::Entry:
            return writeEntry(edit);
        case Edit::Kind::Insertion:
        case Edit::Kind::Repair:
        case Edit::Kind::Closing:
            break;
        }
        return m_out.write(m_edits.text(edit));
    }

    Result<void> writeEntry(const Edit& edit)
    {
        auto text = m_window.text(edit.bytes);
        if (!text)
            return failureOf(text);
        const EntryRef entry{edit.table, edit.what};
        if (entryNeedsRepair(m_trace, entry)) {
            m_strict = strictJson(*text);
            *text = m_strict;
        }
        if (!edit.isChange)
            return m_out.write(*text);
        m_changed.clear();
        m_changer.change(entry, *text, m_changed);
        if (m_undo != nullptr) {
            m_walk.skipTo(edit.bytes.offset);
            m_undo->noteChange(m_walk.passed() - m_removed, m_changer.inverse());
        }
        return m_out.write(m_changed);
    }

    Result<void> noteRemoval(const Edit& edit)
    {
        m_walk.skipTo(edit.bytes.offset);
        const std::span<const RemovedEntry> removed = m_edits.removedBy(edit);
        const bool isTail = m_edits.isTail(edit);
        for (const RemovedEntry& entry : removed) {
            m_walk.skipTo(entry.bytes.offset);
            if (!entry.isLeftOut) {
                if (auto noted = noteRemoved(entry, isTail); !noted)
                    return noted;
            }
            m_walk.advance();
            ++m_removed;
        }
        return {};
    }

    // Notes an entry with the white space and the comma that go with it.
    Result<void> noteRemoved(const RemovedEntry& entry, bool isTail)
    {
        const std::uint64_t before = m_walk.passed() - m_removed;
        const std::uint64_t end = entry.bytes.end();
        ByteRange around{end, 0};
        if (isTail) {
            const std::uint64_t previousEnd =
                previousEntryEnd(m_trace, entry.bytes.offset).value_or(entry.bytes.offset);
            around = {previousEnd, entry.bytes.offset - previousEnd};
        } else if (const auto next = nextEntryBegin(m_trace, end)) {
            around = {end, *next - end};
        }
        auto text = m_trace.file().content->text(entry.bytes);
        if (!text)
            return failureOf(text);
        if (around.length > kMostSeparatorBytes)
            around.length = 0;
        const auto separator = m_trace.file().content->text(around);
        if (!separator)
            return failureOf(separator);
        m_undo->noteRemoval(before, entry.needsRepair ? strictJson(*text) : *text, *separator);
        return {};
    }

    Result<void> writeUndoRecord(const Edit& edit)
    {
        const bool replacesEarlier = edit.bytes.length > 0;
        if (m_undo == nullptr)
            return {};
        // Where nothing differs from the earlier export, there is nothing more to take back.
        if (replacesEarlier && m_undo->isEmpty() && m_edits.addedCount() == 0)
            return m_out.write(m_undo->earlier());
        m_walk.skipTo(m_trace.header().eventArrayEnd);
        m_undo->setEntryCount(m_walk.passed() - m_removed, m_edits.addedCount());
        if (!replacesEarlier) {
            if (auto written = m_out.write(m_edits.text(edit)); !written)
                return written;
        }
        return m_out.write(m_undo->json());
    }

    const Trace& m_trace;
    const EditList& m_edits;
    EntryChanger& m_changer;
    OutputFile& m_out;
    UndoRecord* m_undo; // may be null
    EntryWalk m_walk;
    std::uint64_t m_removed = 0; // entries
    ContentWindow m_window;
    std::uint64_t m_at = 0; // everything before this is written
    std::string m_strict;
    std::string m_changed;
};

} // namespace

Result<void> writeSpliced(const Trace& trace, const EditList& edits, EntryChanger& changer, OutputFile& out,
                          const JobControl& job, UndoRecord* undo)
{
    return Splicer(trace, edits, changer, out, job, undo).run();
}

} // namespace lanescope
