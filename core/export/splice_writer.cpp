// SPDX-License-Identifier: Apache-2.0
#include "core/export/splice_writer.h"

#include "core/export/content_window.h"
#include "core/load/json_cursor.h"

#include <algorithm>

namespace lanescope {
namespace {

class Splicer {
public:
    Splicer(const Trace& trace, const EditList& edits, EntryChanger& changer, OutputFile& out, const JobControl& job)
        : m_trace(trace), m_edits(edits), m_changer(changer), m_out(out), m_window(trace.file(), job, JobStage::Writing)
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
        if (edit.kind == Edit::Kind::Removal)
            return {};
        if (edit.kind != Edit::Kind::Entry)
            return m_out.write(m_edits.text(edit));
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
        return m_out.write(m_changed);
    }

    const Trace& m_trace;
    const EditList& m_edits;
    EntryChanger& m_changer;
    OutputFile& m_out;
    ContentWindow m_window;
    std::uint64_t m_at = 0; // everything before this is written
    std::string m_strict;
    std::string m_changed;
};

} // namespace

Result<void> writeSpliced(const Trace& trace, const EditList& edits, EntryChanger& changer, OutputFile& out,
                          const JobControl& job)
{
    return Splicer(trace, edits, changer, out, job).run();
}

} // namespace lanescope
