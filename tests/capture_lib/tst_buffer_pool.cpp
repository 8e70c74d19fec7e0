// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/buffer_pool.h"
#include "tests/support/test_main.h"

#include <set>
#include <thread>

using namespace lanescope::record;

class TestBufferPool : public QObject {
    Q_OBJECT

private slots:
    void noMoreMemoryThanTheLimitIsGiven();
    void whatIsGivenBackIsUsedAgain();
    void filledBuffersComeInOrderUntilClosed();
    void aWriterThatWaitsGetsWhatIsFilled();
};

void TestBufferPool::noMoreMemoryThanTheLimitIsGiven()
{
    BufferPool pool(std::size_t(8) << 20);
    std::set<std::uint8_t*> given;
    for (int i = 0; i < 4; ++i) {
        std::uint8_t* memory = pool.take();
        QVERIFY(memory);
        memory[BufferPool::kBufferBytes - 1] = 1;
        QCOMPARE(reinterpret_cast<std::uintptr_t>(memory) % 8, std::uintptr_t(0));
        given.insert(memory);
    }
    QCOMPARE(given.size(), std::size_t(4));
    QVERIFY(!pool.take());
    QVERIFY(!pool.take());
    QCOMPARE(pool.refusals(), std::uint64_t(2));
}

void TestBufferPool::whatIsGivenBackIsUsedAgain()
{
    BufferPool pool(BufferPool::kBufferBytes);
    std::uint8_t* memory = pool.take();
    pool.fill(memory, 16);
    QVERIFY(!pool.take()); // filled, not written yet
    const auto filled = pool.next();
    QVERIFY(filled && filled->memory == memory);
    QVERIFY(!pool.take()); // being written
    pool.giveBack(memory);
    QVERIFY(pool.take() == memory);
}

void TestBufferPool::filledBuffersComeInOrderUntilClosed()
{
    BufferPool pool(3 * BufferPool::kBufferBytes);
    for (std::size_t size = 1; size <= 3; ++size)
        pool.fill(pool.take(), size);
    pool.close();
    for (std::size_t size = 1; size <= 3; ++size) {
        const auto filled = pool.next();
        QVERIFY(filled);
        QCOMPARE(filled->sizeBytes, size);
    }
    QVERIFY(!pool.next());
}

void TestBufferPool::aWriterThatWaitsGetsWhatIsFilled()
{
    BufferPool pool(2 * BufferPool::kBufferBytes);
    std::size_t written = 0;
    std::thread writer([&] {
        while (const auto filled = pool.next()) {
            written += filled->sizeBytes;
            pool.giveBack(filled->memory);
        }
    });
    std::size_t wanted = 0;
    for (std::size_t size = 1; size <= 1000; ++size) {
        if (std::uint8_t* memory = pool.take()) {
            pool.fill(memory, size);
            wanted += size;
        }
    }
    pool.close();
    writer.join();
    QCOMPARE(written, wanted);
    QVERIFY(wanted > 0);
}

LANESCOPE_TEST(TestBufferPool)
#include "tst_buffer_pool.moc"
