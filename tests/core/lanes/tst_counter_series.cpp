// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/counter_series.h"

#include "core/lanes/arrangement.h"
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;
using namespace lanescope::test;

class TestCounterSeries : public QObject {
    Q_OBJECT

private slots:
    void argsBecomeSeries();
    void whatIsNoNumberIsLeftOut();
    void aCounterIsATrackOfItsProcess();
    void aValueHoldsUntilTheNext();
    void extremesAreThoseOfTheSamples();
    void stopsWhenAsked();
};

namespace {

QByteArray counter(const char* name, int ts, const char* args)
{
    return QByteArray(R"({"ph": "C", "pid": 1, "tid": 1, "name": ")") + name + R"(", "ts": )" + QByteArray::number(ts) +
           R"(, "args": {)" + args + "}}";
}

// A line a series: "name: value@ns …".
QByteArrayList seriesText(const QList<QByteArray>& entries)
{
    const auto trace = traceOf(entries);
    QByteArrayList lines;
    for (std::size_t i = 0; i < trace->tracks().size(); ++i) {
        if (trace->tracks()[i].kind != TrackKind::Counter)
            continue;
        const auto series = counterSeriesOf(*trace, idAt<TrackId>(i), JobControl());
        for (const CounterSeries& one : *series) {
            QByteArray line = QByteArray::fromStdString(one.name()) + ":";
            for (std::uint32_t k = 0; k < one.size(); ++k)
                line += " " + QByteArray::number(one.sample(k).value) + "@" + QByteArray::number(one.sample(k).atNs);
            lines << line;
        }
    }
    return lines;
}

} // namespace

void TestCounterSeries::argsBecomeSeries()
{
    const QByteArrayList expected{"used: 1@0 3@5000", "free: 9@0 7.5@5000", "temperature: 40@2000"};
    QCOMPARE(seriesText({counter("Memory", 0, R"("used": 1, "free": 9)"),
                         counter("Memory", 5, R"("free": 7.5, "used": 3)"), counter("GPU", 2, R"("temperature": 40)")}),
             expected);
}

void TestCounterSeries::whatIsNoNumberIsLeftOut()
{
    const QByteArrayList expected{"a: 1@0 12@3000"};
    QCOMPARE(
        seriesText({counter("m", 0, R"("a": 1, "unit": "bytes")"), counter("m", 1, R"("a": null)"),
                    counter("m", 2, R"("a": 1e999)"), counter("m", 3, R"("a": "12")"), counter("m", 4, R"("a": [2])")}),
        expected);
}

void TestCounterSeries::aCounterIsATrackOfItsProcess()
{
    const auto trace = traceOf({slice("cpu_op", "op", 1, 1, 0, 10), counter("Memory", 2, R"("used": 1)")});
    const auto arrangement = *arrange(joinOf(trace, nullptr), TrackView::Recorded, JobControl());
    QCOMPARE(arrangement->groups.size(), std::size_t{1});
    const auto& tracks = arrangement->groups.front().tracks;
    QCOMPARE(tracks.size(), std::size_t{2});
    QVERIFY(tracks.back().kind == TrackKind::Counter); // below the threads
    QCOMPARE(tracks.back().counters.size(), std::size_t{1});
    QCOMPARE(tracks.back().eventCount, std::uint64_t{1});
    QVERIFY(tracks.back().lanes.empty());
    QVERIFY(tracks.front().counters.empty());
}

void TestCounterSeries::aValueHoldsUntilTheNext()
{
    const CounterSeries series("v", {{10, 1, EventId{}}, {20, 2, EventId{}}, {20, 3, EventId{}}});
    QVERIFY(!series.holdingAt(9).has_value());
    QCOMPARE(*series.holdingAt(10), std::uint32_t{0});
    QCOMPARE(*series.holdingAt(19), std::uint32_t{0});
    QCOMPARE(*series.holdingAt(20), std::uint32_t{2}); // of two at one time the later one
    QCOMPARE(*series.holdingAt(1000), std::uint32_t{2});
}

void TestCounterSeries::extremesAreThoseOfTheSamples()
{
    std::mt19937 random(3);
    std::vector<CounterSample> samples;
    for (TimeNs i = 0; i < 1000; ++i)
        samples.push_back({i, static_cast<double>(random() % 100000), EventId{}});
    const CounterSeries series("v", samples);
    for (int k = 0; k < 2000; ++k) {
        const auto first = static_cast<std::uint32_t>(random() % 1000);
        const auto last = first + 1 + static_cast<std::uint32_t>(random() % (1000 - first));
        ValueRange expected{samples[first].value, samples[first].value};
        for (std::uint32_t i = first; i < last; ++i) {
            expected.lowest = std::min(expected.lowest, samples[i].value);
            expected.highest = std::max(expected.highest, samples[i].value);
        }
        QCOMPARE(series.extremes(first, last), expected);
    }
    QCOMPARE(series.range(), series.extremes(0, 1000));
}

void TestCounterSeries::stopsWhenAsked()
{
    const auto trace = traceOf({counter("m", 0, R"("a": 1)")});
    std::stop_source source;
    source.request_stop();
    for (std::size_t i = 0; i < trace->tracks().size(); ++i) {
        if (trace->tracks()[i].kind == TrackKind::Counter)
            QVERIFY(!counterSeriesOf(*trace, idAt<TrackId>(i), JobControl(source.get_token())));
    }
}

LANESCOPE_TEST(TestCounterSeries)
#include "tst_counter_series.moc"
