// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/query/duration_histogram.h"

#include <numeric>

using namespace lanescope;

class TestDurationHistogram : public QObject {
    Q_OBJECT

private slots:
    void binsHoldEveryDurationOnce_data();
    void binsHoldEveryDurationOnce();
    void noDurationsHaveNoBins();
};

namespace {

QByteArray textOf(const DurationHistogram& histogram)
{
    QByteArrayList bins;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
        bins << '[' + QByteArray::number(qint64(histogram.edges[i])) + ", " +
                    QByteArray::number(qint64(histogram.edges[i + 1])) +
                    "): " + QByteArray::number(qulonglong(histogram.counts[i]));
    return bins.join(' ');
}

} // namespace

void TestDurationHistogram::binsHoldEveryDurationOnce_data()
{
    QTest::addColumn<QList<qint64>>("durations");
    QTest::addColumn<bool>("isLogarithmic");
    QTest::addColumn<QByteArray>("bins");
    const auto row = [](const char* name, const QList<qint64>& durations, bool isLogarithmic, const char* bins) {
        QTest::newRow(name) << durations << isLogarithmic << QByteArray(bins);
    };
    row("linear", {0, 9, 10, 19, 39, 39}, false, "[0, 10): 2 [10, 20): 2 [20, 30): 0 [30, 40): 2");
    row("linear, not whole", {0, 1, 9}, false, "[0, 2): 2 [2, 5): 0 [5, 7): 0 [7, 10): 1");
    row("one duration", {7, 7}, false, "[7, 8): 2");
    row("fewer nanoseconds than bins", {5, 6}, false, "[5, 6): 1 [6, 7): 1");
    row("logarithmic", {1, 9, 10, 99, 9999}, true, "[1, 10): 2 [10, 100): 2 [100, 1000): 0 [1000, 10000): 1");
    row("logarithmic from zero", {0, 9999}, true, "[0, 1): 1 [1, 10): 0 [10, 100): 0 [100, 1000): 0 [1000, 10000): 1");
    row("logarithmic, one duration", {7}, true, "[7, 8): 1");
    row("only zero", {0}, true, "[0, 1): 1");
}

void TestDurationHistogram::binsHoldEveryDurationOnce()
{
    QFETCH(const QList<qint64>, durations);
    QFETCH(const bool, isLogarithmic);
    QFETCH(const QByteArray, bins);
    const std::vector<TimeNs> values(durations.begin(), durations.end());
    const auto scale = isLogarithmic ? HistogramScale::Logarithmic : HistogramScale::Linear;
    const DurationHistogram histogram = histogramOf(values, 4, scale);
    QCOMPARE(textOf(histogram), bins);
    QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}),
             std::uint64_t{values.size()});
}

void TestDurationHistogram::noDurationsHaveNoBins()
{
    QVERIFY(histogramOf({}, 10, HistogramScale::Linear).counts.empty());
}

LANESCOPE_TEST(TestDurationHistogram)
#include "tst_duration_histogram.moc"
