// SPDX-License-Identifier: Apache-2.0
// The export of any trace is strict JSON, reads back with the same events and without a finding about its syntax, and
// taken back it is the trace again, byte for byte where that was strict.
#include "core/annotate/read_annotations.h"
#include "core/export/annotated_json.h"
#include "core/export/undo_export.h"
#include "core/load/read_chrome_json.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"
#include "tests/support/trace_text.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace lanescope;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::filesystem::path target =
        std::filesystem::temp_directory_path() / fmt::format("lanescope-fuzz-export-{}.json", ::getpid());
    static const auto annotations = [] {
        auto set = readAnnotationsJson(
            R"({"1":[{"name":"a","stream":61}],"2":["b"],"8589934593":[{"k":[1,null],"stream":"7"}]})");
        return std::make_shared<const AnnotationSet>(set ? std::move(*set) : AnnotationSet());
    }();
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto trace = readChromeJson({"text", text.size(), false, contentInMemory(text)}, JobControl());
    if (!trace)
        return 0;
    const auto joined = joinTrace(*trace, annotations, JobControl());
    LANESCOPE_CHECK(joined.has_value(), "join");
    const auto counts = writeAnnotatedTrace(**joined, {}, target, JobControl());
    LANESCOPE_CHECK(counts.has_value(), counts.has_value() ? "" : counts.error().message.c_str());
    const std::string written = contentOf(target);
    LANESCOPE_CHECK(fuzz::isStrictJson(written), written.c_str());
    const auto again = readChromeJson({"text", written.size(), false, contentInMemory(written)}, JobControl());
    LANESCOPE_CHECK(again.has_value(), again.has_value() ? "" : again.error().message.c_str());
    LANESCOPE_CHECK((*again)->structureRepairs().empty(), "an export needs repairs");
    if (counts->removed == 0)
        LANESCOPE_CHECK((*again)->eventCount() == (*trace)->eventCount(), "events were lost");
    const auto undone = undoExport(*again, target, JobControl());
    LANESCOPE_CHECK(undone.has_value(), undone.has_value() ? "" : undone.error().message.c_str());
    const std::string back = contentOf(target);
    LANESCOPE_CHECK(fuzz::isStrictJson(back), back.c_str());
    const auto recorded = readChromeJson({"text", back.size(), false, contentInMemory(back)}, JobControl());
    LANESCOPE_CHECK(recorded.has_value(), recorded.has_value() ? "" : recorded.error().message.c_str());
    LANESCOPE_CHECK((*recorded)->entryCount() == (*trace)->entryCount(), "undoing lost entries");
    // RapidJSON takes a byte order mark, which no export has.
    if (fuzz::isStrictJson(text) && (*trace)->structureRepairs().empty())
        LANESCOPE_CHECK(back == text, "undoing changed bytes");
    return 0;
}
