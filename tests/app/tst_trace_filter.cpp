// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/filter/trace_filter.h"

#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::desktop;

class TestTraceFilter : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatMatches_data();
    void keepsWhatMatches();
    void countsGpuWorkOnly();
    void stopsWhenAsked();
    void isActiveOnlyWithACondition();
};

namespace {

// Names of the slices left, then the titles of the bars left.
QString filteredAsText(const TraceFilter& filter)
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const auto filtered = filterArrangement(loadedTrace.arrangement, filter, JobControl());
    if (!filtered)
        return QStringLiteral("error");
    QStringList slices;
    QStringList bars;
    for (const auto& tracks : (*filtered)->groups) {
        for (const FilteredTrack& track : tracks) {
            for (const LaneRow& lane : track.lanes) {
                for (const EventId event : lane.events())
                    slices << QString::fromStdString(std::string(loadedTrace.opened->trace->name(event)));
            }
            for (const RegionRow& row : track.regions) {
                for (std::uint32_t i = 0; i < row.size(); ++i)
                    bars << QString::fromStdString(loadedTrace.arrangement->titles[row.region(i).titleIndex].text);
            }
        }
    }
    return slices.join(QLatin1Char(' ')) + QStringLiteral(" | ") + bars.join(QLatin1Char(' '));
}

} // namespace

void TestTraceFilter::keepsWhatMatches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("hidden");
    QTest::addColumn<bool>("hidesUnannotated");
    QTest::addColumn<QString>("phase");
    QTest::addColumn<QString>("left");
    const QStringList none;
    QTest::newRow("nothing asked") << "" << none << false << ""
                                   << "attn_kernel attn_grad mlp_kernel other_kernel launch | attn attn mlp";
    QTest::newRow("kernel name") << "GRAD" << none << false << ""
                                 << "attn_grad | attn";
    QTest::newRow("annotation, also of a kernel named otherwise") << "mlp" << none << false << ""
                                                                  << "mlp_kernel | mlp";
    QTest::newRow("CPU slice") << "launch" << none << false << ""
                               << "launch | ";
    QTest::newRow("phase") << "" << none << false << "backward"
                           << "attn_grad launch | attn";
    QTest::newRow("phase none") << "" << none << false << "none"
                                << "other_kernel launch | ";
    QTest::newRow("unchecked name") << "" << QStringList{QStringLiteral("attn")} << false << ""
                                    << "mlp_kernel other_kernel launch | mlp";
    QTest::newRow("only annotated") << "" << none << true << ""
                                    << "attn_kernel attn_grad mlp_kernel launch | attn attn mlp";
    QTest::newRow("all together") << "attn" << QStringList{QStringLiteral("mlp")} << true << "forward"
                                  << "attn_kernel | attn";
    QTest::newRow("nothing left") << "no such name" << none << false << ""
                                  << " | ";
}

void TestTraceFilter::keepsWhatMatches()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, hidden);
    QFETCH(const bool, hidesUnannotated);
    QFETCH(const QString, phase);
    QFETCH(const QString, left);
    TraceFilter filter;
    filter.text = text.toStdString();
    for (const QString& title : hidden)
        filter.hiddenTitles.insert(title.toStdString());
    filter.hidesUnannotated = hidesUnannotated;
    if (!phase.isEmpty())
        filter.phase = phase.toStdString();
    QCOMPARE(filteredAsText(filter), left);
}

void TestTraceFilter::countsGpuWorkOnly()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TraceFilter filter;
    filter.phase = "forward";
    const auto filtered = filterArrangement(loadedTrace.arrangement, filter, JobControl());
    QVERIFY(filtered.has_value());
    QCOMPARE((*filtered)->work, std::uint64_t{4});
    QCOMPARE((*filtered)->matchingWork, std::uint64_t{2});
}

void TestTraceFilter::stopsWhenAsked()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    std::stop_source source;
    source.request_stop();
    const auto filtered = filterArrangement(loadedTrace.arrangement, TraceFilter(), JobControl(source.get_token()));
    QVERIFY(!filtered.has_value());
    QCOMPARE(filtered.error().code, ErrorCode::Stopped);
}

void TestTraceFilter::isActiveOnlyWithACondition()
{
    TraceFilter filter;
    filter.effect = FilterEffect::Hide;
    QVERIFY(!filter.isActive());
    filter.hidesUnannotated = true;
    QVERIFY(filter.isActive());
}

LANESCOPE_TEST(TestTraceFilter)
#include "tst_trace_filter.moc"
