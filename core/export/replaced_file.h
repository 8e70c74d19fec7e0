// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace lanescope {

// A path beside a target, for libraries that write files themselves: the file there takes the target's place in
// commit(). Until then, and after any error, what was at the target is untouched; without commit() the file goes with
// this object. A symbolic link stays one: the file it names is replaced. For bytes use OutputFile. Errors: CannotWrite,
// also when the target is neither a regular file nor free.
class ReplacedFile {
public:
    // Makes an empty file beside the target.
    [[nodiscard]] static Result<std::unique_ptr<ReplacedFile>> create(const std::filesystem::path& target);
    ~ReplacedFile();
    ReplacedFile(const ReplacedFile&) = delete;
    ReplacedFile& operator=(const ReplacedFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_temporary; }
    // Whoever wrote the file has closed it.
    [[nodiscard]] Result<void> commit();

private:
    explicit ReplacedFile(std::filesystem::path target);
    [[nodiscard]] Result<void> open();
    [[nodiscard]] tl::unexpected<Error> systemError() const;

    std::filesystem::path m_named; // as the caller wrote it, for messages
    std::filesystem::path m_target;
    std::filesystem::path m_temporary; // empty once it has become the target
};

} // namespace lanescope
