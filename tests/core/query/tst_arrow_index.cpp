// SPDX-License-Identifier: Apache-2.0
#include "core/query/arrow_index.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <stop_token>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// A launch with two kernels, the later one first in the file, and an operator that leads to the launch. One arrow ends
// beside every slice.
constexpr std::string_view kTrace = R"([
{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":2},
{"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":40,"dur":5,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"early","pid":0,"tid":7,"ts":20,"dur":5,"args":{"correlation":7}},
{"ph":"s","cat":"chain","name":"c","id":1,"pid":1,"tid":1,"ts":1},
{"ph":"f","cat":"chain","name":"c","id":1,"pid":1,"tid":1,"ts":12},
{"ph":"s","cat":"ac2g","name":"a","id":7,"pid":1,"tid":1,"ts":10},
{"ph":"f","cat":"ac2g","name":"a","id":7,"pid":0,"tid":7,"ts":40},
{"ph":"f","cat":"ac2g","name":"a","id":7,"pid":0,"tid":7,"ts":20},
{"ph":"f","cat":"ac2g","name":"a","id":7,"pid":0,"tid":7,"ts":90}])";

std::shared_ptr<const JoinedTrace> joinedTrace()
{
    return joinTrace(readTraceText(std::string(kTrace)).value(), nullptr, JobControl()).value();
}

EventId named(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(idAt<EventId>(i)) == name)
            return idAt<EventId>(i);
    }
    return kNoEvent;
}

} // namespace

class TestArrowIndex : public QObject {
    Q_OBJECT

private slots:
    void arrowsAreFoundFromBothEnds();
    void walkingGoesToTheEarliestOther();
    void stopIsSeen();
};

void TestArrowIndex::arrowsAreFoundFromBothEnds()
{
    const auto joined = joinedTrace();
    const Trace& trace = *joined->trace;
    const ArrowIndex arrows = ArrowIndex::of(*joined, JobControl()).value();
    QStringList lines;
    for (const char* name : {"op", "launch", "late", "early"}) {
        for (const ArrowIndex::Link& link : arrows.leaving(named(trace, name)))
            lines << QString("%1 > %2").arg(name).arg(
                QString::fromStdString(std::string(trace.name(arrows.endOf(link)))));
        for (const ArrowIndex::Link& link : arrows.entering(named(trace, name)))
            lines << QString("%1 < %2").arg(name).arg(
                QString::fromStdString(std::string(trace.name(arrows.startOf(link)))));
    }
    QCOMPARE(lines.join('\n'), QString("op > launch\nlaunch > late\nlaunch > early\nlaunch < op\n"
                                       "late < launch\nearly < launch"));
}

void TestArrowIndex::walkingGoesToTheEarliestOther()
{
    const auto joined = joinedTrace();
    const Trace& trace = *joined->trace;
    const ArrowIndex arrows = ArrowIndex::of(*joined, JobControl()).value();
    QVERIFY(arrows.nextAlong(named(trace, "launch")) == named(trace, "early"));
    QVERIFY(arrows.previousAlong(named(trace, "late")) == named(trace, "launch"));
    QVERIFY(arrows.previousAlong(named(trace, "launch")) == named(trace, "op"));
    QVERIFY(!arrows.nextAlong(named(trace, "late")));
    QVERIFY(!arrows.previousAlong(named(trace, "op")));
}

void TestArrowIndex::stopIsSeen()
{
    std::stop_source stop;
    stop.request_stop();
    const auto joined = joinedTrace();
    const auto arrows = ArrowIndex::of(*joined, JobControl(stop.get_token()));
    QVERIFY(!arrows && arrows.error().code == ErrorCode::Stopped);
}

LANESCOPE_TEST(TestArrowIndex)
#include "tst_arrow_index.moc"
