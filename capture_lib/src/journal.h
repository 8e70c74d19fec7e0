// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/last_error.h"
#include "capture_lib/src/recorded_graph.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace lanescope::capture {

enum class JournalFile : std::uint8_t { Remove, Keep };

// The append-only second file of FORMAT.md. Thread-safe. Every line goes out in one write, so a kill cuts at most the
// last; a write that fails (full disk) is taken back.
class Journal {
public:
    ~Journal();

    // Starts the file anew with all of `snapshot`.
    Status open(const std::string& path, const RegistrySnapshot& snapshot);
    // No-ops when not open.
    Status append(std::string_view line);
    // Replaces the content by `snapshot`'s, atomically.
    Status rewrite(const RegistrySnapshot& snapshot);
    Status close(JournalFile file);

    bool isOpen() const;
    // Has it grown far past what it held after the last rewrite?
    bool wantsRewrite() const;
    // In a forked child: lets go of the parent's file.
    void detach();
    std::mutex& mutex() const { return m_mutex; }

private:
    Status start(const RegistrySnapshot& snapshot);
    void closeFile();

    mutable std::mutex m_mutex;
    std::string m_path;
    int m_file = -1;
    std::uint64_t m_size = 0; // up to the last good line
    std::uint64_t m_sizeAtStart = 0;
    bool m_cutLine = false; // a broken line could not be taken back
};

} // namespace lanescope::capture
