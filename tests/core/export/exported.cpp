// SPDX-License-Identifier: Apache-2.0
#include "tests/core/export/exported.h"

#include "core/annotate/read_annotations.h"
#include "core/export/output_file.h"
#include "core/export/raw_member.h"
#include "core/load/json_cursor.h"
#include "tests/support/trace_text.h"

#include <QTemporaryDir>
#include <QtGlobal>

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace lanescope::test {
namespace {

std::filesystem::path targetIn(const QTemporaryDir& folder)
{
    return std::filesystem::path(folder.path().toStdString()) / "out.json";
}

class Bracketing : public EntryChanger {
public:
    void change(EntryRef, std::string_view text, std::string& out) override { out += fmt::format("<{}>", text); }
};

} // namespace

std::string bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return "<not there>";
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string testData(std::string_view pathUnderTestData)
{
    return contentOf(std::filesystem::path(LANESCOPE_TEST_DATA) / pathUnderTestData);
}

std::string contentOf(const std::filesystem::path& path)
{
    const auto opened = openFile(path, {});
    if (!opened)
        return opened.error().message;
    return opened->content->text({0, opened->content->sizeBytes()}).value_or("<cannot be read>");
}

std::shared_ptr<const JoinedTrace> joinTexts(std::string_view trace, std::string_view annotations)
{
    auto read = readTraceText(trace);
    if (!read)
        qFatal("%s", read.error().message.c_str());
    std::shared_ptr<const AnnotationSet> set;
    if (!annotations.empty()) {
        auto readSet = readAnnotationsJson(annotations);
        if (!readSet)
            qFatal("%s", readSet.error().message.c_str());
        set = std::make_shared<const AnnotationSet>(*std::move(readSet));
    }
    auto joined = joinTrace(*std::move(read), std::move(set), {});
    if (!joined)
        qFatal("%s", joined.error().message.c_str());
    return *std::move(joined);
}

Exported exported(const JoinedTrace& joined, const AnnotateOptions& options)
{
    const QTemporaryDir folder;
    const auto counts = writeAnnotatedTrace(joined, options, targetIn(folder), {});
    if (!counts)
        return {{}, "error: " + counts.error().message};
    return {*counts, bytesOf(targetIn(folder))};
}

std::string spliced(const Trace& trace, EditList& edits)
{
    const QTemporaryDir folder;
    if (const auto finished = edits.finish(); !finished)
        return "error: " + finished.error().message;
    auto out = OutputFile::create(targetIn(folder));
    if (!out)
        return "error: " + out.error().message;
    Bracketing changer;
    if (const auto written = writeSpliced(trace, edits, changer, **out, {}); !written)
        return "error: " + written.error().message;
    if (const auto committed = (*out)->commit(); !committed)
        return "error: " + committed.error().message;
    return bytesOf(targetIn(folder));
}

std::string entryLines(std::string_view json)
{
    std::string lines;
    const std::string_view events = rawMember(json, "traceEvents");
    JsonCursor cursor(events, 0, JsonCursor::TextIs::Whole);
    if (cursor.openArray() != JsonCursor::Outcome::Ok)
        return "<no traceEvents>";
    JsonCursor::Value value;
    for (bool first = true; cursor.nextElement(first) == JsonCursor::Step::Member;) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            break;
        const auto member = [&](std::string_view key) {
            const std::string_view raw = rawMember(value.raw, key);
            return raw.empty() ? std::string("-") : std::string(raw);
        };
        lines +=
            fmt::format("{} {} {}/{} {}\n", member("name"), member("ph"), member("pid"), member("tid"), member("ts"));
    }
    return lines;
}

} // namespace lanescope::test
