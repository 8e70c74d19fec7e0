// SPDX-License-Identifier: Apache-2.0
#include "core/export/undo_export.h"

#include "core/export/edit_list.h"
#include "core/export/entry_order.h"
#include "core/export/outer_member.h"
#include "core/export/output_file.h"
#include "core/export/refuse_inputs.h"
#include "core/export/splice_writer.h"
#include "core/export/undo_record.h"
#include "core/export/undo_steps.h"
#include "core/load/json_cursor.h"
#include "core/load/read_chrome_json.h"

#include <fmt/format.h>

#include <deque>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

// Restores entries in the order in which they were asked for, which is that of the file.
class Restorer : public EntryChanger {
public:
    explicit Restorer(const UndoSteps& steps) : m_steps(steps) {}

    void change(EntryRef /*entry*/, std::string_view text, std::string& out) override
    {
        m_restore.apply(text, m_steps.inverses[m_steps.changes[m_next++].inverse], out);
    }

private:
    const UndoSteps& m_steps;
    std::size_t m_next = 0;
    EntryRestore m_restore;
};

// One step back.
class Undo {
public:
    explicit Undo(const Trace& trace) : m_trace(trace), m_edits(trace) {}

    Result<void> readRecord();
    Result<void> collect();
    Result<void> write(const fs::path& target, const JobControl& job);

    [[nodiscard]] const UndoSteps& steps() const { return m_steps; }

private:
    void collectEntries();
    void bringBack(std::optional<std::uint64_t> nextBegin, std::uint64_t entry);
    Result<void> collectHeader();
    Result<void> unwrapArray();

    const Trace& m_trace;
    EditList m_edits;
    UndoSteps m_steps;
    OuterMember m_header;
    OuterMember m_record;
    std::size_t m_nextRemoved = 0;
    std::uint64_t m_entryEnd = 0; // of the one before
};

tl::unexpected<Error> cannotUndo(const Trace& trace, ErrorCode code, std::string_view why)
{
    return failure(code, fmt::format("cannot undo \"{}\": {}", trace.file().path.string(), why));
}

Result<void> Undo::readRecord()
{
    const auto header = findOuterMember(m_trace, "lanescope");
    if (!header)
        return failureOf(header);
    if (m_trace.header().lanescopeExport.empty() || !*header)
        return cannotUndo(m_trace, ErrorCode::WrongUsage,
                          "it is no export of Lanescope's (those with --compat torch cannot be undone: they keep the "
                          "form of torch's script, which tells nothing of what was before)");
    const auto record = findMemberBehindEvents(m_trace, UndoRecord::kMember);
    if (!record)
        return failureOf(record);
    if (!*record)
        return cannotUndo(m_trace, ErrorCode::WrongUsage,
                          "the record of its changes, \"lanescopeUndo\" behind the events, is not there");
    m_header = **header;
    m_record = **record;
    const auto json = m_trace.file().content->text(m_record.value);
    if (!json)
        return failureOf(json);
    auto steps = readUndoSteps(strictJson(*json), m_trace.entryCount());
    if (!steps)
        return cannotUndo(m_trace, steps.error().code, steps.error().message);
    m_steps = *std::move(steps);
    return {};
}

// Puts removed entries in front of the one that begins at `nextBegin`, or behind the last one.
void Undo::bringBack(std::optional<std::uint64_t> nextBegin, std::uint64_t entry)
{
    std::string text;
    for (; m_nextRemoved < m_steps.removed.size() && m_steps.removed[m_nextRemoved].beforeEntry == entry;
         ++m_nextRemoved) {
        const UndoSteps::Removed& removed = m_steps.removed[m_nextRemoved];
        if (nextBegin)
            text += removed.text + removed.separator;
        else if (m_entryEnd == 0 && text.empty()) // alone in its array
            text += removed.text;
        else
            text += removed.separator + removed.text;
    }
    if (!text.empty())
        m_edits.insert(nextBegin.value_or(m_entryEnd != 0 ? m_entryEnd : m_trace.header().eventArrayBegin),
                       std::move(text));
}

void Undo::collectEntries()
{
    std::size_t nextChange = 0;
    for (EntryWalk walk(m_trace); const auto entry = walk.entry(); walk.advance()) {
        const std::uint64_t number = walk.passed();
        if (number >= m_steps.entries) {
            m_edits.remove(*entry);
            continue;
        }
        bringBack(walk.begin(), number);
        if (nextChange < m_steps.changes.size() && m_steps.changes[nextChange].entry == number) {
            m_edits.change(*entry);
            ++nextChange;
        }
        m_entryEnd = entryBytes(m_trace, *entry).end();
    }
    bringBack(std::nullopt, m_steps.entries);
}

// The object around a bare array goes.
Result<void> Undo::unwrapArray()
{
    const TraceHeader& header = m_trace.header();
    const ByteSource& content = *m_trace.file().content;
    m_edits.replace({header.objectBegin - 1, header.eventArrayBegin - header.objectBegin}, {});
    const std::uint64_t recordEnd = m_record.whole.end();
    const auto rest = content.text({recordEnd, content.sizeBytes() - recordEnd});
    if (!rest)
        return failureOf(rest);
    const std::size_t brace = rest->find_first_not_of(" \t\r\n");
    if (brace == std::string::npos || (*rest)[brace] != '}' ||
        rest->find_first_not_of(" \t\r\n", brace + 1) != std::string::npos ||
        m_record.whole.offset < header.eventArrayEnd)
        return cannotUndo(m_trace, ErrorCode::Damaged, "it was changed since: members stand behind the record");
    m_edits.replace({recordEnd + brace, rest->size() - brace}, {});
    return {};
}

Result<void> Undo::collectHeader()
{
    if (m_steps.earlier.empty())
        m_edits.replace(m_record.whole, {});
    else
        m_edits.replace(m_record.value, m_steps.earlier);
    if (m_steps.isArray)
        return unwrapArray();
    if (m_steps.header.empty())
        m_edits.replace(m_header.whole, {});
    else
        m_edits.replace(m_header.value, m_steps.header);
    return {};
}

Result<void> Undo::collect()
{
    collectEntries();
    if (auto collected = collectHeader(); !collected)
        return collected;
    return m_edits.finish();
}

Result<void> Undo::write(const fs::path& target, const JobControl& job)
{
    auto out = OutputFile::create(target, job.threads());
    if (!out)
        return failureOf(out);
    Restorer restorer(m_steps);
    if (auto written = writeSpliced(m_trace, m_edits, restorer, **out, job); !written)
        return written;
    if (job.stopRequested())
        return JobControl::stopped();
    return (*out)->commit();
}

// What lies between two steps back; goes with this object.
class ScratchFile {
public:
    ScratchFile(const fs::path& target, std::uint64_t step)
        : m_path(target.parent_path() / fmt::format(".lanescope-undo-{}-{}.tmp", ::getpid(), step))
    {}
    ~ScratchFile()
    {
        std::error_code error; // a scratch file that stays is no failure of the undo
        fs::remove(m_path, error);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

Result<std::shared_ptr<const Trace>> readBack(const fs::path& path, const JobControl& job)
{
    auto file = openFile(path, job);
    if (!file)
        return failureOf(file);
    return readChromeJson(*std::move(file), job);
}

} // namespace

Result<UndoCounts> undoExport(std::shared_ptr<const Trace> trace, const fs::path& target, const JobControl& job)
{
    if (auto allowed = refuseToOverwrite(target, trace->file().path, "the export"); !allowed)
        return failureOf(allowed);
    std::deque<ScratchFile> scratches; // as long as a trace reads one
    UndoCounts counts;
    for (;;) {
        Undo undo(*trace);
        if (auto read = undo.readRecord(); !read)
            return failureOf(read);
        if (auto collected = undo.collect(); !collected)
            return failureOf(collected);
        const UndoSteps& steps = undo.steps();
        ++counts.steps;
        counts.restored += steps.changes.size();
        counts.returned += steps.removed.size();
        counts.removed += steps.added;
        if (steps.earlier.empty()) {
            if (auto written = undo.write(target, job); !written)
                return failureOf(written);
            return counts;
        }
        const fs::path& scratch = scratches.emplace_back(target, counts.steps).path();
        if (auto written = undo.write(scratch, job); !written)
            return failureOf(written);
        auto earlier = readBack(scratch, job);
        if (!earlier)
            return failureOf(earlier);
        trace = *std::move(earlier);
    }
}

fs::path defaultUndonePath(const fs::path& exported)
{
    std::string name = exported.filename().string();
    std::string ending;
    for (const std::string_view known : {".json.gz", ".json"}) {
        if (name.ends_with(known)) {
            ending = known;
            name.erase(name.size() - known.size());
            break;
        }
    }
    constexpr std::string_view kAnnotated = ".annotated";
    if (name.ends_with(kAnnotated))
        name.erase(name.size() - kAnnotated.size());
    return exported.parent_path() / (name + ".recorded" + ending);
}

} // namespace lanescope
