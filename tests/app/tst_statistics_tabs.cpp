// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/compare_tab.h"
#include "app/desktop/statistics/heat_strip.h"
#include "app/desktop/statistics/histogram_view.h"
#include "app/desktop/statistics/range_tab.h"
#include "app/desktop/statistics/replays_tab.h"
#include "tests/app/statistics_window.h"
#include "tests/support/test_main.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QToolButton>
#include <qcustomplot.h>

using namespace lanescope;
using namespace lanescope::desktop;
using namespace lanescope::desktop::fixture;

class TestStatisticsTabs : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void theRangeHasTheFiguresOfTheCommandLine();
    void replaysHaveTheFiguresOfTheCommandLine();
    void theHistogramHasTheBinsOfTheCommandLine();
    void aClickedBarShowsItsSlices();
    void theBarOfTheSelectedSliceIsMarked();
    void aDoubleClickedGapIsMarked();
    void aClickOnTheStripChoosesAReplay();
    void aComparisonTellsWhatGotSlower();
    void foldersOfRanksAreCompared();
    void aRowOfAComparisonLeadsToItsReplay();
    void aTraceThatCannotBeComparedIsOneLine();
    void theFileMenuStartsAComparison();
};

void TestStatisticsTabs::theRangeHasTheFiguresOfTheCommandLine()
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

void TestStatisticsTabs::replaysHaveTheFiguresOfTheCommandLine()
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

void TestStatisticsTabs::theHistogramHasTheBinsOfTheCommandLine()
{
    const QString path = fixture::realTrace(QStringLiteral("moe_overlap.pt.trace.json.gz"));
    StatisticsWindow window(path);
    TableTab& tab = window.tableBy("region");
    clickRow(tab.view(), tab.view().model()->index(0, 0));
    QTRY_VERIFY(tab.isHistogramReady());
    const QString name = tab.view().model()->index(0, 0).data().toString();
    for (const int scale : {0, 1}) {
        tab.histogram().scale().setCurrentIndex(scale);
        QStringList mine;
        const DurationHistogram& histogram = tab.histogram().histogram();
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            mine << QStringLiteral("%1 %2 %3")
                        .arg(histogram.edges[i])
                        .arg(histogram.edges[i + 1])
                        .arg(histogram.counts[i]);
        QStringList theirs;
        for (const auto& row :
             csvRows(cli({"stats", path, "--histogram", name, "--scale",
                          scale == 0 ? QStringLiteral("linear") : QStringLiteral("log"), "--format", "csv"})))
            theirs << row.at(QStringLiteral("from_ns")) + QLatin1Char(' ') + row.at(QStringLiteral("below_ns")) +
                          QLatin1Char(' ') + row.at(QStringLiteral("count"));
        QVERIFY(mine.size() > 10);
        QCOMPARE(mine, theirs);
    }
}

void TestStatisticsTabs::aClickedBarShowsItsSlices()
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

void TestStatisticsTabs::theBarOfTheSelectedSliceIsMarked()
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

void TestStatisticsTabs::aDoubleClickedGapIsMarked()
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

void TestStatisticsTabs::aClickOnTheStripChoosesAReplay()
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

void TestStatisticsTabs::aComparisonTellsWhatGotSlower()
{
    const QTemporaryDir folder;
    StatisticsWindow window(fixture::loadText(replaysText(50), R"({"8589934592":[{"name":"layer_0"}]})"));
    CompareTab& tab = window.ready(window.panel().compare());
    QVERIFY(tab.sentence().startsWith(QStringLiteral("Choose an earlier trace")));
    tab.compareWith(write(folder, "before.json", replaysText(10))); // takes the open trace's annotations
    QTRY_VERIFY_WITH_TIMEOUT(!tab.isOpening(), 20000);
    window.ready(tab);
    QTRY_COMPARE(tab.sentence(),
                 QStringLiteral("Slower most: region layer_0 +40 µs (+66.7 %), in phase forward +40 µs "
                                "(+66.7 %), in kernel k +40 µs (+66.7 %); in 1 of 6 replays (50 µs instead of 10 µs): "
                                "graph 2 replay 5\n"
                                "Why: a piece takes 16.67 µs on average instead of 10 µs; as many pieces, 6"));
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
    QToolButton* linked = nullptr;
    for (QToolButton* button : tab.findChildren<QToolButton*>())
        linked = button->text() == QStringLiteral("Linked") ? button : linked;
    QTest::mouseClick(linked, Qt::LeftButton);
    tab.before().setVisibleRange({0, 60000});
    QCOMPARE(window.document().visibleRange(), (TimeRange{500000, 550000}));
}

// Kernel "k" takes 10 us on each of two ranks before, and 10 and 30 us after.
void TestStatisticsTabs::foldersOfRanksAreCompared()
{
    const QTemporaryDir earlier;
    const QTemporaryDir later;
    const auto rank = [](int number, int duration) {
        return R"({"distributedInfo":{"rank":)" + std::to_string(number) +
               R"(},"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":)" +
               std::to_string(duration) + R"(,"args":{"stream":7}}]})";
    };
    write(earlier, "rank0.json", rank(0, 10));
    write(earlier, "rank1.json", rank(1, 10));
    write(later, "rank0.json", rank(0, 10));
    write(later, "rank1.json", rank(1, 30));
    StatisticsWindow window(later.path());
    CompareTab& tab = window.ready(window.panel().compare());
    tab.by().setCurrentIndex(tab.by().findData(QStringLiteral("kernel")));
    tab.compareWith(earlier.path());
    QTRY_VERIFY_WITH_TIMEOUT(!tab.isOpening(), 20000);
    window.ready(tab);
    QTRY_COMPARE(tab.view().model()->rowCount(), 1);
    QCOMPARE(cell(tab.view(), 0, QStringLiteral("Total before")), QStringLiteral("20 µs"));
    QCOMPARE(cell(tab.view(), 0, QStringLiteral("Difference")), QStringLiteral("+20 µs"));
}

void TestStatisticsTabs::aRowOfAComparisonLeadsToItsReplay()
{
    const QTemporaryDir folder;
    StatisticsWindow window(fixture::loadText(replaysText(50), R"({"8589934592":[{"name":"layer_0"}]})"));
    CompareTab& tab = window.ready(window.panel().compare());
    tab.compareWith(write(folder, "before.json", replaysText(10)));
    QTRY_VERIFY_WITH_TIMEOUT(!tab.isOpening(), 20000);
    window.ready(tab);
    QTRY_COMPARE(tab.view().model()->rowCount(), 1);
    doubleClickRow(tab.view(), tab.view().model()->index(0, 0));
    ReplaysTab& replays = window.panel().replays();
    QTRY_COMPARE(window.panel().tabs().currentWidget(), static_cast<QWidget*>(&replays));
    QTRY_COMPARE(replays.replays().currentRow(), std::optional<std::size_t>(5));
    QTRY_COMPARE(replays.nodes().model()->rowCount(), 1);
    QCOMPARE(window.document().selectedEvent(), std::optional(EventId{5}));
    QVERIFY(window.document().visibleRange().contains(window.trace().beginNs(EventId{5})));
    QCOMPARE(window.document().filter().text, std::string("ann:layer_0 (graph:2 replay:5)"));
    QTRY_VERIFY(window.document().filtered() != nullptr);
    QCOMPARE(window.document().filtered()->matchingWork, std::uint64_t{1});
}

void TestStatisticsTabs::aTraceThatCannotBeComparedIsOneLine()
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

void TestStatisticsTabs::theFileMenuStartsAComparison()
{
    StatisticsWindow window(fixture::loadText(replaysText(50)));
    window.dock().hide();
    const QList<QAction*> actions = window->findChildren<QAction*>();
    const auto compare = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text() == QStringLiteral("Compare &with an earlier trace…");
    });
    QVERIFY(compare != actions.end());
    bool wasAsked = false;
    QTimer::singleShot(0, &*window, [&wasAsked] {
        wasAsked = qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr;
        if (wasAsked)
            QApplication::activeModalWidget()->close();
    });
    (*compare)->trigger();
    QVERIFY(wasAsked);
    QVERIFY(window.panel().compare().isVisible());
    window->closeTrace();
    QVERIFY(!(*compare)->isEnabled());
}

LANESCOPE_TEST(TestStatisticsTabs)
#include "tst_statistics_tabs.moc"
