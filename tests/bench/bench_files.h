// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

// What the benchmark programs share.
namespace lanescope::bench {

constexpr int kGzipWindowBits = 15 + 16; // zlib's way to say: with gzip's header

// The median time of so many runs. Ends the program when a run returns false.
[[nodiscard]] double medianSeconds(int runs, const std::function<bool()>& work);

// One gzip member as zlib makes it at level 6.
[[nodiscard]] std::string gzipped(const std::string& text);

// A folder that goes with this object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::filesystem::path path(const char* name) const { return m_path / name; }
    std::filesystem::path write(const char* name, const std::string& content) const;

private:
    std::filesystem::path m_path;
};

} // namespace lanescope::bench
