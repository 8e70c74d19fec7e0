// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lanescope {

// Threads that are kept for short pieces of parallel work. A new thread would come too late for those: schedulers let
// it begin on the processor of the thread that made it, and move it some milliseconds later.
class WorkerPool {
public:
    // The process's own.
    [[nodiscard]] static WorkerPool& shared();

    WorkerPool() = default;
    // Waits for what is running.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // Calls `work` on this thread and, at the same time, on up to `others` more, as many as are free before this
    // thread's call ends; returns when all calls have ended. So `work` must be done when one call has ended, and must
    // not wait for another. What a call throws is thrown here, this thread's own first. From any thread, also by
    // `work`.
    void callOnSeveral(std::size_t others, const std::function<void()>& work);

private:
    struct Call; // of callOnSeveral(), on its caller's stack

    // Makes threads until there are that many, or the system gives no more.
    void growTo(std::size_t threads);
    // Has the system run the pool's threads on processors other than this thread's.
    void leaveThisProcessor();
    void runCalls();

    std::mutex m_mutex; // of all that follows and of the calls
    std::condition_variable m_isWanted;
    std::deque<Call*> m_waiting; // one for each thread that is wanted
    bool m_isEnding = false;
    std::vector<std::thread> m_threads;
};

} // namespace lanescope
