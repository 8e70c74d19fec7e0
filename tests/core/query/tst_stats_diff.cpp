// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/stats_diff.h"

using namespace lanescope;
using namespace lanescope::test;

class TestStatsDiff : public QObject {
    Q_OBJECT

private slots:
    void groupsAreComparedByName();
    void rowsInsideFollowTheirRow();
    void instancesCanBeComparedInsteadOfTotals();
    void theSlowestPathStopsWhereItSpreadsOut();
    void nothingChangedIsNoPath();
};

namespace {

StatsTable tableOf(const QList<QByteArray>& entries, const std::vector<StatsKey>& by, const char* annotations = nullptr)
{
    StatsRequest request;
    request.by = by;
    return *statsTable(*joinOf(traceOf(entries), annotations), request, JobControl());
}

// "name before after difference state", times in us.
QByteArray textOf(const StatsDiff& diff)
{
    QByteArray text;
    for (const DiffRow& row : diff.rows)
        text += QByteArray(2 * qsizetype(row.depth), ' ') + QByteArray::fromStdString(row.name) + ' ' +
                QByteArray::number(qint64(row.comparedBeforeNs / 1000)) + ' ' +
                QByteArray::number(qint64(row.comparedAfterNs / 1000)) + ' ' +
                QByteArray::number(qint64(row.differenceNs() / 1000)) + ' ' +
                QByteArray::fromStdString(std::string(nameOf(row.state()))) + '\n';
    return text;
}

QByteArray pathText(const StatsDiff& diff, const std::vector<std::uint32_t>& path)
{
    QByteArrayList names;
    for (const std::uint32_t row : path)
        names << QByteArray::fromStdString(diff.rows[row].name);
    return names.join('/');
}

constexpr qulonglong kGraph = qulonglong(2) << 32;
constexpr const char* kAnnotations = R"({"8589934593": [{"name": "x"}],
    "8589934594": [{"name": "x", "autograd_phase": "backward"}], "8589934595": [{"name": "y"}]})";

// One replay with nodes x forward, x backward, y.
QList<QByteArray> replay(int at, int correlation, int forward, int backward, int other)
{
    return {kernel("f", 7, at, forward, correlation, kGraph + 1),
            kernel("b", 7, at + 100, backward, correlation, kGraph + 2),
            kernel("o", 7, at + 200, other, correlation, kGraph + 3)};
}

} // namespace

void TestStatsDiff::groupsAreComparedByName()
{
    const StatsTable before =
        tableOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 20, 30, 2), kernel("gone", 7, 60, 5, 3)}, {StatsKey::Kernel});
    const StatsTable after = tableOf(
        {kernel("new", 7, 0, 7, 1), kernel("b", 7, 20, 28, 2), kernel("a", 7, 50, 10, 3), kernel("a", 7, 60, 10, 4)},
        {StatsKey::Kernel});
    const StatsDiff diff = diffStats(before, after, DiffUnit::Trace);
    QCOMPARE(textOf(diff), QByteArray("a 10 20 10 both\nnew 0 7 7 new\ngone 5 0 -5 gone\nb 30 28 -2 both\n"));
    QCOMPARE(diff.rows[0].meanDifferenceNs(), TimeNs{0});
    QCOMPARE(diff.rows[0].ratio(), std::optional<double>(1.0));
    QVERIFY(!diff.rows[1].ratio().has_value());
    QCOMPARE(pathText(diff, diff.slowest()), QByteArray("a"));
    QCOMPARE(pathText(diff, diff.fastest()), QByteArray("gone"));
}

void TestStatsDiff::rowsInsideFollowTheirRow()
{
    const std::vector<StatsKey> by{StatsKey::Region, StatsKey::Phase};
    const StatsDiff diff = diffStats(tableOf(replay(0, 1, 10, 20, 30), by, kAnnotations),
                                     tableOf(replay(0, 1, 11, 35, 28), by, kAnnotations), DiffUnit::Trace);
    QCOMPARE(textOf(diff), QByteArray("x 30 46 16 both\n  backward 20 35 15 both\n  forward 10 11 1 both\n"
                                      "y 30 28 -2 both\n  forward 30 28 -2 both\n"));
    QCOMPARE(pathText(diff, diff.slowest()), QByteArray("x/backward"));
    QCOMPARE(pathText(diff, diff.fastest()), QByteArray("y/forward"));
    QCOMPARE(diff.rows[2].parent, std::uint32_t{0});
}

void TestStatsDiff::instancesCanBeComparedInsteadOfTotals()
{
    const QList<QByteArray> two = replay(0, 1, 10, 20, 30) + replay(1000, 2, 10, 20, 30);
    const StatsTable before = tableOf(replay(0, 1, 10, 20, 33), {StatsKey::Region}, kAnnotations);
    const StatsTable after = tableOf(two, {StatsKey::Region}, kAnnotations);
    QCOMPARE(textOf(diffStats(before, after, DiffUnit::Trace)), QByteArray("x 30 60 30 both\ny 33 60 27 both\n"));
    // x has two phases, so two instances a replay
    QCOMPARE(textOf(diffStats(before, after, DiffUnit::Instance)), QByteArray("y 33 30 -3 both\nx 15 15 0 both\n"));
}

// Each of the three kernels is only a third of it.
void TestStatsDiff::theSlowestPathStopsWhereItSpreadsOut()
{
    const std::vector<StatsKey> by{StatsKey::Phase, StatsKey::Kernel};
    const auto kernels = [&](int longer) {
        return tableOf({kernel("a", 7, 0, 10 + longer, 1), kernel("b", 7, 50, 10 + longer, 2),
                        kernel("c", 7, 100, 10 + longer, 3)},
                       by);
    };
    const StatsDiff diff = diffStats(kernels(0), kernels(5), DiffUnit::Trace);
    QCOMPARE(pathText(diff, diff.slowest()), QByteArray("none"));
}

void TestStatsDiff::nothingChangedIsNoPath()
{
    const StatsTable table = tableOf({kernel("a", 7, 0, 10, 1)}, {StatsKey::Kernel});
    const StatsDiff diff = diffStats(table, table, DiffUnit::Trace);
    QVERIFY(diff.slowest().empty() && diff.fastest().empty());
    const StatsTable nothing = tableOf({slice("cpu_op", "a", 1, 1, 0, 1)}, {StatsKey::Kernel});
    QVERIFY(diffStats(nothing, nothing, DiffUnit::Trace).rows.empty());
}

LANESCOPE_TEST(TestStatsDiff)
#include "tst_stats_diff.moc"
