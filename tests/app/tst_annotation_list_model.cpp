// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/annotation_list_model.h"

#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>

using namespace lanescope::desktop;

class TestAnnotationListModel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void listsNamesWithCounts();
    void uncheckingHidesAName();
    void onlyThisOneThenAllAgain();
    void aClosedTraceLeavesAnEmptyList();
};

namespace {

QString asText(const AnnotationListModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        lines << QStringLiteral("%1 %2%3").arg(
            index.data().toString(), index.data(AnnotationListModel::CountRole).toString(),
            index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? QString() : QStringLiteral(" off"));
    }
    return lines.join(QStringLiteral(", "));
}

} // namespace

void TestAnnotationListModel::listsNamesWithCounts()
{
    TraceDocument document;
    AnnotationListModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    QCOMPARE(asText(model), QStringLiteral("attn 2, mlp 1, Without annotation 1"));
}

void TestAnnotationListModel::uncheckingHidesAName()
{
    TraceDocument document;
    AnnotationListModel model(document);
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

void TestAnnotationListModel::onlyThisOneThenAllAgain()
{
    TraceDocument document;
    AnnotationListModel model(document);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    model.checkOnly(model.index(1));
    QCOMPARE(asText(model), QStringLiteral("attn 2 off, mlp 1, Without annotation 1 off"));
    model.checkOnly(model.index(1));
    QCOMPARE(asText(model), QStringLiteral("attn 2, mlp 1, Without annotation 1"));
}

void TestAnnotationListModel::aClosedTraceLeavesAnEmptyList()
{
    TraceDocument document;
    AnnotationListModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    document.close();
    QCOMPARE(model.rowCount(), 0);
}

LANESCOPE_TEST(TestAnnotationListModel)
#include "tst_annotation_list_model.moc"
