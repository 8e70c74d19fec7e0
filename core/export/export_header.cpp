// SPDX-License-Identifier: Apache-2.0
#include "core/export/export_header.h"

#include "core/export/raw_member.h"
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

// Where the value of the member stands among the members of `range`, which holds whole members. Nothing if it does not.
Result<std::optional<ByteRange>> findHeader(const ByteSource& content, ByteRange range)
{
    const auto text = content.text(range);
    if (!text)
        return failureOf(text);
    std::optional<ByteRange> found;
    JsonCursor cursor(*text);
    bool first = true;
    JsonCursor::Value key;
    JsonCursor::Value value;
    while (cursor.nextMember(key, first) == JsonCursor::Step::Member) {
        const std::size_t begin = cursor.position();
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            break;
        if (key.inner() == kMember)
            found = ByteRange{range.offset + begin, cursor.position() - begin};
    }
    return found;
}

Result<std::optional<ByteRange>> findEarlierHeader(const Trace& trace)
{
    const TraceHeader& header = trace.header();
    if (header.lanescopeExport.empty())
        return std::nullopt;
    const ByteSource& content = *trace.file().content;
    auto before = findHeader(content, {header.objectBegin, header.eventArrayBegin - header.objectBegin});
    if (!before || *before)
        return before;
    const std::uint64_t behindEvents = std::min(header.eventArrayEnd + 1, content.sizeBytes());
    return findHeader(content, {behindEvents, content.sizeBytes() - behindEvents});
}

bool isFromAFile(const JoinedTrace& joined)
{
    return joined.annotations != nullptr && joined.annotations->origin != AnnotationOrigin::TraceItself;
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

Result<void> addExportHeader(const JoinedTrace& joined, const AnnotateOptions& options, EditList& edits)
{
    const Trace& trace = *joined.trace;
    const TraceHeader& header = trace.header();
    std::string json = exportHeaderJson(joined, options);
    if (header.form == TraceHeader::Form::Array) {
        edits.insert(header.objectBegin, "{\"lanescope\": " + json + ",\n\"traceEvents\": ");
        edits.append("}\n");
        return {};
    }
    const auto earlier = findEarlierHeader(trace);
    if (!earlier)
        return failureOf(earlier);
    if (*earlier) {
        // Written again from what it carries itself: where that came from is still true.
        if (!isFromAFile(joined) && joined.provenance == nullptr)
            return {};
        edits.replace(**earlier, std::move(json));
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

} // namespace lanescope
