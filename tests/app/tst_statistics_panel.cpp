// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/statistics_panel.h"

#include "app/desktop/main_window.h"
#include "app/desktop/statistics/compare_tab.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/statistics/heat_strip.h"
#include "app/desktop/statistics/histogram_view.h"
#include "app/desktop/statistics/range_tab.h"
#include "app/desktop/statistics/replays_tab.h"
#include "app/desktop/statistics/table_tab.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <qcustomplot.h>

#include <map>

using namespace lanescope;
using namespace lanescope::desktop;

class TestStatisticsPanel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void theModelIsSound();
    void theWindowAndTheCommandLineHaveTheSameFigures_data();
    void theWindowAndTheCommandLineHaveTheSameFigures();
    void theRangeHasTheFiguresOfTheCommandLine();
    void replaysHaveTheFiguresOfTheCommandLine();
    void aClickOnATitleSorts();
    void typingANameLeavesItsRows();
    void aClickedRowShowsItsLongestPiece();
    void aDoubleClickDimsAllElse();
    void figuresFollowTheFilterAndTheMarkedRange();
    void linesAreCopiedForSpreadsheets();
    void numbersAreRightAlignedAndHaveUnits();
    void unreliableFiguresSayWhy();
    void nothingIsComputedWhileUnseen();
    void aClickedBarShowsItsSlices();
    void theBarOfTheSelectedSliceIsMarked();
    void aDoubleClickedGapIsMarked();
    void aClickOnTheStripChoosesAReplay();
    void aComparisonTellsWhatGotSlower();
    void aTraceThatCannotBeComparedIsOneLine();
    void closingTheTraceEmptiesAll();
};

namespace {

// Shown, with a trace in it and the statistics in sight.
class StatisticsWindow {
public:
    explicit StatisticsWindow(const LoadedTrace& trace) : StatisticsWindow() { m_window.document().setTrace(trace); }
    explicit StatisticsWindow(const QString& path) : StatisticsWindow()
    {
        m_window.openFiles({path});
        if (!QTest::qWaitFor([this] { return m_window.document().hasTrace() && !m_window.loadJob().isRunning(); },
                             20000))
            qFatal("a test's trace was not opened");
    }

    MainWindow* operator->() { return &m_window; }
    MainWindow& operator*() { return m_window; }
    TraceDocument& document() { return m_window.document(); }
    const Trace& trace() { return *document().opened()->trace; }
    StatisticsPanel& panel() { return m_window.statisticsPanel(); }
    QDockWidget& dock() { return *m_window.findChild<QDockWidget*>(QStringLiteral("statisticsDock")); }

    // The tab in sight, with its answer.
    template<typename Tab>
    Tab& ready(Tab& tab)
    {
        dock().show();
        dock().raise();
        panel().tabs().setCurrentWidget(&tab);
        if (!QTest::qWaitFor([&tab] { return tab.isUpToDate(); }, 20000))
            qFatal("no answer in time");
        QCoreApplication::processEvents();
        return tab;
    }
    TableTab& tableBy(const char* keys)
    {
        TableTab& tab = panel().table();
        tab.by().setCurrentIndex(tab.by().findData(QString::fromLatin1(keys)));
        return ready(tab);
    }

private:
    StatisticsWindow()
    {
        m_window.resize(1400, 1000);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
    }
    MainWindow m_window;
};

QByteArray cli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(LANESCOPE_CLI), arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qFatal("lanescope-cli failed: %s", process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

// Lines of CSV as maps from field to value; fields in quotes may hold commas.
QList<std::map<QString, QString>> csvRows(const QByteArray& text)
{
    QList<QStringList> lines;
    QStringList cells{QString()};
    bool isQuoted = false;
    for (const QChar c : QString::fromUtf8(text)) {
        if (c == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (!isQuoted && c == QLatin1Char(','))
            cells << QString();
        else if (!isQuoted && c == QLatin1Char('\n')) {
            lines << cells;
            cells = QStringList{QString()};
        } else if (c != QLatin1Char('\r'))
            cells.last() += c;
    }
    QList<std::map<QString, QString>> rows;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        std::map<QString, QString> row;
        for (qsizetype j = 0; j < lines[i].size(); ++j)
            row[lines[0][j]] = lines[i][j];
        rows << row;
    }
    return rows;
}

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

int columnTitled(FigureView& view, const QString& title)
{
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        if (view.model()->headerData(column, Qt::Horizontal).toString() == title)
            return column;
    }
    return -1;
}

QString cell(FigureView& view, int row, const QString& title)
{
    return view.model()->index(row, columnTitled(view, title)).data().toString();
}

void clickRow(FigureView& view, const QModelIndex& index)
{
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

void doubleClickRow(FigureView& view, const QModelIndex& index)
{
    clickRow(view, index);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

LoadedTrace smallTrace()
{
    return fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
}

// Kernels of 10, 10, 10, 10 and 50 us, 10 us apart, each a replay of one node.
std::string replaysText(int last)
{
    std::string text = "{\"traceEvents\":[\n";
    for (int i = 0; i < 6; ++i)
        text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(i * 100) +
                ",\"dur\":" + std::to_string(i == 5 ? last : 10) + R"(,"args":{"device":0,"stream":7,"correlation":)" +
                std::to_string(i + 1) + R"(,"graph node id":8589934592}},)" + "\n";
    return text + R"({"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":700}]})";
}

QString write(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
        qFatal("a test's file cannot be written");
    return path;
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

void TestStatisticsPanel::theRangeHasTheFiguresOfTheCommandLine()
{
    const QString path = fixture::realTrace(QStringLiteral("moe_overlap.pt.trace.json.gz"));
    StatisticsWindow window(path);
    window.document().setMarkedRange(TimeRange{2300000, 4000000});
    RangeTab& tab = window.ready(window.panel().range());
    QMultiMap<QString, QString> mine; // by name
    for (const auto& row : csvRows(tab.view().commaSeparated()))
        mine.insert(row.at(QStringLiteral("name")),
                    row.at(QStringLiteral("busy_ns")) + QLatin1Char(' ') + row.at(QStringLiteral("idle_ns")));
    int compared = 0;
    for (const auto& row : csvRows(cli({"stats", path, "--by", "range", "--range", "2300us:4ms", "--format", "csv"}))) {
        if (row.at(QStringLiteral("kind")) == QStringLiteral("gap"))
            continue;
        const QString figures =
            row.at(QStringLiteral("busy_ns")) + QLatin1Char(' ') + row.at(QStringLiteral("idle_ns"));
        QVERIFY2(mine.contains(row.at(QStringLiteral("name")), figures), qPrintable(row.at(QStringLiteral("name"))));
        ++compared;
    }
    QCOMPARE(compared, 8); // one GPU, five streams, two classes
}

void TestStatisticsPanel::replaysHaveTheFiguresOfTheCommandLine()
{
    const QString path = fixture::realTrace(QStringLiteral("two_graphs.pt.trace.json.gz"));
    StatisticsWindow window(path);
    ReplaysTab& tab = window.ready(window.panel().replays());
    auto theirs = csvRows(cli({"stats", path, "--by", "replay", "--format", "csv"}));
    theirs.removeIf([](const auto& row) { return row.at(QStringLiteral("name")).isEmpty(); });
    const auto mine = csvRows(tab.replays().commaSeparated());
    QCOMPARE(mine.size(), theirs.size());
    QVERIFY(mine.size() > 2);
    for (qsizetype i = 0; i < mine.size(); ++i) {
        for (const QString& field : {QStringLiteral("name"), QStringLiteral("duration_ns"), QStringLiteral("busy_ns"),
                                     QStringLiteral("deviation_ns"), QStringLiteral("begin_ns")})
            QCOMPARE(mine[i].at(field), theirs[i].at(field));
    }
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

void TestStatisticsPanel::aClickedBarShowsItsSlices()
{
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    TableTab& tab = window.tableBy("kernel");
    clickRow(tab.view(), tab.view().model()->index(0, 0));
    QTRY_VERIFY(tab.isHistogramReady());
    const DurationHistogram& histogram = tab.histogram().histogram();
    QCOMPARE(histogram.counts.front(), std::uint64_t{5});
    QCOMPARE(histogram.counts.back(), std::uint64_t{1});
    window.document().select({});
    QTest::mouseClick(&tab.histogram().plot(), Qt::LeftButton, {},
                      tab.histogram().middleOf(histogram.counts.size() - 1));
    const auto event = window.document().selectedEvent();
    QVERIFY(event.has_value());
    QCOMPARE(window.trace().durationNs(*event), TimeNs{50000});
    QTRY_VERIFY(window.document().filtered() != nullptr);
    QCOMPARE(window.document().filtered()->matchingWork, std::uint64_t{1});
}

void TestStatisticsPanel::theBarOfTheSelectedSliceIsMarked()
{
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    TableTab& tab = window.tableBy("kernel");
    clickRow(tab.view(), tab.view().model()->index(0, 0));
    QTRY_VERIFY(tab.isHistogramReady());
    QTRY_COMPARE(tab.histogram().markedBin(),
                 std::optional<std::size_t>(tab.histogram().histogram().counts.size() - 1));
    window.document().select(EventId{0});
    QCOMPARE(tab.histogram().markedBin(), std::optional<std::size_t>(0));
    tab.histogram().scale().setCurrentIndex(1);
    window.document().select(fixture::eventNamed(window.trace(), "op"));
    QVERIFY(!tab.histogram().markedBin().has_value());
}

void TestStatisticsPanel::aDoubleClickedGapIsMarked()
{
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    RangeTab& tab = window.ready(window.panel().range());
    FigureView& view = tab.view();
    const QModelIndex gaps = view.model()->index(view.model()->rowCount() - 1, 0);
    QCOMPARE(gaps.data().toString(), QStringLiteral("Longest idle gaps"));
    const QModelIndex longest = view.model()->index(0, 0, gaps);
    QCOMPARE(longest.siblingAtColumn(columnTitled(view, QStringLiteral("Idle"))).data().toString(),
             QStringLiteral("150 µs")); // from 550 to 700
    QVERIFY(longest.siblingAtColumn(columnTitled(view, QStringLiteral("Details")))
                .data()
                .toString()
                .startsWith(QStringLiteral("CPU: 150 µs op")));
    doubleClickRow(view, longest);
    QCOMPARE(window.document().markedRange(), std::optional(TimeRange{550000, 700000}));
    window.ready(tab);
}

void TestStatisticsPanel::aClickOnTheStripChoosesAReplay()
{
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    ReplaysTab& tab = window.ready(window.panel().replays());
    QCOMPARE(tab.summary(), QStringLiteral("graph 2: 6 replays, median 10 µs; 1 outlier"));
    HeatStrip& strip = tab.strip();
    QVERIFY(strip.colorOf(5) != strip.colorOf(0));
    QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(strip.width() - 12, strip.height() / 2));
    QCOMPARE(tab.replays().currentRow(), std::optional<std::size_t>(5));
    QTRY_COMPARE(tab.nodes().model()->rowCount(), 1);
    QCOMPARE(cell(tab.nodes(), 0, QStringLiteral("Slower by")), QStringLiteral("+40 µs"));
    clickRow(tab.nodes(), tab.nodes().model()->index(0, 0));
    QCOMPARE(window.document().selectedEvent(), std::optional(EventId{5}));
    doubleClickRow(tab.replays(), tab.replays().model()->index(2, 0));
    QCOMPARE(window.document().filter().text, std::string("graph:2 replay:2"));
    QCOMPARE(window.document().visibleRange(), (TimeRange{200000, 210000}));
}

void TestStatisticsPanel::aComparisonTellsWhatGotSlower()
{
    const QTemporaryDir folder;
    StatisticsWindow window(fixture::loadText(replaysText(50), R"({"8589934592":[{"name":"layer_0"}]})"));
    CompareTab& tab = window.ready(window.panel().compare());
    QVERIFY(tab.sentence().startsWith(QStringLiteral("Choose an earlier trace")));
    tab.compareWith(write(folder, "before.json", replaysText(10))); // takes the open trace's annotations
    QTRY_VERIFY_WITH_TIMEOUT(!tab.isOpening(), 20000);
    window.ready(tab);
    QTRY_COMPARE(tab.sentence(), QStringLiteral("Slower most: region layer_0 +40 µs (+66.7 %), in phase forward +40 µs "
                                                "(+66.7 %), in kernel k +40 µs (+66.7 %)"));
    QCOMPARE(cell(tab.view(), 0, QStringLiteral("Difference")), QStringLiteral("+40 µs"));
    QCOMPARE(cell(tab.view(), 0, QStringLiteral("Total before")), QStringLiteral("60 µs"));

    // The longest piece of layer_0 is the last now, and was the first: both stand at the same place.
    clickRow(tab.view(), tab.view().model()->index(0, 0));
    QCOMPARE(window.document().selectedEvent(), std::optional(EventId{5}));
    QCOMPARE(tab.before().selectedEvent(), std::optional(EventId{0}));
    QCOMPARE(tab.link().offsetNs(), TimeNs{-500000});
    const auto isTogether = [&] {
        return window.document().visibleRange().beginNs - tab.before().visibleRange().beginNs == 500000 &&
               window.document().visibleRange().durationNs() == tab.before().visibleRange().durationNs();
    };
    QVERIFY(isTogether());
    window.document().setVisibleRange({500000, 600000});
    QVERIFY(isTogether());
    tab.before().setVisibleRange({0, 50000});
    QVERIFY(isTogether());
    QPushButton* linked = nullptr;
    for (QPushButton* button : tab.findChildren<QPushButton*>())
        linked = button->text() == QStringLiteral("Linked") ? button : linked;
    QTest::mouseClick(linked, Qt::LeftButton);
    tab.before().setVisibleRange({0, 60000});
    QCOMPARE(window.document().visibleRange(), (TimeRange{500000, 550000}));
}

void TestStatisticsPanel::aTraceThatCannotBeComparedIsOneLine()
{
    const QTemporaryDir folder;
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    CompareTab& tab = window.ready(window.panel().compare());
    tab.compareWith(write(folder, "no.json", "not a trace"));
    QTRY_VERIFY_WITH_TIMEOUT(!tab.isOpening(), 20000);
    const QList<QLabel*> labels = tab.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("no.json"));
    }));
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
