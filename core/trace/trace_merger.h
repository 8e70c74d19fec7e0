// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/file/concatenated_source.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// What a merge says of one file.
struct MergedFile {
    std::string title; // TracePart::title
    std::optional<std::int64_t> rank;
    TimeNs shiftNs = 0; // added to all its times; must leave them in [-2^62, 2^62]
};

// Where the tables of one part begin in those of the merged trace.
struct PartPlaces {
    std::size_t firstEvent = 0;
    std::size_t firstFlow = 0;
    std::size_t firstLaunchRow = 0;
};

// Makes one trace of several: the tables of each behind those of the one before, with ids shifted, texts shared and
// byte ranges in a content that joins theirs. Processes and tracks stay apart even where files give them equal ids. One
// thread.
class TraceMerger {
public:
    // The parts that append() will bring, in order: their contents are kept, nothing else. `path` stands for all.
    TraceMerger(std::filesystem::path path, std::span<const Trace* const> parts);

    // Adds the next part, of which nothing but its content is needed afterwards.
    PartPlaces append(const Trace& part, const MergedFile& file);

    // `baseNs`: what the merged trace says as its baseNs(). The merger is empty afterwards. Errors: TooLarge (more than
    // 2^31 - 2 events, or 2^32 - 2 other entries).
    [[nodiscard]] Result<std::shared_ptr<const Trace>> finish(FileTimeNs baseNs);

    // The same trace with other shifts, one for each part. O(events). Errors: Stopped.
    [[nodiscard]] static Result<std::shared_ptr<const Trace>>
    withShifts(const Trace& merged, std::span<const TimeNs> shiftNs, FileTimeNs baseNs, const JobControl& job);

private:
    // What is added to the ids of the part that is being appended.
    struct Firsts {
        std::vector<StringId> strings; // by the part's StringId
        std::size_t event = 0;
        std::size_t process = 0;
        std::size_t track = 0;
        std::uint32_t launchRow = 0;
        std::uint32_t opRow = 0;
        std::uint64_t byte = 0;
        TimeNs shiftNs = 0;
    };

    [[nodiscard]] static std::shared_ptr<Trace> copyOf(const Trace& merged);
    void appendEvents(const EventColumns& events);
    void appendProcesses(const Trace& part);
    void appendTracks(const Trace& part);
    void appendFlows(const Trace& part);
    void appendOthers(const Trace& part);
    void appendReport(const LoadReport& report);
    [[nodiscard]] TrackId shifted(TrackId track) const;
    [[nodiscard]] ByteRange shifted(ByteRange range) const { return {range.offset + m_firsts.byte, range.length}; }

    std::shared_ptr<Trace> m_trace;
    std::shared_ptr<const ConcatenatedSource> m_content;
    Firsts m_firsts;
    bool m_isTooLarge = false;
};

} // namespace lanescope
