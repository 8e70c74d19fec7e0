// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace lanescope::desktop {

// Runs one piece of work at a time on a thread of its own and hands its outcome back to this object's thread. The work
// captures values only. Starting again stops what runs and drops its outcome, so the latest start always wins.
class JobRunner : public QObject {
    Q_OBJECT

public:
    // Called on this object's thread once the work is done.
    using Delivery = std::function<void()>;
    // Called on the worker; what it returns is the delivery.
    using Work = std::function<Delivery(const JobControl& job)>;

    explicit JobRunner(QObject* parent = nullptr);
    // Asks the workers to stop and waits for them: work polls its stop token, so that is milliseconds.
    ~JobRunner() override;

    void start(Work work);
    // The work ends early and still delivers, usually ErrorCode::Stopped.
    void stop();
    // The work ends early and delivers nothing.
    void abandon();
    [[nodiscard]] bool isRunning() const { return m_current != 0; }

signals:
    void progressed(const lanescope::JobProgress& progress);
    void runningChanged(bool isRunning);

private:
    struct Worker {
        std::uint64_t number = 0;
        std::jthread thread;
    };
    struct Mailbox;

    void finish(std::uint64_t number, const Delivery& delivery);
    void reportProgress(std::uint64_t number, const JobProgress& progress);

    std::shared_ptr<Mailbox> m_mailbox;
    std::vector<Worker> m_workers;
    std::uint64_t m_lastNumber = 0;
    std::uint64_t m_current = 0; // 0: nothing that will deliver
};

} // namespace lanescope::desktop
