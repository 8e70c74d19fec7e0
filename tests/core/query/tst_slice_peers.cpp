// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/slice_peers.h"

#include <stop_token>

using namespace lanescope;
using namespace lanescope::test;

class TestSlicePeers : public QObject {
    Q_OBJECT

private slots:
    void aNodeIsComparedWithItsOtherReplays();
    void nodesOfAnotherGraphAreNoPeers();
    void slicesOfOneNameAreCompared();
    void aSliceAloneHasNoPeers();
    void thePlaceInTheReplayIsByTime();
    void aKernelHasItsLaunchAndDelay();
    void anInstantHasNothing();
    void stopIsSeen();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

EventId at(std::size_t position)
{
    return idAt<EventId>(position);
}

QByteArray asText(const std::optional<PeerDurations>& peers)
{
    if (!peers)
        return "none";
    return QByteArray::number(qulonglong(peers->count)) + " slices, " + QByteArray::number(qulonglong(peers->longer)) +
           " longer, " + QByteArray::number(qlonglong(peers->shortestNs)) + " " +
           QByteArray::number(qlonglong(peers->medianNs)) + " " + QByteArray::number(qlonglong(peers->longestNs));
}

SlicePeers peersAt(const JoinedTrace& joined, std::size_t position)
{
    return *slicePeers(joined, at(position), JobControl());
}

// A launch and two kernels a replay; node 2, of the same kernel as node 1, takes `durations`.
std::shared_ptr<const JoinedTrace> replaysOf(const QList<int>& durations)
{
    QList<QByteArray> entries;
    for (int i = 0; i < durations.size(); ++i) {
        const int begin = 1000 * i;
        entries << call("cudaGraphLaunch", 1, 1, begin, 2, i + 1) << kernel("k", 7, begin + 10, 3, i + 1, kGraph + 1)
                << kernel("k", 7, begin + 25, durations[i], i + 1, kGraph + 2);
    }
    return joinOf(traceOf(entries), nullptr);
}

} // namespace

void TestSlicePeers::aNodeIsComparedWithItsOtherReplays()
{
    const auto joined = replaysOf({40, 10, 30, 20, 50});
    const SlicePeers peers = peersAt(*joined, 8); // node 2 of the third replay
    QCOMPARE(asText(peers.ofNode), QByteArray("5 slices, 2 longer, 10000 30000 50000"));
    QCOMPARE(asText(peers.ofName), QByteArray("10 slices, 2 longer, 3000 3000 50000"));
}

void TestSlicePeers::nodesOfAnotherGraphAreNoPeers()
{
    const auto joined = joinOf(traceOf({kernel("k", 7, 0, 5, 1, kGraph + 1), kernel("k", 7, 10, 6, 2, kGraph + 1),
                                        kernel("k", 7, 20, 7, 3, (qulonglong(3) << 32) + 1)}),
                               nullptr);
    QCOMPARE(asText(peersAt(*joined, 0).ofNode), QByteArray("2 slices, 1 longer, 5000 5000 6000"));
    QCOMPARE(asText(peersAt(*joined, 2).ofNode), QByteArray("none"));
    QCOMPARE(asText(peersAt(*joined, 2).ofName), QByteArray("3 slices, 0 longer, 5000 6000 7000"));
}

// The same name in another category is something else.
void TestSlicePeers::slicesOfOneNameAreCompared()
{
    const auto joined = joinOf(
        traceOf({slice("cpu_op", "aten::mm", 1, 1, 0, 10), slice("cpu_op", "aten::mm", 1, 2, 20, 30),
                 slice("user_annotation", "aten::mm", 1, 1, 60, 99), slice("cpu_op", "aten::add", 1, 1, 200, 99)}),
        nullptr);
    const SlicePeers peers = peersAt(*joined, 0);
    QCOMPARE(asText(peers.ofName), QByteArray("2 slices, 1 longer, 10000 10000 30000"));
    QCOMPARE(asText(peers.ofNode), QByteArray("none"));
    QVERIFY(!peers.launch);
    QVERIFY(!peers.inReplay);
}

void TestSlicePeers::aSliceAloneHasNoPeers()
{
    const auto joined =
        joinOf(traceOf({slice("cpu_op", "a", 1, 1, 0, 10), slice("cpu_op", "b", 1, 1, 20, 10)}), nullptr);
    QCOMPARE(asText(peersAt(*joined, 0).ofName), QByteArray("none"));
}

// In the file the later kernel stands first.
void TestSlicePeers::thePlaceInTheReplayIsByTime()
{
    const auto joined = joinOf(traceOf({kernel("b", 7, 30, 5, 1, kGraph + 2), kernel("a", 7, 10, 5, 1, kGraph + 1),
                                        kernel("c", 8, 30, 5, 1, kGraph + 3)}),
                               nullptr);
    const auto placeAt = [&](std::size_t position) {
        const PlaceInReplay place = *peersAt(*joined, position).inReplay;
        return QByteArray::number(qulonglong(place.number)) + " of " + QByteArray::number(qulonglong(place.all)) +
               " at " + QByteArray::number(qlonglong(place.fromBeginNs));
    };
    QCOMPARE(placeAt(0), QByteArray("2 of 3 at 20000"));
    QCOMPARE(placeAt(1), QByteArray("1 of 3 at 0"));
    QCOMPARE(placeAt(2), QByteArray("3 of 3 at 20000"));
}

void TestSlicePeers::aKernelHasItsLaunchAndDelay()
{
    const auto graphed = replaysOf({10});
    const auto launch = peersAt(*graphed, 2).launch;
    QVERIFY(launch.has_value());
    QCOMPARE(indexOf(launch->call), std::size_t{0});
    QCOMPARE(launch->delayNs, TimeNs{25000});

    const auto eager = joinOf(traceOf({call("cudaLaunchKernel", 1, 1, 5, 2, 9), call("cudaLaunchKernel", 1, 1, 0, 2, 8),
                                       kernel("k", 7, 12, 5, 9), kernel("k", 7, 20, 5, 77)}),
                              nullptr);
    QCOMPARE(indexOf(peersAt(*eager, 2).launch->call), std::size_t{0});
    QCOMPARE(peersAt(*eager, 2).launch->delayNs, TimeNs{7000});
    QVERIFY(!peersAt(*eager, 3).launch); // its call was not recorded
    QVERIFY(!peersAt(*eager, 0).launch); // is a call
}

void TestSlicePeers::anInstantHasNothing()
{
    const QByteArray instant = R"({"ph": "i", "name": "x", "pid": 1, "tid": 1, "ts": 3})";
    const auto joined = joinOf(traceOf({instant, instant}), nullptr);
    QCOMPARE(asText(peersAt(*joined, 0).ofName), QByteArray("none"));
}

void TestSlicePeers::stopIsSeen()
{
    std::stop_source stop;
    stop.request_stop();
    const auto peers = slicePeers(*replaysOf({10}), at(0), JobControl(stop.get_token()));
    QVERIFY(!peers.has_value());
    QCOMPARE(peers.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestSlicePeers)
#include "tst_slice_peers.moc"
