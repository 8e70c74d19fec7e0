// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/recorder/buffer_pool.h"
#include "capture_lib/recorder/cupti_functions.h"
#include "capture_lib/recorder/record_settings.h"
#include "capture_lib/recorder/trace_writer.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lanescope::record {

// The recording of this process: CUPTI fills buffers, a thread of its own writes them. Thread-safe. Tells what went
// wrong in one line on stderr.
class Recording {
public:
    explicit Recording(RecordSettings settings);

    // Holds CUPTI from here to stop(); records go on into the same file. False: another profiler holds it, CUPTI is
    // missing, or the recording is finished.
    bool start();
    // Of work that has not ended yet, nothing is recorded.
    void stop();
    // Stops, and gives the file its name. Later calls do nothing. Does nothing in a child of fork().
    void finish();

    // For CUPTI's callbacks.
    BufferPool& pool() { return m_pool; }
    void countDropped(CUcontext context, std::uint32_t stream);

private:
    bool prepare();
    bool subscribe();
    bool enableAll();
    void release();
    void writeAll();

    const RecordSettings m_settings;
    const long m_process;
    std::mutex m_mutex;
    BufferPool m_pool;
    std::optional<CuptiFunctions> m_cupti;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    bool m_recording = false;
    bool m_finished = false;
    std::int64_t m_clockOffsetNs = 0;
    std::int64_t m_baseNs = 0;
    std::atomic<std::uint64_t> m_dropped = 0;
    std::thread m_writerThread;
    // Of the writer's thread until it has ended.
    std::optional<capture::AtomicFile> m_file;
    std::optional<TraceWriter> m_writer;
    std::vector<RecordedDevice> m_devices;
    std::uint64_t m_unfinished = 0;
};

// The one of this process, made at the first call and never destroyed: CUPTI may call until the very end. Null when the
// settings are wrong, which is told once.
Recording* processRecording();

} // namespace lanescope::record
