// SPDX-License-Identifier: Apache-2.0
#include "core/base/worker_pool.h"
#include "tests/support/test_main.h"

#include <atomic>
#include <latch>
#include <set>
#include <stdexcept>

using namespace lanescope;

class TestWorkerPool : public QObject {
    Q_OBJECT

private slots:
    void severalThreadsWorkAtOnce();
    void threadsAreKept();
    void withoutOthersTheCallerWorksAlone();
    void aCallDoesNotWaitForThreadsThatAreBusy();
    void workMayAskForMore();
    void whatAnotherThreadThrowsArrivesHere();
    void manyCallersShareThePool();
};

void TestWorkerPool::severalThreadsWorkAtOnce()
{
    WorkerPool pool;
    std::latch allAreHere(3); // each waits until the others work too: alone, this would never end
    pool.callOnSeveral(2, [&] { allAreHere.arrive_and_wait(); });
    QVERIFY(allAreHere.try_wait());
}

void TestWorkerPool::threadsAreKept()
{
    WorkerPool pool;
    std::mutex mutex;
    std::set<std::thread::id> seen;
    for (int round = 0; round < 5; ++round) {
        std::latch bothAreHere(2);
        pool.callOnSeveral(1, [&] {
            bothAreHere.arrive_and_wait();
            const std::lock_guard lock(mutex);
            seen.insert(std::this_thread::get_id());
        });
    }
    QCOMPARE(seen.size(), 2U);
    QVERIFY(seen.contains(std::this_thread::get_id()));
}

void TestWorkerPool::withoutOthersTheCallerWorksAlone()
{
    WorkerPool pool;
    std::thread::id worked;
    pool.callOnSeveral(0, [&] { worked = std::this_thread::get_id(); });
    QCOMPARE(worked, std::this_thread::get_id());
}

void TestWorkerPool::aCallDoesNotWaitForThreadsThatAreBusy()
{
    WorkerPool pool;
    std::latch isBusy(2);
    std::latch mayEnd(1);
    std::thread busy([&] {
        pool.callOnSeveral(1, [&] {
            isBusy.count_down();
            mayEnd.wait();
        });
    });
    isBusy.wait(); // the pool's only thread, and the caller of that
    int calls = 0;
    pool.callOnSeveral(1, [&] { ++calls; });
    QCOMPARE(calls, 1);
    mayEnd.count_down();
    busy.join();
}

void TestWorkerPool::workMayAskForMore()
{
    WorkerPool pool;
    std::atomic<int> inner = 0;
    pool.callOnSeveral(1, [&] { pool.callOnSeveral(1, [&] { ++inner; }); });
    QVERIFY(inner >= 1);
}

void TestWorkerPool::whatAnotherThreadThrowsArrivesHere()
{
    WorkerPool pool;
    const std::thread::id here = std::this_thread::get_id();
    const auto work = [&] {
        std::latch bothAreHere(2);
        pool.callOnSeveral(1, [&] {
            bothAreHere.arrive_and_wait();
            if (std::this_thread::get_id() != here)
                throw std::length_error("too long");
        });
    };
    QVERIFY_THROWS_EXCEPTION(std::length_error, work());
    int calls = 0;
    pool.callOnSeveral(0, [&] { ++calls; });
    QCOMPARE(calls, 1); // and the pool goes on
}

void TestWorkerPool::manyCallersShareThePool()
{
    WorkerPool pool;
    std::atomic<int> done = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&] {
            for (int round = 0; round < 500; ++round) {
                std::atomic<int> left = 10;
                pool.callOnSeveral(3, [&] {
                    while (left-- > 0)
                        ++done;
                });
            }
        });
    }
    for (std::thread& caller : callers)
        caller.join();
    QCOMPARE(done.load(), 4 * 500 * 10);
}

LANESCOPE_TEST(TestWorkerPool)
#include "tst_worker_pool.moc"
