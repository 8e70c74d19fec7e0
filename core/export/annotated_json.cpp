// SPDX-License-Identifier: Apache-2.0
#include "core/export/annotated_json.h"

#include "core/export/edit_list.h"
#include "core/export/event_selection.h"
#include "core/export/export_header.h"
#include "core/export/lanescope_edits.h"
#include "core/export/output_file.h"
#include "core/export/refuse_inputs.h"
#include "core/export/splice_writer.h"
#include "core/export/torch_compat_edits.h"
#include "core/export/undo_record.h"

#include <string>
#include <string_view>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

Result<void> refuseInputs(const JoinedTrace& joined, const fs::path& target)
{
    if (auto allowed = refuseToOverwrite(target, joined.trace->file().path, "the trace"); !allowed)
        return allowed;
    if (joined.annotations != nullptr) {
        if (auto allowed = refuseToOverwrite(target, joined.annotations->path, "the annotation file"); !allowed)
            return allowed;
    }
    if (joined.provenance != nullptr) {
        for (const ProvenanceFile& file : joined.provenance->set->files) {
            if (auto allowed = refuseToOverwrite(target, file.path, "a provenance file"); !allowed)
                return allowed;
        }
    }
    return {};
}

Result<AnnotateCounts> writeEdited(const Trace& trace, EditList& edits, EntryChanger& changer, AnnotateCounts counts,
                                   const fs::path& target, const JobControl& job, UndoRecord* undo)
{
    if (auto finished = edits.finish(); !finished)
        return failureOf(finished);
    counts.repaired = edits.repairedCount();
    auto out = OutputFile::create(target, job.threads());
    if (!out)
        return failureOf(out);
    if (auto written = writeSpliced(trace, edits, changer, **out, job, undo); !written)
        return failureOf(written);
    if (job.stopRequested())
        return JobControl::stopped();
    if (auto committed = (*out)->commit(); !committed)
        return failureOf(committed);
    return counts;
}

} // namespace

Result<AnnotateCounts> writeAnnotatedTrace(const JoinedTrace& joined, const AnnotateOptions& options,
                                           const fs::path& target, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    if (auto allowed = refuseInputs(joined, target); !allowed)
        return failureOf(allowed);
    EventSelection selection(joined, options.range, options.keeps);
    if (auto selected = selection.select(job); !selected)
        return failureOf(selected);
    EditList edits(trace);
    const std::uint64_t leftOut = selection.leaveOutRest(edits);
    if (options.mode == ExportMode::TorchCompat) {
        TorchCompatEdits torch(joined, options, edits);
        if (auto collected = torch.collect(job); !collected)
            return failureOf(collected);
        if (auto dropped = dropUndoRecord(trace, edits); !dropped)
            return failureOf(dropped);
        AnnotateCounts counts = torch.counts();
        counts.leftOut = leftOut;
        return writeEdited(trace, edits, torch, counts, target, job, nullptr);
    }
    UndoRecord undo;
    LanescopeEdits changes(joined, options, selection, edits);
    if (auto collected = changes.collect(job); !collected)
        return failureOf(collected);
    if (auto added = addExportHeader(joined, options, selection, edits, undo); !added)
        return failureOf(added);
    AnnotateCounts counts = changes.counts();
    counts.leftOut = leftOut;
    return writeEdited(trace, edits, changes, counts, target, job, &undo);
}

fs::path defaultAnnotatedPath(const fs::path& trace)
{
    std::string name = trace.filename().string();
    // An archive becomes the compressed file that can be written.
    if (name.size() > 4 && name.ends_with(".zip")) {
        name.erase(name.size() - 4);
        name += name.ends_with(".json") ? ".gz" : name.ends_with(".json.gz") ? "" : ".json.gz";
    }
    for (const std::string_view ending : {".json.gz", ".json"}) {
        if (name.ends_with(ending))
            return trace.parent_path() /
                   (name.substr(0, name.size() - ending.size()) + ".annotated" + std::string(ending));
    }
    return trace.parent_path() / (name + ".annotated");
}

} // namespace lanescope
