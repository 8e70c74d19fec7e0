// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

// Reads a trace's content from front to back, piece by piece, in large blocks. Polls the stop token and reports
// progress once a block. One object for one thread.
class ContentWindow {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

    ContentWindow(const OpenedFile& file, const JobControl& job, JobStage stage)
        : m_file(file), m_job(job), m_stage(stage)
    {}

    // The bytes of a range, valid until the next call. Ranges that go forward cost one read a block. Errors:
    // CannotRead, ChangedOnDisk (also when the content ends before the range does), Stopped.
    [[nodiscard]] Result<std::string_view> text(ByteRange range);

    // How many bytes from `offset` on are at hand without reading; never more than `most`.
    [[nodiscard]] std::uint64_t atHand(std::uint64_t offset, std::uint64_t most) const;

private:
    [[nodiscard]] Result<void> fill(ByteRange range);

    const OpenedFile& m_file;
    const JobControl& m_job;
    JobStage m_stage;
    std::string m_block;
    std::uint64_t m_blockAt = 0;
    std::size_t m_blockLength = 0;
};

} // namespace lanescope
