// SPDX-License-Identifier: Apache-2.0
#include "core/export/output_file.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

// The file a symbolic link names, also when that is not there yet.
fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path target = path;
    for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(target, error)); ++hops) {
        const fs::path next = fs::read_symlink(target, error);
        if (error)
            break;
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target;
}

} // namespace

// A name beside the target, not made from the target's: that may be as long as a name can be.
fs::path nameBeside(const fs::path& target)
{
    static std::atomic<unsigned> counter{0};
    return target.parent_path() / fmt::format(".lanescope-{}-{}.tmp", ::getpid(), counter++);
}

constexpr int kNameAttempts = 100;

OutputFile::OutputFile(fs::path target) : m_named(std::move(target)), m_target(resolved(m_named)) {}

OutputFile::~OutputFile()
{
    m_writer.reset();
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

tl::unexpected<Error> OutputFile::systemError(int code) const
{
    return failure(ErrorCode::CannotWrite,
                   fmt::format("cannot write \"{}\": {}", m_named.string(), std::generic_category().message(code)));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const fs::path& target, unsigned threads)
{
    std::unique_ptr<OutputFile> file(new OutputFile(target));
    if (const auto opened = file->open(); !opened)
        return failureOf(opened);
    if (file->m_named.extension() == ".gz") {
        OutputFile* const self = file.get(); // which owns the sink
        file->m_gzip =
            std::make_unique<GzipBlocks>(threads, [self](std::string_view bytes) { return self->writeRaw(bytes); });
    }
    return file;
}

Result<void> OutputFile::open()
{
    struct stat status {};
    const bool exists = ::stat(m_target.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return systemError(errno);
    if (exists && S_ISDIR(status.st_mode)) {
        return systemError(EISDIR);
    }
    if (exists && !S_ISREG(status.st_mode)) {
        m_descriptor = ::open(m_target.c_str(), O_WRONLY | O_CLOEXEC);
        if (m_descriptor < 0)
            return systemError(errno);
    } else {
        // Renaming needs no right to write the old file, but taking its place without that right would be a surprise.
        if (exists && ::access(m_target.c_str(), W_OK) != 0)
            return systemError(errno);
        if (const auto opened = openBeside(); !opened)
            return opened;
        m_isReplacing = exists;
        if (exists)
            (void)::fchmod(m_descriptor, status.st_mode & 07777U); // keeping the old rights is a courtesy
    }
    m_writer = std::make_unique<WriteBehind>(m_descriptor);
    return {};
}

bool OutputFile::openNameless()
{
    const fs::path folder = m_target.has_parent_path() ? m_target.parent_path() : fs::path(".");
    m_descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        return false;
    // The way to give it a name later.
    m_isNameless = ::access(fmt::format("/proc/self/fd/{}", m_descriptor).c_str(), F_OK) == 0;
    if (!m_isNameless) {
        ::close(m_descriptor);
        m_descriptor = -1;
    }
    return m_isNameless;
}

Result<void> OutputFile::openBeside()
{
    if (openNameless())
        return {};
    for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
        const fs::path path = nameBeside(m_target);
        m_descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (m_descriptor >= 0) {
            m_temporary = path;
            return {};
        }
        if (errno != EEXIST)
            break;
    }
    return systemError(errno);
}

Result<void> OutputFile::writeRaw(std::string_view bytes)
{
    const int error = m_writer->write(bytes);
    return error == 0 ? Result<void>() : systemError(error);
}

Result<void> OutputFile::write(std::string_view bytes)
{
    return m_gzip ? m_gzip->write(bytes) : writeRaw(bytes);
}

Result<void> OutputFile::commit()
{
    if (m_gzip) {
        if (auto finished = m_gzip->finish(); !finished)
            return finished;
    }
    const int error = m_writer->finish();
    m_writer.reset();
    if (error != 0)
        return systemError(error);
    // Without an old file nothing can be lost that was there before, and waiting for the disk may take longer than all
    // the rest.
    if (m_isReplacing && ::fsync(m_descriptor) != 0)
        return systemError(errno);
    if (m_isNameless) {
        if (auto named = giveName(); !named)
            return named;
    }
    const int closed = ::close(m_descriptor);
    m_descriptor = -1;
    if (closed != 0) // some network file systems tell only now that the disk is full
        return systemError(errno);
    return m_temporary.empty() ? Result<void>() : takePlace();
}

Result<void> OutputFile::giveName()
{
    const std::string nameless = fmt::format("/proc/self/fd/{}", m_descriptor);
    for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
        const fs::path path = nameBeside(m_target);
        if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) {
            m_temporary = path;
            return {};
        }
        if (errno != EEXIST)
            break;
    }
    return systemError(errno);
}

Result<void> OutputFile::takePlace()
{
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError(errno);
    m_temporary.clear();
    return {};
}

} // namespace lanescope
