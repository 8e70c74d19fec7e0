// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/journal.h"

#include "capture_lib/src/annotation_writer.h"
#include "lanescope/capture.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace lanescope::capture {
namespace {

constexpr std::uint64_t kSlackBytes = std::uint64_t{16} << 20;

} // namespace

Journal::~Journal()
{
    closeFile();
}

void Journal::closeFile()
{
    if (m_file >= 0)
        ::close(m_file);
    m_file = -1;
}

Status Journal::start(const RegistrySnapshot& snapshot)
{
    AtomicFile file(m_path);
    std::uint64_t size = 0;
    const auto put = [&](const std::string& line) {
        file.write(line);
        size += line.size();
    };
    put(journalHeaderLine(snapshot));
    if (!snapshot.streams.empty())
        put(journalStreamsLine(snapshot.streams));
    for (const RecordedGraph& graph : snapshot.graphs)
        put(journalGraphLine(graph));
    if (Status status = file.commit(); !status.ok())
        return status;
    const int opened = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened < 0)
        return ioError("open", m_path, errno);
    closeFile();
    m_file = opened;
    m_size = size;
    m_sizeAtStart = size;
    m_cutLine = false;
    return {};
}

Status Journal::open(const std::string& path, const RegistrySnapshot& snapshot)
{
    const std::scoped_lock lock(m_mutex);
    if (m_file >= 0 && m_path == path)
        return {};
    closeFile();
    m_path = path;
    return start(snapshot);
}

Status Journal::rewrite(const RegistrySnapshot& snapshot)
{
    const std::scoped_lock lock(m_mutex);
    return m_file < 0 ? Status{} : start(snapshot);
}

Status Journal::append(std::string_view line)
{
    const std::scoped_lock lock(m_mutex);
    if (m_file < 0)
        return {};
    // A line that was cut and could not be taken back must not swallow this one.
    if (m_cutLine && writeFully(m_file, "\n")) {
        m_size = static_cast<std::uint64_t>(::lseek(m_file, 0, SEEK_END));
        m_cutLine = false;
    }
    if (!m_cutLine && writeFully(m_file, line)) {
        m_size += line.size();
        return {};
    }
    const int error = errno;
    if (::ftruncate(m_file, static_cast<off_t>(m_size)) != 0)
        m_cutLine = true;
    return ioError("add to the journal", m_path, error);
}

Status Journal::close(JournalFile file)
{
    const std::scoped_lock lock(m_mutex);
    if (m_file < 0)
        return {LSC_ERROR_INVALID_ARGUMENT, "no journal is open"};
    closeFile();
    if (file == JournalFile::Remove && ::unlink(m_path.c_str()) != 0)
        return ioError("remove", m_path, errno);
    return {};
}

bool Journal::isOpen() const
{
    const std::scoped_lock lock(m_mutex);
    return m_file >= 0;
}

bool Journal::wantsRewrite() const
{
    const std::scoped_lock lock(m_mutex);
    return m_file >= 0 && m_size > 4 * m_sizeAtStart + kSlackBytes;
}

void Journal::detach()
{
    closeFile();
}

} // namespace lanescope::capture
