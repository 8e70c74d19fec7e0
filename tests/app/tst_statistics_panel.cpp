// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/statistics_panel.h"

#include "app/desktop/statistics/histogram_view.h"
#include "app/desktop/statistics/range_tab.h"
#include "app/desktop/statistics/replays_tab.h"
#include "tests/app/statistics_window.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>

using namespace lanescope;
using namespace lanescope::desktop;
using namespace lanescope::desktop::fixture;

class TestStatisticsPanel : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void theModelIsSound();
    void theWindowAndTheCommandLineHaveTheSameFigures_data();
    void theWindowAndTheCommandLineHaveTheSameFigures();
    void aClickOnATitleSorts();
    void typingANameLeavesItsRows();
    void aClickedRowShowsItsLongestPiece();
    void aDoubleClickDimsAllElse();
    void figuresFollowTheFilterAndTheMarkedRange();
    void linesAreCopiedForSpreadsheets();
    void numbersAreRightAlignedAndHaveUnits();
    void unreliableFiguresSayWhy();
    void nothingIsComputedWhileUnseen();
    void closingTheTraceEmptiesAll();
};

namespace {

// All fields that both have, of all rows in order. Returns how many were compared.
int compareRows(const QByteArray& window, const QByteArray& commandLine)
{
    const auto mine = csvRows(window);
    const auto theirs = csvRows(commandLine);
    int compared = 0;
    if (mine.size() != theirs.size())
        qFatal("%lld rows in the window, %lld on the command line", qlonglong(mine.size()), qlonglong(theirs.size()));
    for (qsizetype i = 0; i < mine.size(); ++i) {
        for (const auto& [field, value] : mine[i]) {
            const auto other = theirs[i].find(field);
            if (field == QStringLiteral("unreliable") || other == theirs[i].end())
                continue;
            ++compared;
            const bool isSame =
                value == other->second || (!value.isEmpty() && !other->second.isEmpty() &&
                                           value.toDouble() == other->second.toDouble() && value.toDouble() != 0.0);
            if (!isSame)
                qFatal("row %lld, %s: %s in the window, %s on the command line", qlonglong(i), qPrintable(field),
                       qPrintable(value), qPrintable(other->second));
        }
    }
    return compared;
}

QStringList namesOf(FigureView& view)
{
    QStringList names;
    for (int row = 0; row < view.model()->rowCount(); ++row)
        names << view.model()->index(row, 0).data().toString();
    return names;
}

} // namespace

void TestStatisticsPanel::theModelIsSound()
{
    FigureModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const LoadedTrace loaded = smallTrace();
    StatsRequest request;
    request.by = {StatsKey::Region, StatsKey::Phase};
    const StatsTable table = *statsTable(*loaded.opened->joined, request, JobControl());
    model.setTable(std::make_shared<const FigureTable>(figureTableOf(table, {}, {})));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowCount(model.index(0, 0)), 2);
    QCOMPARE(model.parent(model.index(1, 3, model.index(0, 0))), model.index(0, 0));
    model.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestStatisticsPanel::theWindowAndTheCommandLineHaveTheSameFigures_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("by");
    for (const char* trace : {"graph_fwdbwd", "moe_overlap", "ddp_nccl_rank0"}) {
        for (const char* by : {"region", "module,phase,kernel", "kernel", "phase,module", "stream", "replay"})
            QTest::addRow("%s by %s", trace, by) << QString::fromLatin1(trace) << QString::fromLatin1(by);
    }
}

void TestStatisticsPanel::theWindowAndTheCommandLineHaveTheSameFigures()
{
    QFETCH(const QString, trace);
    QFETCH(const QString, by);
    const QString path = fixture::realTrace(trace + QStringLiteral(".pt.trace.json.gz"));
    StatisticsWindow window(path);
    TableTab& tab = window.tableBy(by.toLatin1().constData());
    QTRY_VERIFY_WITH_TIMEOUT(tab.areShapesReady(), 20000);
    const QByteArray theirs = cli({"stats", path, "--by", by, "--names", "short", "--format", "csv"});
    const int compared = compareRows(tab.view().commaSeparated(), theirs);
    // name, depth and 17 figures of each row; of kernels occupancy and grid too
    const int fields = by.endsWith(QStringLiteral("kernel")) ? 21 : 19;
    QCOMPARE(compared, fields * int(tab.view().table()->rows.size()));
}

void TestStatisticsPanel::aClickOnATitleSorts()
{
    StatisticsWindow window(smallTrace());
    FigureView& view = window.tableBy("region").view();
    QCOMPARE(namesOf(view), (QStringList{"attn", "(no region)", "mlp"}));
    const auto clickTitle = [&](int column) {
        QHeaderView& header = *view.header();
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          QPoint(header.sectionViewportPosition(column) + 20, header.height() / 2));
    };
    clickTitle(0);
    const QStringList byName = namesOf(view);
    clickTitle(0);
    QStringList reversed = namesOf(view);
    std::reverse(reversed.begin(), reversed.end());
    QCOMPARE(byName, reversed);
    QCOMPARE(byName.last() == QStringLiteral("mlp") || byName.first() == QStringLiteral("mlp"), true);
    // Of figures the largest comes first, then the smallest.
    const int count = columnTitled(view, QStringLiteral("Count"));
    clickTitle(count);
    QCOMPARE(cell(view, 0, QStringLiteral("Count")), QStringLiteral("2"));
    clickTitle(count);
    QCOMPARE(cell(view, 2, QStringLiteral("Count")), QStringLiteral("2"));
    clickTitle(0);
    clickTitle(0);
    // Another table keeps the order.
    window.document().setMarkedRange(TimeRange{0, 40000});
    window.ready(window.panel().table());
    std::reverse(reversed.begin(), reversed.end());
    QCOMPARE(namesOf(view), reversed);
}

void TestStatisticsPanel::typingANameLeavesItsRows()
{
    StatisticsWindow window(smallTrace());
    TableTab& tab = window.tableBy("kernel");
    QCOMPARE(tab.view().model()->rowCount(), 4);
    tab.nameField().setFocus();
    QTest::keyClicks(&tab.nameField(), QStringLiteral("ATTN"));
    QCOMPARE(namesOf(tab.view()), (QStringList{"attn_grad", "attn_kernel"}));
}

void TestStatisticsPanel::aClickedRowShowsItsLongestPiece()
{
    const QString path = fixture::realTrace(QStringLiteral("graph_fwdbwd.pt.trace.json.gz"));
    StatisticsWindow window(path);
    TableTab& tab = window.tableBy("region");
    clickRow(tab.view(), tab.view().model()->index(1, 0));
    const auto event = window.document().selectedEvent();
    QVERIFY(event.has_value());
    QCOMPARE(window.trace().durationNs(*event), TimeNs{3168}); // the longest of "autograd"
    QVERIFY(!fixture::pointOn(*window, *event).isNull());
    QTRY_VERIFY(tab.isHistogramReady());
    QCOMPARE(tab.histogram().percentileText(), QStringLiteral("P50 1.536 µs · P90 2.368 µs · P99 2.592 µs"));
}

void TestStatisticsPanel::aDoubleClickDimsAllElse()
{
    StatisticsWindow window(smallTrace());
    TableTab& tab = window.tableBy("region");
    doubleClickRow(tab.view(), tab.view().model()->index(0, 0));
    QCOMPARE(window.document().filter().text, std::string("ann:attn"));
    QCOMPARE(window.document().filter().effect, FilterEffect::Dim);
    QTRY_VERIFY(window.document().filtered() != nullptr);
    QCOMPARE(window.document().filtered()->matchingWork, std::uint64_t{2});
    // The table does not narrow to what it shows itself.
    window.ready(tab);
    QCOMPARE(tab.view().model()->rowCount(), 3);
    doubleClickRow(tab.view(), tab.view().model()->index(2, 0));
    QCOMPARE(window.document().filter().text, std::string("ann:mlp"));
}

void TestStatisticsPanel::figuresFollowTheFilterAndTheMarkedRange()
{
    StatisticsWindow window(smallTrace());
    TableTab& tab = window.tableBy("kernel");
    QCOMPARE(window.panel().scopeText(), QStringLiteral("Whole trace"));
    TraceFilter filter;
    filter.phase = "backward";
    window.document().setFilter(filter);
    window.ready(tab);
    QCOMPARE(namesOf(tab.view()), QStringList{"attn_grad"});
    window.document().setMarkedRange(TimeRange{15000, 40000});
    window.ready(tab);
    QCOMPARE(cell(tab.view(), 0, QStringLiteral("Total")), QStringLiteral("5 µs*")); // cut
    QCOMPARE(window.panel().scopeText(), QStringLiteral("Marked range 15 µs to 40 µs (25 µs), what the filter leaves"));
    window.document().setFilter({});
    window.document().setMarkedRange(std::nullopt);
    window.ready(tab);
    QCOMPARE(tab.view().model()->rowCount(), 4);
    QCOMPARE(tab.summary(), QStringLiteral("4 pieces, busy 40 µs, 75.0 % in regions"));
}

void TestStatisticsPanel::linesAreCopiedForSpreadsheets()
{
    StatisticsWindow window(smallTrace());
    FigureView& view = window.tableBy("phase").view();
    view.setFocus();
    QTest::keySequence(&view, QKeySequence::Copy);
    const QStringList all = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(all.size(), 5); // titles, three phases, the end
    QVERIFY(all[0].startsWith(QStringLiteral("Phase\tCount\tTotal\t")));
    QVERIFY(all[1].startsWith(QStringLiteral("forward\t2\t20 µs\t")));
    clickRow(view, view.model()->index(1, 0));
    QTest::keySequence(&view, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\n')), 2);
}

void TestStatisticsPanel::numbersAreRightAlignedAndHaveUnits()
{
    StatisticsWindow window(smallTrace());
    FigureView& view = window.tableBy("region").view();
    const int total = columnTitled(view, QStringLiteral("Total"));
    QVERIFY((view.model()->index(0, total).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0);
    QVERIFY((view.model()->headerData(total, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0);
    QCOMPARE(cell(view, 0, QStringLiteral("Total")), QStringLiteral("20 µs"));
    QCOMPARE(cell(view, 0, QStringLiteral("Share")), QStringLiteral("50.0 %"));
}

void TestStatisticsPanel::unreliableFiguresSayWhy()
{
    StatisticsWindow window(fixture::loadText(R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":50},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":20,"dur":40},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":70,"dur":10}]})"));
    FigureView& view = window.tableBy("kernel").view();
    QCOMPARE(cell(view, 0, QStringLiteral("Total")), QStringLiteral("90 µs*"));
    QCOMPARE(cell(view, 1, QStringLiteral("Total")), QStringLiteral("10 µs"));
    const QModelIndex doubtful = view.model()->index(0, columnTitled(view, QStringLiteral("Total")));
    const QString why = doubtful.data(Qt::ToolTipRole).toString();
    QVERIFY2(why.startsWith(QStringLiteral("Unreliable: work overlaps on one stream")), qPrintable(why));
}

void TestStatisticsPanel::nothingIsComputedWhileUnseen()
{
    StatisticsWindow window(smallTrace());
    QTest::qWait(50);
    QVERIFY(!window.panel().table().isUpToDate());
    QVERIFY(window.panel().table().view().table() == nullptr);
    window.tableBy("region");
    QVERIFY(window.panel().table().view().table() != nullptr);
    QVERIFY(window.panel().range().view().table() == nullptr);
}

void TestStatisticsPanel::closingTheTraceEmptiesAll()
{
    StatisticsWindow window(smallTrace());
    TableTab& tab = window.tableBy("region");
    window.ready(window.panel().replays());
    window->closeTrace();
    QVERIFY(tab.view().table() == nullptr);
    QVERIFY(window.panel().replays().replays().table() == nullptr);
    QCOMPARE(tab.summary(), QString());
    QCOMPARE(window.panel().scopeText(), QString());
}

LANESCOPE_TEST(TestStatisticsPanel)
#include "tst_statistics_panel.moc"
