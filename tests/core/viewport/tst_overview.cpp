// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/overview.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace lanescope;
using namespace lanescope::test;

namespace {

std::shared_ptr<const Arrangement> arranged(const std::vector<SampleEvent>& events,
                                            const std::map<std::size_t, SampleAnnotation>& annotations = {})
{
    const auto arrangement = arrange(joinedOf(traceOf(events), annotations), TrackView::Recorded, JobControl());
    return arrangement ? *arrangement : nullptr;
}

std::string summaryOf(const std::vector<SampleEvent>& events, TimeRange range, int columns,
                      const std::map<std::size_t, SampleAnnotation>& annotations = {})
{
    const auto overview = summarizeTime(*arranged(events, annotations), range, columns, JobControl());
    return overview ? columnsAsText(overview->columns) : "failed";
}

} // namespace

class TestOverview : public QObject {
    Q_OBJECT
private slots:
    void streamsOfAGpuCountOnce();
    void gpusAreAveraged();
    void workOfNoLengthIsSeen();
    void profilersAnnotationsAreNoWork();
    void threadsCountWhereThereIsNoGpu();
    void columnsAreWhatANanosecondCountGives_data();
    void columnsAreWhatANanosecondCountGives();
    void columnsFitAnyWidth();
    void aTitleNeedsMoreThanHalf();
    void stoppingStops();
};

void TestOverview::streamsOfAGpuCountOnce()
{
    // attn 0-10 and c 5-15 overlap in 0-10; mlp 20-25.
    const std::vector<SampleEvent> events{{"a", 0, 10}, {"c", 5, 10, "kernel", "0", "8"}, {"b", 20, 5}};
    const auto overview =
        summarizeTime(*arranged(events, {{0, named("attn")}, {2, named("mlp")}}), {0, 40}, 4, JobControl());
    QVERIFY(overview.has_value());
    QVERIFY(overview->of == Overview::Of::Gpus);
    QCOMPARE(columnsAsText(overview->columns), std::string("0:1000@0 1:500 2:500@1"));
}

void TestOverview::gpusAreAveraged()
{
    // GPU 0 works in half of the first column, GPU 1 in all of both.
    QCOMPARE(summaryOf({{"a", 0, 5}, {"b", 0, 20, "kernel", "1"}}, {0, 20}, 2), std::string("0:750 1:500"));
}

void TestOverview::workOfNoLengthIsSeen()
{
    QCOMPARE(summaryOf({{"a", 0, 0}, {"b", 150000, 0}}, {0, 300000}, 3), std::string("0:1 1:1"));
}

void TestOverview::profilersAnnotationsAreNoWork()
{
    QCOMPARE(summaryOf({{"step", 0, 40, "gpu_user_annotation"}, {"a", 10, 10}, {"note", 30, 10, "other"}}, {0, 40}, 4),
             std::string("1:1000"));
}

void TestOverview::threadsCountWhereThereIsNoGpu()
{
    const std::vector<SampleEvent> events{{"outer", 0, 20, "cpu_op", "60", "61"},
                                          {"inner", 0, 10, "cpu_op", "60", "61"},
                                          {"other", 20, 5, "cpu_op", "60", "62"}};
    const auto overview = summarizeTime(*arranged(events), {0, 40}, 4, JobControl());
    QVERIFY(overview.has_value());
    QVERIFY(overview->of == Overview::Of::Threads);
    QCOMPARE(columnsAsText(overview->columns), std::string("0:1000 1:1000 2:500"));
}

void TestOverview::columnsAreWhatANanosecondCountGives_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("columns");
    for (const unsigned seed : {1U, 2U, 3U}) {
        QTest::addRow("seed %u, 7 columns", seed) << seed << 7;
        QTest::addRow("seed %u, 100 columns", seed) << seed << 100;
    }
}

void TestOverview::columnsAreWhatANanosecondCountGives()
{
    QFETCH(const unsigned, seed);
    QFETCH(const int, columns);
    constexpr TimeNs kLengthNs = 14000; // whole columns of 2000 and 140 ns
    std::mt19937 random(seed);
    std::vector<SampleEvent> events;
    std::vector<bool> isBusy(kLengthNs);
    events.push_back({"first", 0, 1}); // the trace begins at 0
    isBusy[0] = true;
    for (int i = 0; i < 200; ++i) {
        const TimeNs beginNs = random() % (kLengthNs - 500);
        const TimeNs durationNs = 1 + random() % (1U << (random() % 9));
        events.push_back({"k", beginNs, durationNs, "kernel", "0", std::to_string(7 + random() % 3)});
        for (TimeNs at = beginNs; at < beginNs + durationNs; ++at)
            isBusy[static_cast<std::size_t>(at)] = true;
    }
    const auto overview = summarizeTime(*arranged(events), {0, kLengthNs}, columns, JobControl());
    QVERIFY(overview.has_value());
    QCOMPARE(overview->columns.size(), static_cast<std::size_t>(columns));
    const TimeNs columnNs = kLengthNs / columns;
    for (int column = 0; column < columns; ++column) {
        const auto begin = isBusy.begin() + column * columnNs;
        const auto busyNs = std::count(begin, begin + columnNs, true);
        const int expected = static_cast<int>(busyNs * 1000 / columnNs);
        const int found = overview->columns[static_cast<std::size_t>(column)].busy;
        QVERIFY2(std::abs(found - expected) <= 1, qPrintable(QStringLiteral("%1: %2").arg(column).arg(found)));
        QCOMPARE(found > 0, busyNs > 0);
    }
}

void TestOverview::columnsFitAnyWidth()
{
    Overview overview;
    overview.columns = {{1000, 0}, {1000, 0}, {200, 1}, {0, OverviewColumn::kNoTitle}};
    std::vector<OverviewColumn> fitted;
    fitColumns(overview, 2, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:1000@0 1:100@1"));
    fitColumns(overview, 8, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:1000@0 1:1000@0 2:1000@0 3:1000@0 4:200@1 5:200@1"));
    fitColumns(overview, 3, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:1000@0 1:1000@0 2:100@1"));
    fitColumns(overview, 0, fitted);
    QVERIFY(fitted.empty());
    fitColumns(Overview{}, 100, fitted);
    QVERIFY(fitted.empty());
    for (int width = 1; width < 50; ++width) {
        fitColumns(overview, width, fitted);
        QCOMPARE(fitted.size(), static_cast<std::size_t>(width));
    }
}

void TestOverview::aTitleNeedsMoreThanHalf()
{
    Overview overview;
    overview.columns = {{500, 0}, {500, 1}};
    std::vector<OverviewColumn> fitted;
    fitColumns(overview, 1, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:500"));
    overview.columns = {{500, 0}, {499, 1}};
    fitColumns(overview, 1, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:500@0"));
    overview.columns = {{300, 0}, {300, 1}, {300, 2}};
    fitColumns(overview, 1, fitted);
    QCOMPARE(columnsAsText(fitted), std::string("0:300"));
}

void TestOverview::stoppingStops()
{
    std::stop_source stop;
    stop.request_stop();
    const auto overview = summarizeTime(*arranged({{"a", 0, 5}}), {0, 20}, 2, JobControl(stop.get_token()));
    QVERIFY(!overview && overview.error().code == ErrorCode::Stopped);
}

LANESCOPE_TEST(TestOverview)
#include "tst_overview.moc"
