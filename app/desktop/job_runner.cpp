// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/job_runner.h"

#include <algorithm>
#include <mutex>

namespace lanescope::desktop {

// Stands between the workers and the runner, which may be gone when a worker ends.
struct JobRunner::Mailbox {
    std::mutex mutex;
    JobRunner* runner = nullptr;

    void post(std::function<void(JobRunner&)> call)
    {
        const std::lock_guard lock(mutex);
        if (runner == nullptr)
            return;
        QMetaObject::invokeMethod(
            runner, [receiver = runner, call = std::move(call)] { call(*receiver); }, Qt::QueuedConnection);
    }
};

JobRunner::JobRunner(QObject* parent) : QObject(parent), m_mailbox(std::make_shared<Mailbox>())
{
    m_mailbox->runner = this;
}

JobRunner::~JobRunner()
{
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->runner = nullptr;
    for (Worker& worker : m_workers)
        worker.thread.request_stop();
    // The threads are joined by their destructors, after the lock is gone: members outlive this body.
}

void JobRunner::start(Work work)
{
    const bool wasRunning = isRunning();
    for (Worker& worker : m_workers)
        worker.thread.request_stop();
    const std::uint64_t number = ++m_lastNumber;
    m_current = number;
    auto body = [mailbox = m_mailbox, number, work = std::move(work)](const std::stop_token& stop) {
        const JobControl job(stop, [mailbox, number](const JobProgress& progress) {
            mailbox->post([number, progress](JobRunner& runner) { runner.reportProgress(number, progress); });
        });
        Delivery delivery = work(job);
        mailbox->post([number, delivery = std::move(delivery)](JobRunner& runner) { runner.finish(number, delivery); });
    };
    m_workers.push_back({number, std::jthread(std::move(body))});
    if (!wasRunning)
        emit runningChanged(true);
}

void JobRunner::stop()
{
    for (Worker& worker : m_workers)
        worker.thread.request_stop();
}

void JobRunner::abandon()
{
    stop();
    if (!isRunning())
        return;
    m_current = 0;
    emit runningChanged(false);
}

void JobRunner::finish(std::uint64_t number, const Delivery& delivery)
{
    // The thread has nothing left to do but return, so its join does not wait.
    std::erase_if(m_workers, [number](const Worker& worker) { return worker.number == number; });
    if (number != m_current)
        return;
    m_current = 0;
    if (delivery)
        delivery();
    if (!isRunning())
        emit runningChanged(false);
}

void JobRunner::reportProgress(std::uint64_t number, const JobProgress& progress)
{
    if (number == m_current)
        emit progressed(progress);
}

} // namespace lanescope::desktop
