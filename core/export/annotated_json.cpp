// SPDX-License-Identifier: Apache-2.0
#include "core/export/annotated_json.h"

#include "core/export/edit_list.h"
#include "core/export/export_header.h"
#include "core/export/lanescope_edits.h"
#include "core/export/output_file.h"
#include "core/export/splice_writer.h"
#include "core/export/torch_compat_edits.h"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

Result<void> refuseToOverwrite(const fs::path& target, const fs::path& input, std::string_view what)
{
    std::error_code error; // a path that is not there is nobody's file
    if (input.empty() || !fs::equivalent(target, input, error) || error)
        return {};
    return failure(ErrorCode::WrongUsage,
                   fmt::format("\"{}\" is {} itself; choose another name for the output", target.string(), what));
}

Result<AnnotateCounts> writeEdited(const Trace& trace, EditList& edits, EntryChanger& changer, AnnotateCounts counts,
                                   const fs::path& target, const JobControl& job)
{
    if (auto finished = edits.finish(); !finished)
        return failureOf(finished);
    counts.repaired = edits.repairedCount();
    auto out = OutputFile::create(target);
    if (!out)
        return failureOf(out);
    if (auto written = writeSpliced(trace, edits, changer, **out, job); !written)
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
    if (auto allowed = refuseToOverwrite(target, trace.file().path, "the trace"); !allowed)
        return failureOf(allowed);
    if (joined.annotations != nullptr) {
        if (auto allowed = refuseToOverwrite(target, joined.annotations->path, "the annotation file"); !allowed)
            return failureOf(allowed);
    }
    if (joined.provenance != nullptr) {
        for (const ProvenanceFile& file : joined.provenance->set->files) {
            if (auto allowed = refuseToOverwrite(target, file.path, "a provenance file"); !allowed)
                return failureOf(allowed);
        }
    }
    EditList edits(trace);
    if (options.mode == ExportMode::TorchCompat) {
        TorchCompatEdits torch(joined, options, edits);
        if (auto collected = torch.collect(job); !collected)
            return failureOf(collected);
        return writeEdited(trace, edits, torch, torch.counts(), target, job);
    }
    LanescopeEdits changes(joined, options, edits);
    if (auto collected = changes.collect(job); !collected)
        return failureOf(collected);
    if (auto added = addExportHeader(joined, options, edits); !added)
        return failureOf(added);
    return writeEdited(trace, edits, changes, changes.counts(), target, job);
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
