// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/legend_model.h"

#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>

using namespace lanescope::desktop;

class TestLegendModel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void listsNamesWithCounts();
    void uncheckingHidesAName();
    void onlyThisOneThenAllAgain();
    void aClosedTraceLeavesAnEmptyList();
    void listsWhatTheColorsTell_data();
    void listsWhatTheColorsTell();
};

namespace {

QString asText(const LegendModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        lines << QStringLiteral("%1 %2%3").arg(
            index.data().toString(), index.data(LegendModel::CountRole).toString(),
            index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? QString() : QStringLiteral(" off"));
    }
    return lines.join(QStringLiteral(", "));
}

} // namespace

void TestLegendModel::listsNamesWithCounts()
{
    TraceDocument document;
    LegendModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    QCOMPARE(asText(model), QStringLiteral("attn 2, mlp 1, Without annotation 1"));
}

void TestLegendModel::uncheckingHidesAName()
{
    TraceDocument document;
    LegendModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    QVERIFY(model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(document.filter().hiddenTitles.contains("attn"));
    QCOMPARE(asText(model), QStringLiteral("attn 2 off, mlp 1, Without annotation 1"));
    QTRY_VERIFY(document.filtered() != nullptr);
    QCOMPARE(document.filtered()->matchingWork, std::uint64_t{2});
    model.checkAll(true);
    QTRY_VERIFY(document.filtered() == nullptr);
}

void TestLegendModel::onlyThisOneThenAllAgain()
{
    TraceDocument document;
    LegendModel model(document);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    model.checkOnly(model.index(1));
    QCOMPARE(asText(model), QStringLiteral("attn 2 off, mlp 1, Without annotation 1 off"));
    model.checkOnly(model.index(1));
    QCOMPARE(asText(model), QStringLiteral("attn 2, mlp 1, Without annotation 1"));
}

void TestLegendModel::aClosedTraceLeavesAnEmptyList()
{
    TraceDocument document;
    LegendModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    document.close();
    QCOMPARE(model.rowCount(), 0);
}

void TestLegendModel::listsWhatTheColorsTell_data()
{
    QTest::addColumn<int>("colorBy");
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("linesWithoutTheSecond");
    QTest::addColumn<quint64>("matching");
    const auto row = [](const char* name, ColorBy colorBy, const char* lines, const char* without, quint64 matching) {
        QTest::newRow(name) << static_cast<int>(colorBy) << QString::fromLatin1(lines) << QString::fromLatin1(without)
                            << matching;
    };
    row("annotations", ColorBy::Annotation, "attn 2, mlp 1, Without annotation 1",
        "attn 2, mlp 1 off, Without annotation 1", 3);
    row("phases", ColorBy::Phase, "No phase 1, Forward 2, Backward 1", "No phase 1, Forward 2 off, Backward 1", 2);
    // All take 10 us: by name.
    row("kernels", ColorBy::Kernel, "attn_grad 1, attn_kernel 1, mlp_kernel 1, other_kernel 1",
        "attn_grad 1, attn_kernel 1 off, mlp_kernel 1, other_kernel 1", 3);
}

void TestLegendModel::listsWhatTheColorsTell()
{
    QFETCH(const int, colorBy);
    QFETCH(const QString, lines);
    QFETCH(const QString, linesWithoutTheSecond);
    QFETCH(const quint64, matching);
    TraceDocument document;
    LegendModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    document.setColorBy(static_cast<ColorBy>(colorBy));
    QCOMPARE(asText(model), lines);
    QVERIFY(model.setData(model.index(1), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(asText(model), linesWithoutTheSecond);
    QTRY_VERIFY(document.filtered() != nullptr);
    QCOMPARE(document.filtered()->matchingWork, matching);
    QVERIFY(model.setData(model.index(1), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(asText(model), lines);
}

LANESCOPE_TEST(TestLegendModel)
#include "tst_legend_model.moc"
