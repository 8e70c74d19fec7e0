// SPDX-License-Identifier: Apache-2.0
#include "core/export/replaced_file.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace lanescope {

ReplacedFile::ReplacedFile(fs::path target) : m_named(std::move(target))
{
    std::error_code error; // what cannot be resolved is told when the file is made beside it
    m_target = fs::weakly_canonical(m_named, error);
    if (error || m_target.empty())
        m_target = m_named;
}

ReplacedFile::~ReplacedFile()
{
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

tl::unexpected<Error> ReplacedFile::systemError() const
{
    return failure(ErrorCode::CannotWrite,
                   fmt::format("cannot write \"{}\": {}", m_named.string(), std::generic_category().message(errno)));
}

Result<std::unique_ptr<ReplacedFile>> ReplacedFile::create(const fs::path& target)
{
    std::unique_ptr<ReplacedFile> file(new ReplacedFile(target));
    if (const auto opened = file->open(); !opened)
        return failureOf(opened);
    return file;
}

Result<void> ReplacedFile::open()
{
    struct stat status {};
    const bool exists = ::stat(m_target.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return systemError();
    if (exists && !S_ISREG(status.st_mode))
        return failure(
            ErrorCode::CannotWrite,
            fmt::format("cannot write \"{}\": it is no regular file, and a database needs one", m_named.string()));
    // Renaming needs no right to write the old file, but taking its place without that right would be a surprise.
    if (exists && ::access(m_target.c_str(), W_OK) != 0)
        return systemError();
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0; attempt < 100; ++attempt) {
        const fs::path path = m_target.parent_path() / fmt::format(".lanescope-{}-db{}.tmp", ::getpid(), counter++);
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0) {
            if (exists)
                (void)::fchmod(descriptor, status.st_mode & 07777U); // keeping the old rights is a courtesy
            ::close(descriptor);
            m_temporary = path;
            return {};
        }
        if (errno != EEXIST)
            break;
    }
    return systemError();
}

Result<void> ReplacedFile::commit()
{
    const int descriptor = ::open(m_temporary.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return systemError();
    const bool isOnDisk = ::fsync(descriptor) == 0;
    const int reason = errno;
    ::close(descriptor);
    errno = reason;
    if (!isOnDisk || ::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError();
    m_temporary.clear();
    return {};
}

} // namespace lanescope
