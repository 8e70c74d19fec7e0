// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/export/gzip_blocks.h"
#include "core/export/write_behind.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope {

// A file that is written whole or not at all: the bytes go into a temporary file in the target's folder, which takes
// the target's place in commit(). Until then, and after any error, what was at the target is untouched; without
// commit() the temporary file goes with this object, and where the file system knows files without a name (O_TMPFILE:
// ext4, xfs, btrfs, tmpfs) also when the program is killed. A symbolic link stays one: the file it names is replaced.
// A target that is no regular file (a pipe, /dev/null) is written in place. Compressed (gzip, level 6, the same bytes
// for any number of threads) when the target's name ends in ".gz". Errors: CannotWrite, with the target's name and the
// system's reason.
class OutputFile {
public:
    // `threads` is how many may compress at once, the caller's included.
    [[nodiscard]] static Result<std::unique_ptr<OutputFile>> create(const std::filesystem::path& target,
                                                                    unsigned threads = 1);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> commit();

private:
    explicit OutputFile(std::filesystem::path target);
    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<void> openBeside();
    [[nodiscard]] bool openNameless();
    [[nodiscard]] Result<void> giveName();
    [[nodiscard]] Result<void> takePlace();
    [[nodiscard]] Result<void> writeRaw(std::string_view bytes);
    [[nodiscard]] tl::unexpected<Error> systemError(int code) const;

    std::filesystem::path m_named;     // as the caller wrote it, for messages
    std::filesystem::path m_target;    // symbolic links resolved
    std::filesystem::path m_temporary; // empty when written in place, or as long as the file has no name
    bool m_isNameless = false;
    bool m_isReplacing = false; // there is an old file
    int m_descriptor = -1;
    std::unique_ptr<WriteBehind> m_writer; // goes before the descriptor is closed
    std::unique_ptr<GzipBlocks> m_gzip;    // null when not compressed
};

} // namespace lanescope
