// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/details_model.h"

#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>

using namespace lanescope::desktop;

class TestDetailsModel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void isASoundModelWhateverItHolds();
    void textKeepsTheShape();
};

namespace {

std::vector<DetailNode> sampleGroups()
{
    DetailNode group;
    group.name = QStringLiteral("Arguments");
    group.isGroup = true;
    group.children.push_back(detailOfJson(QStringLiteral("grid"), "[1,2]"));
    group.children.push_back(detailOfJson(QStringLiteral("nested"), R"({"a":{"b":1},"c":"x"})"));
    return {group, group};
}

} // namespace

void TestDetailsModel::isASoundModelWhateverItHolds()
{
    DetailsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGroups(sampleGroups());
    QCOMPARE(model.rowCount(), 2);
    model.setGroups({});
    QCOMPARE(model.rowCount(), 0);
    model.setGroups(sampleGroups());
    const QModelIndex nested = model.index(1, 0, model.index(0, 0));
    QCOMPARE(model.index(1, DetailsModel::ValueColumn, nested).data().toString(), QStringLiteral("x"));
    QVERIFY(model.parent(model.index(0, 0, nested)) == nested);
}

void TestDetailsModel::textKeepsTheShape()
{
    DetailsModel model;
    model.setGroups(sampleGroups());
    QCOMPARE(model.textOf(model.index(0, 0)),
             QStringLiteral("Arguments\n  grid: [1, 2]\n  nested\n    a\n      b: 1\n    c: x"));
    QCOMPARE(model.textOf({}).count(QStringLiteral("Arguments")), 2);
}

LANESCOPE_TEST(TestDetailsModel)
#include "tst_details_model.moc"
