// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/file/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// One file in a zip archive, as the archive describes it: nothing of this is checked against the data.
struct ZipMember {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t headerAt = 0;
    bool isSizeKnown = true; // else it ends where its data says so, or with the archive

    [[nodiscard]] bool isEncrypted() const { return (flags & 0x2041U) != 0; }
};

inline constexpr std::uint16_t kZipStored = 0;
inline constexpr std::uint16_t kZipDeflated = 8;

struct ZipDirectory {
    std::vector<ZipMember> members;
    std::string damage; // why the list was made from the members themselves: empty if the archive has its own
};

// The list of files at the end of an archive, zip64 included. A cut archive has lost it: then the members are found one
// behind the other from the front, and `damage` says so. `name` is for messages. Errors: Damaged, Refused (a part of a
// split archive), those of the source, Stopped.
[[nodiscard]] Result<ZipDirectory> readZipDirectory(const ByteSource& archive, std::string_view name,
                                                    const JobControl& job);

// Where a member's data lies, by its own header; cut to the archive's size. Errors: Damaged, those of the source.
[[nodiscard]] Result<ByteRange> zipDataRange(const ByteSource& archive, const ZipMember& member);

} // namespace lanescope
