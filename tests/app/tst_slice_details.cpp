// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/slice_details.h"

#include "app/desktop/models/json_lines.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <filesystem>

using namespace lanescope;
using namespace lanescope::desktop;

class TestSliceDetails : public QObject {
    Q_OBJECT

private slots:
    void argsKeepTheirTypes_data();
    void argsKeepTheirTypes();
    void anEventTellsItsArgsApartFromItsAnnotation();
    void aFileCutSinceItWasOpenedSaysSo();
    void aPhaseTellsItsSource();
    void aKernelIsComparedWithItsPeers();
    void aKernelTellsItsLaunchAndPlace();
    void longTextsGetTheirWholeTextBelow();
    void aRegionIsSummedUp();
    void aRegionIsComparedWithItsOtherReplays();
    void cutOffTextEndsTheList();
    void nestingWithoutEndIsShownAsText();
};

namespace {

void appendLines(const DetailNode& node, int indent, QStringList& lines)
{
    lines << QString(indent, QLatin1Char(' ')) + node.name +
                 (node.value.isEmpty() ? QString() : QStringLiteral("=") + node.value);
    for (const DetailNode& child : node.children)
        appendLines(child, indent + 1, lines);
}

QString groupAsText(const SliceDetails& details, const QString& title)
{
    QStringList lines;
    for (const DetailNode& group : details.groups) {
        if (group.name != title)
            continue;
        for (const DetailNode& child : group.children)
            appendLines(child, 0, lines);
    }
    return lines.join(QLatin1Char(';'));
}

} // namespace

void TestSliceDetails::argsKeepTheirTypes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("shown");
    QTest::newRow("text") << QByteArray(R"("fwd")") << "fwd";
    QTest::newRow("number") << QByteArray("1.50") << "1.50";
    QTest::newRow("64-bit id") << QByteArray("18446744073709551615") << "18446744073709551615";
    QTest::newRow("number as text") << QByteArray(R"("7")") << "\"7\"";
    QTest::newRow("true as text") << QByteArray(R"("true")") << "\"true\"";
    QTest::newRow("true") << QByteArray("true") << "true";
    QTest::newRow("null") << QByteArray("null") << "null";
    QTest::newRow("empty text") << QByteArray(R"("")") << "\"\"";
    QTest::newRow("short array") << QByteArray("[4,\n 16, 1]") << "[4, 16, 1]";
    QTest::newRow("escapes") << QByteArray(R"("a\u00b5\"b")") << QString::fromUtf8("a\xc2\xb5\"b");
    QTest::newRow("no JSON") << QByteArray("NaN") << "NaN";
    QTest::newRow("empty object") << QByteArray("{}") << "{}";
}

void TestSliceDetails::argsKeepTheirTypes()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, shown);
    const DetailNode node = detailOfJson(QStringLiteral("key"), json.toStdString());
    QCOMPARE(node.value, shown);
    QCOMPARE(node.json, QString::fromUtf8(json));
}

void TestSliceDetails::anEventTellsItsArgsApartFromItsAnnotation()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const auto details = detailsOfEvent(*loadedTrace.arrangement,
                                        fixture::eventNamed(*loadedTrace.opened->trace, "attn_kernel"), JobControl());
    QCOMPARE(details.title, QStringLiteral("attn_kernel"));
    QCOMPARE(groupAsText(details, QStringLiteral("Annotation")),
             QStringLiteral("name=attn;level=3;tags=[\"a\", \"b\"]"));
    QCOMPARE(
        groupAsText(details, QStringLiteral("Arguments")),
        QStringLiteral("device=0;stream=7;correlation=1;graph id=2;graph node id=8589934592;grid=[4, 1, 1];note=\"7\";"
                       "nested; deep;  x=1.50"));
}

void TestSliceDetails::aFileCutSinceItWasOpenedSaysSo()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace);
    const Trace& trace = *loadedTrace.opened->trace;
    std::filesystem::resize_file(trace.file().path, 10);
    const auto details =
        detailsOfEvent(*loadedTrace.arrangement, fixture::eventNamed(trace, "attn_kernel"), JobControl());
    QCOMPARE(details.title, QStringLiteral("attn_kernel"));
    QCOMPARE(groupAsText(details, QStringLiteral("Arguments")),
             QStringLiteral("Cannot be read=%1: was changed on disk after it was opened; open it again")
                 .arg(QString::fromStdString(trace.file().path.string())));
}

void TestSliceDetails::aPhaseTellsItsSource()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const auto details = detailsOfEvent(*loadedTrace.arrangement,
                                        fixture::eventNamed(*loadedTrace.opened->trace, "attn_grad"), JobControl());
    const QString slice = groupAsText(details, QStringLiteral("Slice"));
    QVERIFY2(slice.contains(QStringLiteral("Phase=Backward, from the annotation")), qPrintable(slice));
    QVERIFY2(slice.contains(QStringLiteral("Duration=10 µs")), qPrintable(slice));
}

// Three slices of one name take 10, 10 and 40 us; the median is 10.
void TestSliceDetails::aKernelIsComparedWithItsPeers()
{
    const auto slice = [](int at, int duration) {
        return R"({"ph":"X","cat":"cpu_op","name":"mm","pid":1,"tid":1,"ts":)" + std::to_string(at) + R"(,"dur":)" +
               std::to_string(duration) + "}";
    };
    const LoadedTrace loadedTrace =
        fixture::loadText(R"({"traceEvents":[)" + slice(0, 40) + "," + slice(50, 10) + "," + slice(70, 10) + "]}");
    const auto details = detailsOfEvent(*loadedTrace.arrangement, idAt<EventId>(0), JobControl());
    QCOMPARE(groupAsText(details, QStringLiteral("Duration among its peers")),
             QStringLiteral("Same name=3 slices; Median=10 µs; To the median=+30 µs (+300.0 %); Shortest=10 µs;"
                            " Longest=40 µs; Take longer=0 of 3"));
}

void TestSliceDetails::aKernelTellsItsLaunchAndPlace()
{
    const LoadedTrace arrows = fixture::loadText(fixture::kTraceWithArrows);
    const auto far =
        detailsOfEvent(*arrows.arrangement, fixture::eventNamed(*arrows.opened->trace, "far"), JobControl());
    QCOMPARE(groupAsText(far, QStringLiteral("Launch")), QStringLiteral("Call=launch;On=thread 1;Delay=40 µs"));
    const LoadedTrace graph = fixture::loadText(fixture::kSmallTrace);
    const auto third =
        detailsOfEvent(*graph.arrangement, fixture::eventNamed(*graph.opened->trace, "mlp_kernel"), JobControl());
    QCOMPARE(groupAsText(third, QStringLiteral("CUDA graph")),
             QStringLiteral("Exec graph=2;Replay=number 0 of its graph;Place in it=3 of 4;After its begin=20 µs;"
                            "Graph node=2  (id 8589934594)"));
    QCOMPARE(groupAsText(third, QStringLiteral("Launch")), QString()); // its call was not recorded
}

void TestSliceDetails::longTextsGetTheirWholeTextBelow()
{
    std::vector<DetailNode> nodes{detailOfJson(QStringLiteral("short"), R"("abcdefghij")"),
                                  detailOfJson(QStringLiteral("long"), R"("abcdefghijk")"),
                                  detailOfJson(QStringLiteral("lines"), R"("a\nb")"),
                                  detailOfJson(QStringLiteral("nested"), R"({"long":"abcdefghijk"})")};
    foldLongTexts(nodes, 10);
    QVERIFY(nodes[0].children.empty());
    QCOMPARE(nodes[1].children.at(0).name, QStringLiteral("abcdefghijk"));
    QVERIFY(nodes[1].children.at(0).isText);
    QCOMPARE(nodes[2].children.at(0).name, QStringLiteral("a\nb"));
    QVERIFY(!nodes[3].children.at(0).isText);
    QCOMPARE(nodes[3].children.at(0).children.at(0).name, QStringLiteral("abcdefghijk"));
}

void TestSliceDetails::aRegionIsSummedUp()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const auto details = detailsOfRegion(*loadedTrace.arrangement, RegionPlace{0, 0, 0, 1});
    QCOMPARE(details.title, QStringLiteral("attn"));
    const QString region = groupAsText(details, QStringLiteral("Region"));
    QVERIFY2(region.contains(QStringLiteral("Phase=Backward")), qPrintable(region));
    QVERIFY2(region.contains(QStringLiteral("GPU work in it=1")), qPrintable(region));
    const QString whole = groupAsText(details, QStringLiteral("In the whole trace"));
    QVERIFY2(whole.startsWith(QStringLiteral("GPU work=2;GPU time=20 µs")), qPrintable(whole));
}

// "attn" forward takes 10 us in the first replay and 30 us in the second; nearest rank makes the median 10.
void TestSliceDetails::aRegionIsComparedWithItsOtherReplays()
{
    const auto kernel = [](int correlation, int at, int duration) {
        return R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(at) + R"(,"dur":)" +
               std::to_string(duration) + R"(,"args":{"stream":7,"correlation":)" + std::to_string(correlation) +
               R"(,"graph node id":8589934592}})";
    };
    const LoadedTrace loadedTrace = fixture::loadText(
        R"({"traceEvents":[)" + kernel(1, 0, 10) + "," + kernel(2, 100, 30) + "]}", fixture::kSmallAnnotations);
    const auto details = detailsOfRegion(*loadedTrace.arrangement, RegionPlace{0, 0, 0, 1});
    QCOMPARE(groupAsText(details, QStringLiteral("Duration among its peers")),
             QStringLiteral("Same title and phase=2 bars of the track; Median=10 µs; To the median=+20 µs (+200.0 %);"
                            " Shortest=10 µs; Longest=30 µs; Take longer=0 of 2"));
}

void TestSliceDetails::cutOffTextEndsTheList()
{
    QCOMPARE(argsLines(R"({"args":{"a":1,"b":2},"name":"x"})").size(), std::size_t{2});
    QCOMPARE(argsLines(R"({"args":{"a":1,)").size(), std::size_t{0});
    QCOMPARE(argsLines("").size(), std::size_t{0});
    QCOMPARE(argsLines("[1]").size(), std::size_t{0});
}

void TestSliceDetails::nestingWithoutEndIsShownAsText()
{
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep += R"({"d":)";
    deep += "1" + std::string(5000, '}');
    DetailNode node = detailOfJson(QStringLiteral("deep"), deep);
    int levels = 0;
    for (const DetailNode* at = &node; !at->children.empty(); at = &at->children.front())
        ++levels;
    QCOMPARE(levels, 16);
}

LANESCOPE_TEST(TestSliceDetails)
#include "tst_slice_details.moc"
