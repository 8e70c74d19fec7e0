// SPDX-License-Identifier: Apache-2.0
// Reading in parallel with the fast parser = reading carefully from front to back; and what RapidJSON accepts is read
// whole, without a complaint about its syntax.
#include "core/load/read_chrome_json.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"
#include "tests/support/trace_text.h"

using namespace lanescope;

namespace {

Result<std::shared_ptr<const Trace>> read(const std::string& text, unsigned threads, const ReadOptions& options)
{
    JobControl job;
    job.setThreads(threads);
    return readChromeJson({"text", text.size(), false, contentInMemory(text)}, job, options);
}

// The number of entries by RapidJSON's strict reading, or -1 when it refuses the text or finds no event array.
long strictEntryCount(const std::string& text)
{
    if (text.find('\0') != std::string::npos)
        return -1; // where RapidJSON takes the text to end
    rapidjson::Document document;
    fuzz::parseStrictly(text, document);
    if (document.HasParseError())
        return -1;
    const rapidjson::Value* events = &document;
    if (document.IsObject()) {
        if (!document.HasMember("traceEvents"))
            return -1;
        events = &document["traceEvents"];
    }
    if (!events->IsArray())
        return -1;
    long count = 0;
    for (const auto& entry : events->GetArray())
        count += entry.IsObject() ? 1 : 0;
    return count;
}

void checkAgainstRapidJson(const std::string& text, const Trace& trace)
{
    const long count = strictEntryCount(text);
    if (count < 0)
        return;
    LANESCOPE_CHECK(trace.entryCount() == static_cast<std::uint64_t>(count), "not all entries were read");
    for (const char* code : {"broken-event", "broken-header", "surplus-comma", "missing-comma", "non-json-number",
                             "control-character", "bad-escape", "file-ends-early", "text-after-end"})
        LANESCOPE_CHECK(trace.loadReport().find(code) == nullptr, code);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto careful = read(text, 1, {EntryPath::Careful, std::uint64_t{1} << 40});
    const auto fast = read(text, 2, {EntryPath::Fast, 64});
    LANESCOPE_CHECK(careful.has_value() == fast.has_value(), "only one of the two readings is an error");
    if (!careful)
        return 0;
    LANESCOPE_CHECK(test::everythingAsText(**careful) == test::everythingAsText(**fast), "the two readings differ");
    checkAgainstRapidJson(text, **careful);
    return 0;
}
