// SPDX-License-Identifier: Apache-2.0
#include "core/export/output_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr int kGzipLevel = 6;
constexpr int kGzipWindowBits = 15 + 16; // 16 asks zlib for a gzip header

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

struct OutputFile::Deflate {
    z_stream stream{};
    std::vector<unsigned char> out = std::vector<unsigned char>(kBufferBytes);
    bool isOpen = false;

    ~Deflate()
    {
        if (isOpen)
            deflateEnd(&stream);
    }
};

OutputFile::OutputFile(fs::path target) : m_named(std::move(target)), m_target(resolved(m_named)) {}

OutputFile::~OutputFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

tl::unexpected<Error> OutputFile::systemError() const
{
    return failure(ErrorCode::CannotWrite,
                   fmt::format("cannot write \"{}\": {}", m_named.string(), std::generic_category().message(errno)));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const fs::path& target)
{
    std::unique_ptr<OutputFile> file(new OutputFile(target));
    if (const auto opened = file->open(); !opened)
        return failureOf(opened);
    return file;
}

Result<void> OutputFile::open()
{
    struct stat status {};
    const bool exists = ::stat(m_target.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return systemError();
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return systemError();
    }
    if (exists && !S_ISREG(status.st_mode)) {
        m_descriptor = ::open(m_target.c_str(), O_WRONLY | O_CLOEXEC);
        if (m_descriptor < 0)
            return systemError();
    } else {
        // Renaming needs no right to write the old file, but taking its place without that right would be a surprise.
        if (exists && ::access(m_target.c_str(), W_OK) != 0)
            return systemError();
        if (const auto opened = openBeside(); !opened)
            return opened;
        if (exists)
            (void)::fchmod(m_descriptor, status.st_mode & 07777U); // keeping the old rights is a courtesy
    }
    m_buffer.reserve(kBufferBytes);
    if (m_named.extension() == ".gz") {
        m_deflate = std::make_unique<Deflate>();
        const int outcome =
            deflateInit2(&m_deflate->stream, kGzipLevel, Z_DEFLATED, kGzipWindowBits, 9, Z_DEFAULT_STRATEGY);
        if (outcome != Z_OK)
            return failure(ErrorCode::CannotWrite,
                           fmt::format("cannot write \"{}\": zlib could not start ({})", m_named.string(), outcome));
        m_deflate->isOpen = true;
    }
    return {};
}

Result<void> OutputFile::openBeside()
{
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0; attempt < 100; ++attempt) {
        // Not made from the target's name: that may be as long as a name can be.
        const fs::path path = m_target.parent_path() / fmt::format(".lanescope-{}-{}.tmp", ::getpid(), counter++);
        m_descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (m_descriptor >= 0) {
            m_temporary = path;
            return {};
        }
        if (errno != EEXIST)
            break;
    }
    return systemError();
}

Result<void> OutputFile::writeRaw(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return systemError();
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> OutputFile::deflate(std::string_view bytes, bool isLast)
{
    z_stream& stream = m_deflate->stream;
    // zlib's interface is older than const.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    int outcome = Z_OK;
    do {
        stream.next_out = m_deflate->out.data();
        stream.avail_out = static_cast<uInt>(m_deflate->out.size());
        outcome = ::deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH);
        const std::size_t made = m_deflate->out.size() - stream.avail_out;
        if (auto written = writeRaw({reinterpret_cast<const char*>(m_deflate->out.data()), made}); !written)
            return written;
    } while (stream.avail_out == 0 && outcome != Z_STREAM_END);
    return {};
}

Result<void> OutputFile::flushBuffer()
{
    auto flushed = m_deflate ? deflate(m_buffer, false) : writeRaw(m_buffer);
    m_buffer.clear();
    return flushed;
}

Result<void> OutputFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::string_view piece = bytes.substr(0, kBufferBytes - m_buffer.size());
        m_buffer += piece;
        bytes.remove_prefix(piece.size());
        if (m_buffer.size() == kBufferBytes) {
            if (auto flushed = flushBuffer(); !flushed)
                return flushed;
        }
    }
    return {};
}

Result<void> OutputFile::commit()
{
    if (auto flushed = flushBuffer(); !flushed)
        return flushed;
    if (m_deflate) {
        if (auto finished = deflate({}, true); !finished)
            return finished;
    }
    if (!m_temporary.empty() && ::fsync(m_descriptor) != 0)
        return systemError();
    const int closed = ::close(m_descriptor);
    m_descriptor = -1;
    if (closed != 0) // some network file systems tell only now that the disk is full
        return systemError();
    if (m_temporary.empty())
        return {};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError();
    m_temporary.clear();
    return {};
}

} // namespace lanescope
