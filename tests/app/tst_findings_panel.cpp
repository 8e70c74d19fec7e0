// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/main_window.h"
#include "app/desktop/panels/details_panel.h"
#include "app/desktop/panels/warnings_panel.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::desktop;

class TestFindingsPanel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void theModelIsSound();
    void eachFindingIsALineWithItsPlacesBelow();
    void countsAreRightAligned();
    void aDoubleClickShowsTheEvent();
    void enterShowsTheFirstPlaceOfAFinding();
    void anEventInSightDoesNotMoveTheView();
    void aFoldedTrackIsUnfolded();
    void anEventThatTheFilterHidesIsDimmedInstead();
    void anInstantIsShownToo();
    void aPlaceOffTheTimelineSaysSoAndDoesNothing();
    void theTextTellsWhatTheFindingMeans();
    void theStatusBarCountsFindings();
    void aPanelThatIsAskedForComesInFront();
    void kernelsHaveTheirShortNames();
    void aSoundTraceSaysSo();
    void closingEmptiesTheList();
    void aLineCanBeCopied();
};

namespace {

// Kernels every 10 us on stream 7; "a" and "b" overlap by 5 us at 50 ms; "no ts" has no place in time, "mark" is an
// instant with a raw control character in its name.
std::string oddTrace()
{
    std::string text = "{\"traceEvents\":[\n";
    for (int i = 0; i < 5000; ++i)
        text +=
            R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(i * 20) + ",\"dur\":10},\n";
    text += R"({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":8,"ts":50000,"dur":10},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":50005,"dur":10},
{"ph":"X","cat":"cpu_op","name":"no ts","pid":1,"tid":1,"dur":3},
)";
    text += "{\"ph\":\"i\",\"name\":\"ma\trk\",\"pid\":1,\"tid\":1,\"ts\":70000}\n]}";
    return text;
}

// Shown, with the odd trace in it and its findings in sight.
class OddWindow {
public:
    OddWindow()
    {
        m_window.resize(1400, 900);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
        m_window.document().setTrace(fixture::loadText(oddTrace()));
        m_window.findChild<QDockWidget*>(QStringLiteral("warningsDock"))->show();
        QCoreApplication::processEvents();
        tree().expandAll();
    }

    MainWindow& operator*() { return m_window; }
    MainWindow* operator->() { return &m_window; }
    QTreeView& tree() { return m_window.warningsPanel().tree(); }
    FindingsModel& model() { return m_window.warningsPanel().model(); }
    TraceDocument& document() { return m_window.document(); }
    const Trace& trace() { return *document().opened()->trace; }

    QModelIndex finding(const char* code)
    {
        for (int row = 0; row < model().rowCount(); ++row) {
            if (model().index(row, 0).data().toString() == QLatin1String(code))
                return model().index(row, 0);
        }
        return {};
    }
    QModelIndex place(const char* code, int row) { return model().index(row, 0, finding(code)); }

    void doubleClick(const QModelIndex& index)
    {
        tree().scrollTo(index);
        const QPoint point = tree().visualRect(index).center();
        // As a user does it: the first click chooses, the second activates.
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, point);
        QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, point);
    }

private:
    MainWindow m_window;
};

QString lineAt(FindingsModel& model, const QModelIndex& index)
{
    return model.lineText(index).replace(QLatin1Char('\t'), QStringLiteral(" | "));
}

} // namespace

void TestFindingsPanel::theModelIsSound()
{
    FindingsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const LoadedTrace loaded = fixture::loadText(oddTrace());
    model.setFindings(loaded.diagnoses);
    QCOMPARE(model.rowCount(), 3);
    model.setTheme(ThemeKind::Dark);
    model.setFindings(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestFindingsPanel::eachFindingIsALineWithItsPlacesBelow()
{
    OddWindow window;
    QCOMPARE(lineAt(window.model(), window.model().index(0, 0)),
             QStringLiteral("time-missing | Error | 1 | not on the timeline | "
                            "an event has no ts; it is kept but not drawn"));
    QCOMPARE(lineAt(window.model(), window.finding("overlapping-kernels")),
             QStringLiteral("overlapping-kernels | Warning | 1 | 5 µs | GPU 0, stream 8 at 50.005 ms | "
                            "work overlaps on one stream: 2 pieces of GPU work in 1 pair"));
    QCOMPARE(window.model().rowCount(window.finding("overlapping-kernels")), 1);
    const QString place = lineAt(window.model(), window.place("overlapping-kernels", 0));
    QVERIFY2(place.startsWith(QStringLiteral("b | GPU 0, stream 8 at 50.005 ms | byte ")), qPrintable(place));
}

void TestFindingsPanel::countsAreRightAligned()
{
    OddWindow window;
    for (const int column : {FindingsModel::CountColumn, FindingsModel::AmountColumn}) {
        const QModelIndex index = window.model().index(0, column);
        QVERIFY((index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0);
        QVERIFY((window.model().headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) !=
                0);
    }
}

void TestFindingsPanel::aDoubleClickShowsTheEvent()
{
    OddWindow window;
    window.document().setVisibleRange({0, 1'000'000}); // b is at 50 ms
    const EventId b = fixture::eventNamed(window.trace(), "b");
    window.doubleClick(window.place("overlapping-kernels", 0));
    QCOMPARE(window.document().selectedEvent(), std::optional(b));
    QVERIFY(window.document().visibleRange().contains(window.trace().beginNs(b)));
    QVERIFY(window.document().visibleRange().contains(window.trace().endNs(b)));
    QCOMPARE(window.document().visibleRange().durationNs(), TimeNs(1'000'000)); // wide enough: moved, not zoomed
    QVERIFY(!fixture::pointOn(*window, b).isNull());
    QTRY_COMPARE(window->detailsPanel().model().rowCount() > 0, true);
}

void TestFindingsPanel::enterShowsTheFirstPlaceOfAFinding()
{
    OddWindow window;
    const EventId b = fixture::eventNamed(window.trace(), "b");
    const TimeRange fitted = window.document().visibleRange();
    window.tree().setCurrentIndex(window.finding("overlapping-kernels"));
    window.tree().setFocus();
    QTest::keyClick(&window.tree(), Qt::Key_Return);
    QCOMPARE(window.document().selectedEvent(), std::optional(b));
    // 10 us of 100 ms are a tenth of a pixel: only then it zooms.
    QVERIFY(window.document().visibleRange().durationNs() < fitted.durationNs() / 50);
    QVERIFY(window.document().visibleRange().contains(window.trace().beginNs(b)));
    QVERIFY(!fixture::pointOn(*window, b).isNull());
}

void TestFindingsPanel::anEventInSightDoesNotMoveTheView()
{
    OddWindow window;
    const TimeRange range{49'900'000, 50'100'000};
    window.document().setVisibleRange(range);
    window.doubleClick(window.place("overlapping-kernels", 0));
    QCOMPARE(window.document().selectedEvent(), std::optional(fixture::eventNamed(window.trace(), "b")));
    QCOMPARE(window.document().visibleRange(), range);
}

void TestFindingsPanel::aFoldedTrackIsUnfolded()
{
    OddWindow window;
    const EventId b = fixture::eventNamed(window.trace(), "b");
    window->timeline().plot().setAllCollapsed(true);
    QVERIFY(fixture::pointOn(*window, b).isNull());
    window.doubleClick(window.place("overlapping-kernels", 0));
    QVERIFY(!fixture::pointOn(*window, b).isNull());
}

void TestFindingsPanel::anEventThatTheFilterHidesIsDimmedInstead()
{
    OddWindow window;
    TraceFilter filter = window.document().filter();
    filter.text = "nothing has this name";
    filter.effect = FilterEffect::Hide;
    window.document().setFilter(filter);
    QTRY_VERIFY(window.document().filtered() != nullptr);
    window.doubleClick(window.place("overlapping-kernels", 0));
    QCOMPARE(window.document().filter().effect, FilterEffect::Dim);
    QCOMPARE(window.document().filter().text, filter.text);
}

void TestFindingsPanel::anInstantIsShownToo()
{
    OddWindow window;
    window.document().setVisibleRange({0, 1'000'000});
    window.doubleClick(window.place("control-character", 0));
    const auto selected = window.document().selectedEvent();
    QVERIFY(selected.has_value());
    QCOMPARE(window.trace().kind(*selected), EventKind::Instant);
    QVERIFY(window.document().visibleRange().contains(TimeNs(70'000'000)));
}

void TestFindingsPanel::aPlaceOffTheTimelineSaysSoAndDoesNothing()
{
    OddWindow window;
    const TimeRange range = window.document().visibleRange();
    const QModelIndex place = window.place("time-missing", 0);
    QVERIFY(place.siblingAtColumn(FindingsModel::WhereColumn).data().toString().contains("not on the timeline"));
    QVERIFY(!window.model().flags(place).testFlag(Qt::ItemIsSelectable));
    QSignalSpy activated(&window->warningsPanel(), &WarningsPanel::eventActivated);
    window.doubleClick(place);
    window.doubleClick(window.finding("time-missing"));
    QCOMPARE(activated.size(), 0);
    QVERIFY(!window.document().selectedEvent());
    QCOMPARE(window.document().visibleRange(), range);
}

void TestFindingsPanel::theTextTellsWhatTheFindingMeans()
{
    OddWindow window;
    QVERIFY(!window->warningsPanel().text().contains(QStringLiteral("Unreliable")));
    window.tree().setCurrentIndex(window.place("overlapping-kernels", 0));
    const QString text = window->warningsPanel().text();
    QVERIFY2(text.contains(QStringLiteral("A stream runs one thing after another")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Unreliable: duration totals per stream")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Match report")), qPrintable(text));
}

void TestFindingsPanel::theStatusBarCountsFindings()
{
    OddWindow window;
    const QList<QToolButton*> buttons = window->findChildren<QToolButton*>();
    const auto count = std::count_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
        return button->isVisible() && button->text() == QStringLiteral("3 findings");
    });
    QCOMPARE(count, 1);
}

// Panels below the timeline stand behind each other.
void TestFindingsPanel::aPanelThatIsAskedForComesInFront()
{
    OddWindow window;
    const auto dock = [&](const char* name) { return window->findChild<QDockWidget*>(QString::fromLatin1(name)); };
    const auto isInFront = [&](const char* name) { return !dock(name)->visibleRegion().isEmpty(); };
    dock("statisticsDock")->toggleViewAction()->trigger();
    QTRY_VERIFY(isInFront("statisticsDock"));
    QVERIFY(!isInFront("warningsDock"));
    dock("marksDock")->toggleViewAction()->trigger();
    QTRY_VERIFY(isInFront("marksDock"));
    const QList<QToolButton*> buttons = window->findChildren<QToolButton*>();
    const auto findings = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
        return button->text() == QStringLiteral("3 findings");
    });
    QVERIFY(findings != buttons.end());
    QTest::mouseClick(*findings, Qt::LeftButton);
    QTRY_VERIFY(isInFront("warningsDock"));
    QTest::mouseClick(*findings, Qt::LeftButton);
    QTRY_VERIFY(dock("warningsDock")->isHidden());
}

// What is copied, and the tip, have the name in full.
void TestFindingsPanel::kernelsHaveTheirShortNames()
{
    const QString full = QStringLiteral("void at::native::reduce_kernel<512, 1, float>(float)");
    Diagnosis finding;
    finding.code = "overlapping-kernels";
    DiagnosedPlace place;
    place.name = full.toStdString();
    finding.places.push_back(place);
    FindingsModel model;
    model.setFindings(std::make_shared<const std::vector<Diagnosis>>(1, finding));
    const QModelIndex line = model.index(0, FindingsModel::FindingColumn, model.index(0, 0));
    QCOMPARE(line.data().toString(), QStringLiteral("reduce_kernel"));
    QCOMPARE(line.data(Qt::ToolTipRole).toString(), full.toHtmlEscaped());
    QVERIFY(model.lineText(line).startsWith(full));
}

void TestFindingsPanel::aSoundTraceSaysSo()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.findChild<QDockWidget*>(QStringLiteral("warningsDock"))->show();
    QCOMPARE(window.warningsPanel().model().rowCount(), 0);
    QVERIFY(!window.warningsPanel().tree().isVisible());
    QVERIFY(window.warningsPanel().text().contains(QStringLiteral("517 of 517 nodes")));
}

void TestFindingsPanel::closingEmptiesTheList()
{
    OddWindow window;
    window->closeTrace();
    QCOMPARE(window.model().rowCount(), 0);
    QCOMPARE(window->warningsPanel().text(), QString());
}

void TestFindingsPanel::aLineCanBeCopied()
{
    OddWindow window;
    window.tree().setCurrentIndex(window.finding("overlapping-kernels"));
    window.tree().setFocus();
    QTest::keySequence(&window.tree(), QKeySequence::Copy);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("overlapping-kernels\tWarning\t1\t")));
}

LANESCOPE_TEST(TestFindingsPanel)
#include "tst_findings_panel.moc"
