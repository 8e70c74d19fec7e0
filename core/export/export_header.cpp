// SPDX-License-Identifier: Apache-2.0
#include "core/export/export_header.h"

#include "core/export/outer_member.h"
#include "core/export/raw_member.h"
#include "core/export/undo_reindex.h"
#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace lanescope {
namespace {

constexpr std::string_view kMember = "lanescope";
constexpr std::uint64_t kLayoutBytes = 256;

bool isFromAFile(const JoinedTrace& joined)
{
    return joined.annotations != nullptr && joined.annotations->origin != AnnotationOrigin::TraceItself;
}

// The record of an earlier export, put right for the entries that are left out now. One that does not fit the trace
// stays as it is: nothing can be undone by it anyway.
Result<std::string> recordOf(const Trace& trace, const OuterMember& record, const EventSelection& selection)
{
    const auto text = trace.file().content->text(record.value);
    if (!text)
        return failureOf(text);
    std::string json = strictJson(*text);
    if (selection.isEverything())
        return json;
    return recordWithout(json, trace.entryCount(), selection.leftOutNumbers()).value_or(json);
}

void appendFile(std::string& out, const std::filesystem::path& path, std::string_view hash)
{
    out += "{\"file\": ";
    appendJsonString(path.filename().string(), out);
    out += ", \"hash\": ";
    appendJsonString(hash, out);
    out += '}';
}

} // namespace

std::string exportHeaderJson(const JoinedTrace& joined, const AnnotateOptions& options)
{
    // What an earlier export says of files that are not given again is still true of what the events carry.
    const std::string_view earlier = joined.trace->header().lanescopeExport;
    std::string out = "{\"version\": ";
    appendJsonString(options.toolVersion, out);
    if (isFromAFile(joined)) {
        out += ", \"annotations\": ";
        appendFile(out, joined.annotations->path, joined.annotations->contentHash);
    } else if (const std::string_view annotations = rawMember(earlier, "annotations"); !annotations.empty()) {
        out += ", \"annotations\": " + strictJson(annotations);
    }
    if (joined.provenance != nullptr) {
        out += ", \"provenance\": [";
        for (const ProvenanceFile& file : joined.provenance->set->files) {
            out += out.ends_with('[') ? "" : ", ";
            appendFile(out, file.path, file.contentHash);
        }
        out += ']';
    } else if (const std::string_view provenance = rawMember(earlier, "provenance"); !provenance.empty()) {
        out += ", \"provenance\": " + strictJson(provenance);
    }
    out += ", \"options\": ";
    appendJsonString(options.optionsText, out);
    return out + '}';
}

Result<void> addExportHeader(const JoinedTrace& joined, const AnnotateOptions& options, const EventSelection& selection,
                             EditList& edits, UndoRecord& undo)
{
    const Trace& trace = *joined.trace;
    const TraceHeader& header = trace.header();
    std::string json = exportHeaderJson(joined, options);
    const std::string undoMember = ",\n\"" + std::string(UndoRecord::kMember) + "\": ";
    if (header.form == TraceHeader::Form::Array) {
        edits.insert(header.objectBegin, "{\"lanescope\": " + json + ",\n\"traceEvents\": ");
        edits.placeUndoRecord(std::nullopt, undoMember);
        undo.setArrayForm();
        edits.append("}\n");
        return {};
    }
    std::optional<OuterMember> earlier;
    std::optional<OuterMember> earlierRecord;
    if (!header.lanescopeExport.empty()) {
        const auto found = findOuterMember(trace, kMember);
        if (!found)
            return failureOf(found);
        earlier = *found;
        const auto foundRecord = findMemberBehindEvents(trace, UndoRecord::kMember);
        if (!foundRecord)
            return failureOf(foundRecord);
        earlierRecord = *foundRecord;
    }
    const auto earlierRecordJson = earlierRecord ? recordOf(trace, *earlierRecord, selection) : Result<std::string>();
    if (!earlierRecordJson)
        return failureOf(earlierRecordJson);
    edits.placeUndoRecord(earlierRecord ? std::optional(earlierRecord->value) : std::nullopt, undoMember);
    if (earlier) {
        undo.setEarlier(strictJson(header.lanescopeExport), *earlierRecordJson);
        // Written again from what it carries itself: where that came from is still true.
        if (isFromAFile(joined) || joined.provenance != nullptr)
            edits.replace(earlier->value, std::move(json));
        return {};
    }
    const ByteSource& content = *trace.file().content;
    const std::uint64_t length = std::min(kLayoutBytes, content.sizeBytes() - header.objectBegin);
    const auto behind = content.text({header.objectBegin, length});
    if (!behind)
        return failureOf(behind);
    const std::string layout = behind->substr(0, std::min(behind->find_first_not_of(" \t\r\n"), behind->size()));
    edits.insert(header.objectBegin, layout + "\"lanescope\": " + json + ',');
    return {};
}

Result<void> dropUndoRecord(const Trace& trace, EditList& edits)
{
    if (trace.header().lanescopeExport.empty())
        return {};
    const auto record = findMemberBehindEvents(trace, UndoRecord::kMember);
    if (!record)
        return failureOf(record);
    if (*record)
        edits.replace((*record)->whole, {});
    return {};
}

} // namespace lanescope
