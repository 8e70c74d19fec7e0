// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/filter_arrangement.h"

using namespace lanescope;
using namespace lanescope::test;

class TestFilterArrangement : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatMatches_data();
    void keepsWhatMatches();
    void hidesPhasesKernelsAndCategories();
    void countsGpuWorkOnly();
    void aTextThatIsNoExpressionIsAnError();
    void stopsWhenAsked();
    void isActiveOnlyWithACondition();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Stream 7 of one replay: attn_kernel forward and attn_grad backward of attn, mlp_kernel of mlp, other_kernel without
// an annotation; and a CPU thread with launch.
std::shared_ptr<const Arrangement> sampleArrangement()
{
    const QList<QByteArray> entries{
        kernel("attn_kernel", 7, 0, 10, 1, kGraph),     kernel("attn_grad", 7, 10, 10, 1, kGraph + 1),
        kernel("mlp_kernel", 7, 20, 10, 1, kGraph + 2), kernel("other_kernel", 7, 30, 10, 1, kGraph + 3),
        slice("cpu_op", "launch", 1, 1, 0, 40),
    };
    return *arrange(joinOf(traceOf(entries), R"({"8589934592": [{"name": "attn"}],
        "8589934593": [{"name": "attn", "autograd_phase": "backward"}], "8589934594": [{"name": "mlp"}]})"),
                    TrackView::Recorded, JobControl());
}

// Names of the slices left, then the titles of the bars left.
QByteArray leftOf(const FilterConditions& conditions)
{
    const auto arrangement = sampleArrangement();
    const auto filtered = filterArrangement(arrangement, conditions, JobControl());
    if (!filtered)
        return "error";
    QByteArrayList slices;
    QByteArrayList bars;
    for (const auto& tracks : (*filtered)->groups) {
        for (const FilteredTrack& track : tracks) {
            for (const LaneRow& lane : track.lanes) {
                for (const EventId event : lane.events())
                    slices << QByteArray::fromStdString(std::string(arrangement->joined->trace->name(event)));
            }
            for (const RegionRow& row : track.regions) {
                for (std::uint32_t i = 0; i < row.size(); ++i)
                    bars << QByteArray::fromStdString(arrangement->titles[row.region(i).titleIndex].text);
            }
        }
    }
    return slices.join(' ') + " | " + bars.join(' ');
}

} // namespace

void TestFilterArrangement::keepsWhatMatches_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("hidden");
    QTest::addColumn<bool>("hidesUnannotated");
    QTest::addColumn<QByteArray>("phase");
    QTest::addColumn<QByteArray>("left");
    const QByteArrayList none;
    const auto row = [](const char* name, const char* text, const QByteArrayList& hidden, bool hidesUnannotated,
                        const char* phase, const char* left) {
        QTest::newRow(name) << QByteArray(text) << hidden << hidesUnannotated << QByteArray(phase) << QByteArray(left);
    };
    row("nothing asked", "", none, false, "", "attn_kernel attn_grad mlp_kernel other_kernel launch | attn attn mlp");
    row("kernel name", "GRAD", none, false, "", "attn_grad | attn");
    row("annotation, also of a kernel named otherwise", "mlp", none, false, "", "mlp_kernel | mlp");
    row("CPU slice", "launch", none, false, "", "launch | ");
    row("phase", "", none, false, "backward", "attn_grad launch | attn");
    row("phase in the expression", "phase:backward", none, false, "", "attn_grad | attn");
    row("phase none", "", none, false, "none", "other_kernel launch | ");
    row("unchecked name", "", {"attn"}, false, "", "mlp_kernel other_kernel launch | mlp");
    row("only annotated", "", none, true, "", "attn_kernel attn_grad mlp_kernel launch | attn attn mlp");
    row("all together", "attn", {"mlp"}, true, "forward", "attn_kernel | attn");
    row("expression and unchecked name", "ann:* OR launch", {"attn"}, false, "", "mlp_kernel launch | mlp");
    row("nothing left", "no such name", none, false, "", " | ");
}

void TestFilterArrangement::keepsWhatMatches()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArrayList, hidden);
    QFETCH(const bool, hidesUnannotated);
    QFETCH(const QByteArray, phase);
    QFETCH(const QByteArray, left);
    FilterConditions conditions;
    conditions.text = text.toStdString();
    for (const QByteArray& title : hidden)
        conditions.hiddenTitles.insert(title.toStdString());
    conditions.hidesUnannotated = hidesUnannotated;
    if (!phase.isEmpty())
        conditions.phase = phase.toStdString();
    QCOMPARE(leftOf(conditions), left);
}

void TestFilterArrangement::hidesPhasesKernelsAndCategories()
{
    FilterConditions phases;
    phases.hiddenPhases = {"forward", "none"};
    QCOMPARE(leftOf(phases), QByteArray("attn_grad launch | attn"));
    FilterConditions kernels;
    kernels.hiddenKernels = {"mlp_kernel", "attn_kernel", "launch"}; // a CPU slice is no kernel
    QCOMPARE(leftOf(kernels), QByteArray("attn_grad other_kernel launch | attn"));
    FilterConditions categories;
    categories.hiddenCategories = {"kernel", "cpu_op"};
    QCOMPARE(leftOf(categories), QByteArray("launch | "));
}

void TestFilterArrangement::countsGpuWorkOnly()
{
    FilterConditions conditions;
    conditions.phase = "forward";
    const auto filtered = filterArrangement(sampleArrangement(), conditions, JobControl());
    QVERIFY(filtered.has_value());
    QCOMPARE((*filtered)->work, std::uint64_t{4});
    QCOMPARE((*filtered)->matchingWork, std::uint64_t{2});
}

void TestFilterArrangement::aTextThatIsNoExpressionIsAnError()
{
    FilterConditions conditions;
    conditions.text = "dur>";
    const auto filtered = filterArrangement(sampleArrangement(), conditions, JobControl());
    QVERIFY(!filtered.has_value());
    QCOMPARE(filtered.error().code, ErrorCode::WrongUsage);
}

void TestFilterArrangement::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const auto filtered = filterArrangement(sampleArrangement(), FilterConditions(), JobControl(source.get_token()));
    QVERIFY(!filtered.has_value());
    QCOMPARE(filtered.error().code, ErrorCode::Stopped);
}

void TestFilterArrangement::isActiveOnlyWithACondition()
{
    FilterConditions conditions;
    QVERIFY(!conditions.isActive());
    conditions.hidesUnannotated = true;
    QVERIFY(conditions.isActive());
    for (std::set<std::string> FilterConditions::*hidden :
         {&FilterConditions::hiddenTitles, &FilterConditions::hiddenPhases, &FilterConditions::hiddenKernels,
          &FilterConditions::hiddenCategories}) {
        FilterConditions one;
        (one.*hidden).insert("a");
        QVERIFY(one.isActive());
    }
}

LANESCOPE_TEST(TestFilterArrangement)
#include "tst_filter_arrangement.moc"
