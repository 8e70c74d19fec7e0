// SPDX-License-Identifier: Apache-2.0
#include "core/base/worker_pool.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace lanescope {
namespace {

// How long a caller looks whether others are done before it sleeps: being woken takes about as long.
constexpr std::chrono::microseconds kLongestLook{200};

} // namespace

struct WorkerPool::Call {
    const std::function<void()>& work;
    std::atomic<std::size_t> running = 0; // on threads of the pool
    std::exception_ptr thrown;
    std::condition_variable isDone;
};

WorkerPool& WorkerPool::shared()
{
    static WorkerPool pool;
    return pool;
}

WorkerPool::~WorkerPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_isWanted.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void WorkerPool::growTo(std::size_t threads)
{
    try {
        while (m_threads.size() < threads)
            m_threads.emplace_back([this] { runCalls(); });
    } catch (const std::system_error&) {
        // Those there are do the work, at last the caller alone.
    }
}

void WorkerPool::leaveThisProcessor()
{
#if defined(__linux__)
    // Some kernels, above all those of virtual machines, wake a thread on the processor of who wakes it even when
    // others idle, where it would begin when the caller is done.
    cpu_set_t processors;
    CPU_ZERO(&processors);
    if (sched_getaffinity(0, sizeof processors, &processors) != 0)
        return;
    const int own = sched_getcpu();
    if (own < 0 || CPU_COUNT(&processors) < 2)
        return;
    CPU_CLR(static_cast<std::size_t>(own), &processors);
    for (std::thread& thread : m_threads)
        (void)pthread_setaffinity_np(thread.native_handle(), sizeof processors, &processors); // a hint: may fail
#endif
}

void WorkerPool::callOnSeveral(std::size_t others, const std::function<void()>& work)
{
    Call call{work, 0, nullptr, {}};
    if (others > 0) {
        const std::lock_guard lock(m_mutex);
        growTo(others);
        leaveThisProcessor();
        m_waiting.insert(m_waiting.end(), others, &call);
    }
    for (std::size_t i = 0; i < others; ++i)
        m_isWanted.notify_one();
    std::exception_ptr ownThrown;
    try {
        work();
    } catch (...) {
        ownThrown = std::current_exception();
    }
    std::unique_lock lock(m_mutex);
    std::erase(m_waiting, &call); // nobody began those, and nothing is left for them
    lock.unlock();
    for (const auto until = std::chrono::steady_clock::now() + kLongestLook;
         call.running > 0 && std::chrono::steady_clock::now() < until;)
        std::this_thread::yield();
    lock.lock();
    call.isDone.wait(lock, [&] { return call.running == 0; });
    if (const std::exception_ptr thrown = ownThrown ? ownThrown : call.thrown)
        std::rethrow_exception(thrown);
}

void WorkerPool::runCalls()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_isWanted.wait(lock, [&] { return m_isEnding || !m_waiting.empty(); });
        if (m_isEnding)
            return;
        Call& call = *m_waiting.front();
        m_waiting.pop_front();
        ++call.running;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            call.work();
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        if (!call.thrown)
            call.thrown = std::move(thrown);
        // Under the lock: the caller may leave, and take the call with it, as soon as it has the lock.
        if (--call.running == 0)
            call.isDone.notify_one();
    }
}

} // namespace lanescope
