// SPDX-License-Identifier: Apache-2.0
#include "core/file/text_blocks.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <future>
#include <stop_token>
#include <thread>

using namespace lanescope;

class TestTextBlocks : public QObject {
    Q_OBJECT

private slots:
    void readsAcrossBlocks();
    void readsLessOnlyAtTheEnd();
    void progressFollowsTheFileOnDisk();
    void whatHasArrivedIsReadBeforeTheRest();
    void aContentThatNobodyWantsStopsItsFilling();
    void aStoppedJobStopsTheFilling();
    void anErrorAfterSomeTextIsWhatReadsGive();
    void anErrorBeforeAnyTextIsReturned();
    void nothingButDamageIsAnError();
};

void TestTextBlocks::readsAcrossBlocks()
{
    std::string text(3 * TextBlocks::kBlockBytes + 17, ' ');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>('a' + i % 23);
    TextBlocks blocks;
    blocks.append(text);
    blocks.finish({});
    QCOMPARE(blocks.sizeBytes(), std::uint64_t{text.size()});
    const std::uint64_t offset = TextBlocks::kBlockBytes - 5;
    std::string out(TextBlocks::kBlockBytes + 100, '\0');
    QCOMPARE(*blocks.read(offset, out), out.size());
    QVERIFY(out == text.substr(offset, out.size()));
}

void TestTextBlocks::readsLessOnlyAtTheEnd()
{
    TextBlocks blocks;
    blocks.append("0123456789");
    blocks.finish({});
    std::string out(8, '\0');
    QCOMPARE(*blocks.read(5, out), std::size_t{5});
    QVERIFY(out.starts_with("56789"));
    QCOMPARE(*blocks.read(10, out), std::size_t{0});
    QCOMPARE(*blocks.read(99, out), std::size_t{0});
    QVERIFY(*blocks.text({3, 4}) == "3456");
    QVERIFY(!blocks.text({0, std::uint64_t{1} << 40})); // refused before memory is asked for
}

void TestTextBlocks::progressFollowsTheFileOnDisk()
{
    TextBlocks blocks;
    blocks.append(std::string(1000, 'x'));
    blocks.setDiskBytes(100);
    blocks.finish({});
    QCOMPARE(blocks.diskBytesUpTo(0), std::uint64_t{0});
    QCOMPARE(blocks.diskBytesUpTo(500), std::uint64_t{50});
    QCOMPARE(blocks.diskBytesUpTo(1000), std::uint64_t{100});
}

namespace {

JobControl jobOnTwoThreads(std::stop_token stop = {})
{
    JobControl job(std::move(stop));
    job.setThreads(2);
    return job;
}

Result<void> waitUntilStopped(TextBlocks& text, const JobControl& job)
{
    text.append("abc");
    while (!job.stopRequested())
        std::this_thread::yield();
    return JobControl::stopped();
}

} // namespace

void TestTextBlocks::whatHasArrivedIsReadBeforeTheRest()
{
    std::promise<void> goOn;
    const auto fill = [future = goOn.get_future().share()](TextBlocks& text, const JobControl&) -> Result<void> {
        text.setDiskBytes(1000);
        std::ranges::copy(std::string_view("0123456789"), text.room().begin());
        text.advance(10, 100);
        future.wait();
        text.append("abc");
        text.setDamage("cut");
        return {};
    };
    const auto text = TextBlocks::filledBy(fill, "x", jobOnTwoThreads());
    QVERIFY(text);
    QVERIFY((*text)->hasByteAt(9)); // all of these would hang if they waited for the end
    std::string out(4, '\0');
    QCOMPARE(*(*text)->read(6, out), std::size_t{4});
    QCOMPARE(out, std::string("6789"));
    QCOMPARE((*text)->diskBytesUpTo(5), std::uint64_t{50});
    QCOMPARE((*text)->likelySizeBytes(), std::uint64_t{100}); // 10 bytes of text for each 100 of the 1000 on disk
    std::jthread later([&] { goOn.set_value(); });
    QVERIFY((*text)->hasByteAt(12) && !(*text)->hasByteAt(13));
    QCOMPARE((*text)->sizeBytes(), std::uint64_t{13});
    QCOMPARE((*text)->likelySizeBytes(), std::uint64_t{13});
    QCOMPARE((*text)->damage(), std::string("cut"));
}

void TestTextBlocks::aContentThatNobodyWantsStopsItsFilling()
{
    auto text = TextBlocks::filledBy(waitUntilStopped, "x", jobOnTwoThreads());
    QVERIFY(text);
    text->reset(); // hangs if it does not
}

void TestTextBlocks::aStoppedJobStopsTheFilling()
{
    std::stop_source stop;
    const auto text = TextBlocks::filledBy(waitUntilStopped, "x", jobOnTwoThreads(stop.get_token()));
    QVERIFY(text);
    stop.request_stop();
    QVERIFY(!(*text)->hasByteAt(3));
    std::string out(3, '\0');
    const auto got = (*text)->read(0, out);
    QVERIFY(!got && got.error().code == ErrorCode::Stopped);
}

void TestTextBlocks::anErrorAfterSomeTextIsWhatReadsGive()
{
    std::promise<void> goOn;
    const auto fill = [future = goOn.get_future().share()](TextBlocks& text, const JobControl&) -> Result<void> {
        text.append("abc");
        future.wait();
        return failure(ErrorCode::CannotRead, "the disk is gone");
    };
    const auto text = TextBlocks::filledBy(fill, "x", jobOnTwoThreads());
    QVERIFY(text);
    goOn.set_value();
    QCOMPARE((*text)->sizeBytes(), std::uint64_t{3});
    std::string out(3, '\0');
    const auto got = (*text)->read(0, out);
    QVERIFY(!got);
    QCOMPARE(got.error().message, std::string("the disk is gone"));
}

void TestTextBlocks::anErrorBeforeAnyTextIsReturned()
{
    const auto fill = [](TextBlocks&, const JobControl&) -> Result<void> {
        return failure(ErrorCode::CannotRead, "the disk is gone");
    };
    for (const unsigned threads : {1U, 2U}) {
        JobControl job;
        job.setThreads(threads);
        const auto text = TextBlocks::filledBy(fill, "x", job);
        QVERIFY(!text);
        QCOMPARE(text.error().message, std::string("the disk is gone"));
    }
}

void TestTextBlocks::nothingButDamageIsAnError()
{
    const auto fill = [](TextBlocks& text, const JobControl&) -> Result<void> {
        text.setDamage("the file is cut");
        return {};
    };
    const auto text = TextBlocks::filledBy(fill, "x.gz", jobOnTwoThreads());
    QVERIFY(!text);
    QCOMPARE(text.error().message, std::string("x.gz: the file is cut; nothing of it can be read"));
}

LANESCOPE_TEST(TestTextBlocks)
#include "tst_text_blocks.moc"
