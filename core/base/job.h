// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace lanescope {

enum class JobStage { Reading, Joining, Arranging, Writing };

// What a long call is doing. Bytes count the input file as it lies on disk (so a gzip's progress is honest) or, when
// writing, the bytes of the input that went into the output.
struct JobProgress {
    JobStage stage = JobStage::Reading;
    std::uint64_t doneBytes = 0;
    std::uint64_t totalBytes = 0;
    std::uint64_t events = 0;
};

// Passed by reference into every long call; copied by none. `onProgress` is called on the working thread, at most 30
// times a second, and may be empty.
class JobControl {
public:
    JobControl() = default;
    explicit JobControl(std::stop_token stop, std::function<void(const JobProgress&)> onProgress = {})
        : m_stop(std::move(stop)), m_onProgress(std::move(onProgress))
    {}

    // How many threads a call may work on at once: those of the machine, if not set.
    [[nodiscard]] unsigned threads() const { return m_threads; }
    void setThreads(unsigned threads) { m_threads = threads; }

    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }
    [[nodiscard]] const std::stop_token& stopToken() const { return m_stop; }
    void report(const JobProgress& progress) const;

    // The error every stopped call returns.
    [[nodiscard]] static tl::unexpected<Error> stopped() { return failure(ErrorCode::Stopped, "stopped"); }

private:
    std::stop_token m_stop;
    std::function<void(const JobProgress&)> m_onProgress;
    unsigned m_threads = std::max(1U, std::thread::hardware_concurrency());
    mutable std::chrono::steady_clock::time_point m_lastReport{};
    mutable JobStage m_lastStage = JobStage::Reading;
};

} // namespace lanescope
