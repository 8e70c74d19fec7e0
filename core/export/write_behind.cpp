// SPDX-License-Identifier: Apache-2.0
#include "core/export/write_behind.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace lanescope {

WriteBehind::WriteBehind(int descriptor) : m_descriptor(descriptor)
{
    m_filling.reserve(kBufferBytes);
    try {
        m_writer = std::thread([this] { run(); });
    } catch (const std::system_error&) { // takes longer, no more
    }
}

WriteBehind::~WriteBehind()
{
    if (!m_writer.joinable())
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    m_writer.join();
}

int WriteBehind::writeAll(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int WriteBehind::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::string_view piece = bytes.substr(0, kBufferBytes - m_filling.size());
        m_filling += piece;
        bytes.remove_prefix(piece.size());
        if (m_filling.size() == kBufferBytes) {
            if (const int failure = handOver(); failure != 0)
                return failure;
        }
    }
    return 0;
}

int WriteBehind::finish()
{
    if (const int failure = handOver(); failure != 0)
        return failure;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_waiting.empty() || m_failure != 0; });
    return m_failure;
}

int WriteBehind::handOver()
{
    std::unique_lock lock(m_mutex);
    if (m_failure != 0)
        return m_failure;
    if (!m_writer.joinable()) {
        m_failure = writeAll(m_filling);
        m_filling.clear();
        return m_failure;
    }
    m_changed.wait(lock, [&] { return m_waiting.size() < kMostWaiting || m_failure != 0; });
    m_waiting.push_back(std::move(m_filling));
    m_filling = {};
    if (!m_spare.empty()) {
        m_filling = std::move(m_spare.back());
        m_spare.pop_back();
    }
    m_filling.reserve(kBufferBytes);
    m_changed.notify_all();
    return m_failure;
}

void WriteBehind::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] { return m_isEnding || !m_waiting.empty(); });
        if (m_isEnding || m_failure != 0)
            return;
        const std::string_view bytes = m_waiting.front();
        lock.unlock();
        const int failure = writeAll(bytes);
        lock.lock();
        m_failure = failure;
        m_spare.push_back(std::move(m_waiting.front()));
        m_spare.back().clear();
        m_waiting.pop_front();
        m_changed.notify_all();
    }
}

} // namespace lanescope
