// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/open/session_clock.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace lanescope;
using Start = SessionTimes::Start;

class TestSessionClock : public QObject {
    Q_OBJECT

private slots:
    void filesLieWhereTheirTimesPutThem();
    void baseTimesOfAllFilesCount();
    void equalBaseTimesLeaveTheTimesOfTheFiles();
    void aBaseTimeThatOneFileLacksDoesNotCount();
    void clocksWithoutACommonTimeAreToldAndNotUsed();
    void clocksThatTheUserWantsAreUsed();
    void firstEventsMeetAtZero();
    void offsetsMoveTheirFileAlone();
    void offsetsDoNotMoveTheAxis();
    void timesOfTheWorldsEndAreNotPlaced();
};

namespace {

// A file whose times begin at `baseNs` and last `lengthNs`.
FileClock file(const char* path, FileTimeNs baseNs, TimeNs lengthNs, std::optional<std::int64_t> baseTime = {})
{
    return {path, baseNs, {0, lengthNs}, {0, lengthNs}, baseTime};
}

// "base shifts start": "100 0 20 clocks".
std::string placed(const std::vector<FileClock>& files, const SessionTimes& times = {})
{
    const SessionClock clock = placeFiles(files, times);
    return fmt::format("{} {} {}{}", clock.baseNs, fmt::join(clock.shiftNs, " "),
                       clock.start == Start::Clocks ? "clocks" : "first events", clock.clocksDiffer ? " differ" : "");
}

constexpr std::int64_t kYear2026 = 1'767'225'600'000'000'000;

} // namespace

void TestSessionClock::filesLieWhereTheirTimesPutThem()
{
    QCOMPARE(placed({file("a", 100, 50), file("b", 120, 50), file("c", 90, 50)}), std::string("90 10 30 0 clocks"));
}

void TestSessionClock::baseTimesOfAllFilesCount()
{
    QCOMPARE(placed({file("a", 100, 500, kYear2026), file("b", 20, 500, kYear2026 + 300)}),
             std::string("1767225600000000100 0 220 clocks"));
}

void TestSessionClock::equalBaseTimesLeaveTheTimesOfTheFiles()
{
    QCOMPARE(placed({file("a", 100, 50, kYear2026), file("b", 120, 50, kYear2026)}), std::string("100 0 20 clocks"));
}

void TestSessionClock::aBaseTimeThatOneFileLacksDoesNotCount()
{
    QCOMPARE(placed({file("a", 100, 50, kYear2026), file("b", 120, 50)}), std::string("100 0 20 clocks"));
}

void TestSessionClock::clocksWithoutACommonTimeAreToldAndNotUsed()
{
    QCOMPARE(placed({file("a", 100, 50), file("b", 150, 50), file("c", 900, 50)}),
             std::string("100 0 0 0 first events differ"));
    // Two that share some time are enough: the third may be a later step.
    QCOMPARE(placed({file("a", 100, 50), file("b", 149, 50), file("c", 900, 50)}), std::string("100 0 49 800 clocks"));
}

void TestSessionClock::clocksThatTheUserWantsAreUsed()
{
    QCOMPARE(placed({file("a", 100, 50), file("b", 900, 50)}, {Start::Clocks, {}}), std::string("100 0 800 clocks"));
}

void TestSessionClock::firstEventsMeetAtZero()
{
    FileClock late = file("b", 120, 50);
    late.fitRange = {7, 40};
    QCOMPARE(placed({file("a", 100, 50), late}, {Start::FirstEvents, {}}), std::string("100 0 -7 first events"));
}

void TestSessionClock::offsetsMoveTheirFileAlone()
{
    QCOMPARE(placed({file("a", 100, 50), file("b", 120, 50)}, {Start::Automatic, {{"b", -5}, {"other", 9}}}),
             std::string("100 0 15 clocks"));
    // What the user set is no reason to think that clocks differ.
    QCOMPARE(placed({file("a", 100, 50), file("b", 120, 50)}, {Start::Automatic, {{"b", 5000}}}),
             std::string("100 0 5020 clocks"));
}

void TestSessionClock::offsetsDoNotMoveTheAxis()
{
    QCOMPARE(placed({file("a", 100, 50), file("b", 120, 50)}, {Start::Automatic, {{"a", -30}}}),
             std::string("100 -30 20 clocks"));
}

void TestSessionClock::timesOfTheWorldsEndAreNotPlaced()
{
    FileClock far = file("b", kLargestFileTimeNs, 10);
    far.fullRange = {-2 * kLargestFileTimeNs, 10};
    const FileClock farther = file("a", -kLargestFileTimeNs, 10, std::numeric_limits<std::int64_t>::min());
    QCOMPARE(placed({farther, far}, {Start::Clocks, {}}), std::string("-2305843009213693952 0 0 first events"));
    QCOMPARE(placed({farther, far}, {Start::Clocks, {{"a", std::numeric_limits<TimeNs>::max()}, {"b", -1}}}),
             std::string("-2305843009213693952 1152921504606846976 0 first events"));
}

LANESCOPE_TEST(TestSessionClock)
#include "tst_session_clock.moc"
