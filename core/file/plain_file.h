// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"

#include <ctime>
#include <filesystem>
#include <memory>

namespace lanescope {

// The content of a regular file as it is on disk. Keeps the file open; every read checks that size and time of change
// are still those of the opening.
class PlainFile final : public ByteSource {
public:
    // Errors: NotFound, CannotRead (with the system's reason, or "is a folder" …).
    [[nodiscard]] static Result<std::shared_ptr<const PlainFile>> open(const std::filesystem::path& path);
    ~PlainFile() override;

    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_sizeBytes; }
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override;

private:
    PlainFile(int descriptor, std::filesystem::path path, std::uint64_t sizeBytes, timespec changed);

    int m_descriptor;
    std::filesystem::path m_path;
    std::uint64_t m_sizeBytes;
    timespec m_changed;
};

} // namespace lanescope
