// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/load/comma_repairs.h"
#include "core/load/event_array_reader.h"
#include "core/load/text_reader.h"
#include "core/trace/trace_builder.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace lanescope {

// One reading of one Chrome JSON file, front to back, into a TraceBuilder. What stands around the events is read
// here, the events themselves by readEventArray().
class ChromeJsonReader {
public:
    ChromeJsonReader(OpenedFile file, const JobControl& job, const ReadOptions& options);
    [[nodiscard]] Result<std::shared_ptr<const Trace>> read();

private:
    using Outcome = JsonCursor::Outcome;

    // Which part of the text failed or ended; Go means: nothing did.
    enum class Flow { Go, Finished };

    Result<void> readObject();
    Result<Flow> readMember(CommaRepairs& commas);
    Result<Flow> findEventArrayAfterFault(std::uint64_t from, CommaRepairs& commas);
    Result<void> readEvents();
    Result<void> ignoreTextAfterEnd();
    void reportRepeated(const std::string& key, std::uint64_t at);
    void reportRecorderLosses(std::uint64_t at);
    void cutOff(std::uint64_t dropFrom, std::string_view closing);

    [[nodiscard]] tl::unexpected<Error> notATrace(std::string_view why) const;

    OpenedFile m_file;
    const JobControl& m_job;
    ReadOptions m_options;
    TraceBuilder m_builder;
    TextReader m_text;
    bool m_sawEventArray = false;
    std::set<std::string> m_headerKeys; // those met so far
};

} // namespace lanescope
