// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/file/byte_source.h"
#include "core/file/zip_directory.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope {

// Why a member cannot be unpacked whatever its data: "is encrypted", "is compressed with LZMA, …". Empty if it can.
[[nodiscard]] std::string zipMemberObstacle(const ZipMember& member);

// A member's first bytes, at most `most`; fewer when its data is cut or broken. Errors: Damaged, those of the source.
[[nodiscard]] Result<std::string> zipMemberHead(const ByteSource& archive, const ZipMember& member, std::size_t most);

// A member's content: a stored one in place, a deflated one inflated into memory (TextBlocks::filledBy). Size and
// checksum are compared with the archive's; a member that ends early or differs gives what came out, with damage()
// saying what is wrong; `archiveDamage` is said if nothing else is. `name`: of the archive, for messages. Errors:
// Damaged when nothing came out, those of the source, Stopped.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> unpackZipMember(std::shared_ptr<const ByteSource> archive,
                                                                        const ZipMember& member,
                                                                        const std::string& archiveDamage,
                                                                        std::string_view name, const JobControl& job);

} // namespace lanescope
