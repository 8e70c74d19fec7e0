// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/launch_shapes.h"

using namespace lanescope;
using namespace lanescope::test;

class TestLaunchShapes : public QObject {
    Q_OBJECT

private slots:
    void aLaunchIsReadFromItsText_data();
    void aLaunchIsReadFromItsText();
    void aGroupHasItsMostFrequentShape();
    void aGroupWithoutShapesHasNone();
};

namespace {

QByteArray shapeText(const LaunchShape& shape)
{
    QByteArray text;
    for (const auto& dimensions : {shape.grid, shape.block}) {
        for (std::size_t i = 0; dimensions && i < 3; ++i)
            text += QByteArray::number((*dimensions)[i]) + ' ';
        text += "| ";
    }
    return text + (shape.occupancyPercent ? QByteArray::number(*shape.occupancyPercent) : QByteArray());
}

} // namespace

void TestLaunchShapes::aLaunchIsReadFromItsText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shape");
    const auto row = [](const char* name, const char* text, const char* shape) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shape);
    };
    row("kineto",
        "{\"args\": {\"grid\": [\n  320,\n  1,\n 2\n ], \"block\": [512, 1, 1],\"est. achieved occupancy %\": 61}}",
        "320 1 2 | 512 1 1 | 61");
    row("no spaces", "{\"grid\":[1,2,3],\"est. achieved occupancy %\":2.5}", "1 2 3 | | 2.5");
    row("a text that is no key", "{\"name\": \"grid\", \"args\": {\"grid\": [7, 1, 1]}}", "7 1 1 | | ");
    row("inside a text", "{\"name\": \"a \\\"grid\\\": [9, 9, 9]\", \"args\": {}}", "| | ");
    row("two dimensions", "{\"grid\": [1, 2]}", "| | ");
    row("negative", "{\"grid\": [1, -2, 3]}", "| | ");
    row("too large", "{\"grid\": [1, 99999999999, 3]}", "| | ");
    row("cut off", "{\"grid\": [1, 2, ", "| | ");
    row("cut off at the key", "{\"grid\"", "| | ");
    row("not an array", "{\"grid\": \"1\", \"est. achieved occupancy %\": \"N/A\"}", "| | ");
    row("empty", "", "| | ");
}

void TestLaunchShapes::aLaunchIsReadFromItsText()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, shape);
    QCOMPARE(shapeText(launchShapeIn(text.toStdString())), shape);
}

void TestLaunchShapes::aGroupHasItsMostFrequentShape()
{
    const auto trace =
        traceOf({kernel("a", 7, 0, 1, 1, 0, ", \"grid\": [1, 1, 1], \"block\": [32, 1, 1]"),
                 kernel("a", 7, 2, 1, 2, 0, ", \"grid\": [8, 1, 1], \"est. achieved occupancy %\": 40"),
                 kernel("b", 7, 4, 1, 3, 0, ", \"grid\": [5, 1, 1], \"block\": [64, 2, 1]"),
                 kernel("a", 7, 6, 1, 4, 0, ", \"grid\": [8, 1, 1], \"est. achieved occupancy %\": 50")});
    const std::vector<std::vector<EventId>> groups{{EventId{0}, EventId{1}, EventId{3}}, {EventId{2}}};
    const auto shapes = launchShapesOf(*trace, groups, JobControl());
    QVERIFY(shapes.has_value());
    QCOMPARE(QByteArray::fromStdString((*shapes)[0].text()), QByteArray("8×1×1, 0×0×0 (2 shapes)"));
    QCOMPARE((*shapes)[0].occupancyPercent, 45.0);
    QCOMPARE(QByteArray::fromStdString((*shapes)[1].text()), QByteArray("5×1×1, 64×2×1"));
    QCOMPARE((*shapes)[1].launchesWithOccupancy, std::uint64_t{0});
}

void TestLaunchShapes::aGroupWithoutShapesHasNone()
{
    const auto trace = traceOf({kernel("a", 7, 0, 1, 1)});
    const std::vector<std::vector<EventId>> groups{{EventId{0}}, {}};
    const auto shapes = launchShapesOf(*trace, groups, JobControl());
    QVERIFY(shapes.has_value());
    QVERIFY((*shapes)[0].text().empty());
    QVERIFY((*shapes)[1].text().empty());
}

LANESCOPE_TEST(TestLaunchShapes)
#include "tst_launch_shapes.moc"
