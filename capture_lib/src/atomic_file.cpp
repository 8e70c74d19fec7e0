// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/atomic_file.h"

#include "lanescope/capture.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope::capture {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr mode_t kMode = 0666; // less the umask

// A link stays a link: what it points to is replaced.
std::string followLink(const std::string& path)
{
    struct stat info = {};
    if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode))
        return path;
    std::array<char, PATH_MAX> target = {};
    return realpath(path.c_str(), target.data()) ? std::string(target.data()) : path;
}

} // namespace

bool writeFully(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = ENOSPC;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Status ioError(std::string_view action, const std::string& path, int error)
{
    return {LSC_ERROR_IO, "cannot " + std::string(action) + " " + path + ": " + std::generic_category().message(error)};
}

AtomicFile::AtomicFile(const std::string& path) : m_path(followLink(path))
{
    static std::atomic<unsigned> counter = 0;
    m_temporary = m_path + ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(counter++);
    m_file = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
    if (m_file < 0)
        m_error = errno;
}

AtomicFile::~AtomicFile()
{
    if (m_file < 0)
        return;
    ::close(m_file);
    ::unlink(m_temporary.c_str());
}

void AtomicFile::write(std::string_view text)
{
    m_buffer += text;
    if (m_buffer.size() >= kBufferBytes)
        flush();
}

void AtomicFile::flush()
{
    if (m_error == 0 && !writeFully(m_file, m_buffer))
        m_error = errno;
    m_buffer.clear();
}

Status AtomicFile::commit()
{
    flush();
    // Without fsync a crash of the machine could leave the new name with the old or no content.
    if (m_error == 0 && ::fsync(m_file) != 0 && errno != EINVAL && errno != EROFS)
        m_error = errno;
    if (m_error == 0 && ::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        m_error = errno;
    if (m_error != 0)
        return ioError("write", m_path, m_error);
    const int closed = ::close(m_file);
    m_file = -1;
    return closed == 0 ? Status{} : ioError("write", m_path, errno);
}

} // namespace lanescope::capture
