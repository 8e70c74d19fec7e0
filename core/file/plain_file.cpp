// SPDX-License-Identifier: Apache-2.0
#include "core/file/plain_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope {
namespace {

std::string systemReason(int error)
{
    return std::generic_category().message(error);
}

} // namespace

PlainFile::PlainFile(int descriptor, std::filesystem::path path, std::uint64_t sizeBytes, timespec changed)
    : m_descriptor(descriptor), m_path(std::move(path)), m_sizeBytes(sizeBytes), m_changed(changed)
{}

PlainFile::~PlainFile()
{
    ::close(m_descriptor);
}

Result<std::shared_ptr<const PlainFile>> PlainFile::open(const std::filesystem::path& path)
{
    // O_NONBLOCK: opening a named pipe must not wait for its writer; it is refused below.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const int error = errno;
        const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::NotFound : ErrorCode::CannotRead;
        return failure(code, fmt::format("{}: cannot be opened: {}", path.string(), systemReason(error)));
    }
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) {
        const int error = errno;
        ::close(descriptor);
        return failure(ErrorCode::CannotRead,
                       fmt::format("{}: cannot be read: {}", path.string(), systemReason(error)));
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return failure(ErrorCode::CannotRead, fmt::format("{}: is {}, not a file; name a file", path.string(),
                                                          S_ISDIR(status.st_mode) ? "a folder" : "a device or pipe"));
    }
    return std::shared_ptr<const PlainFile>(
        new PlainFile(descriptor, path, static_cast<std::uint64_t>(status.st_size), status.st_mtim));
}

Result<std::size_t> PlainFile::read(std::uint64_t offset, std::span<char> into) const
{
    struct stat status = {};
    if (::fstat(m_descriptor, &status) != 0 || static_cast<std::uint64_t>(status.st_size) != m_sizeBytes ||
        status.st_mtim.tv_sec != m_changed.tv_sec || status.st_mtim.tv_nsec != m_changed.tv_nsec)
        return failure(ErrorCode::ChangedOnDisk,
                       fmt::format("{}: was changed on disk after it was opened; open it again", m_path.string()));
    std::size_t done = 0;
    while (done < into.size() && offset + done < m_sizeBytes) {
        const ssize_t got =
            ::pread(m_descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(ErrorCode::CannotRead, fmt::format("{}: reading failed at byte {}: {}", m_path.string(),
                                                              offset + done, systemReason(errno)));
        if (got == 0)
            return failure(ErrorCode::ChangedOnDisk,
                           fmt::format("{}: was cut while it was read; open it again", m_path.string()));
        done += static_cast<std::size_t>(got);
    }
    return done;
}

} // namespace lanescope
