// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace lanescope {

// Writes to a file on a thread of its own, so that making the next bytes need not wait for the system to take the last
// ones. A few buffers at most wait to be written. One caller's thread; the descriptor is the caller's and stays open
// until this object is gone.
class WriteBehind {
public:
    explicit WriteBehind(int descriptor);
    // What still waits is dropped: a caller that wants it calls finish().
    ~WriteBehind();
    WriteBehind(const WriteBehind&) = delete;
    WriteBehind& operator=(const WriteBehind&) = delete;

    // Takes the bytes. The errno of a write that failed earlier, else 0; nothing more is written after a failure.
    [[nodiscard]] int write(std::string_view bytes);
    // Waits until all is written. The errno of a write that failed, else 0.
    [[nodiscard]] int finish();

private:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
    static constexpr std::size_t kMostWaiting = 3;

    [[nodiscard]] int writeAll(std::string_view bytes) const;
    [[nodiscard]] int handOver();
    void run();

    int m_descriptor;
    std::string m_filling;

    std::mutex m_mutex;                // guards the four below
    std::deque<std::string> m_waiting; // the first one is being written
    std::deque<std::string> m_spare;
    int m_failure = 0;
    bool m_isEnding = false;
    std::condition_variable m_changed;
    std::thread m_writer; // none where the system gives none: then the caller's thread writes
};

} // namespace lanescope
