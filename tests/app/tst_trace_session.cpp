// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings/trace_session.h"

#include "app/desktop/main_window.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/window_actions.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QAction>
#include <QClipboard>
#include <QPushButton>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::desktop;

class TestTraceSession : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void aSessionSurvivesItsText();
    void whatIsNoSessionIsNone_data();
    void whatIsNoSessionIsNone();
    void onlySoManyAreKept();
    void aTraceIsShownAsItWasLeft();
    void aFileThatChangedIsOfferedToBeReloaded();
    void thePictureGoesToTheClipboard();

private:
    static bool open(MainWindow& window, const QString& path);
};

namespace {

constexpr char kTrace[] = R"json({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"first","pid":1,"tid":1,"ts":0,"dur":10},
{"ph":"X","cat":"cpu_op","name":"second","pid":1,"tid":1,"ts":90,"dur":10}]})json";

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

TraceSession someSession()
{
    TraceSession session;
    session.visibleRange = {-5, 9'007'199'254'740'993}; // more than a double holds
    session.markedRange = TimeRange{10, 20};
    session.view = TrackView::ByProcessGroup;
    session.filter.text = "dur>10us \"ü\"";
    session.filter.hiddenTitles = {"a", "b"};
    session.filter.hidesUnannotated = true;
    session.filter.hiddenPhases = {"backward"};
    session.filter.hiddenKernels = {"gemm", "copy"};
    session.filter.hiddenCategories = {"gpu_memset"};
    session.filter.phase = "backward";
    session.filter.effect = FilterEffect::OnlyTracks;
    session.marks = {{{1, 1}, QStringLiteral("here")}, {{3, 9}, {}}};
    session.collapsed.groups = {"0"};
    session.collapsed.tracks = {"0/7", "1/1"};
    session.tracks.pinned = {"1/1", "0/7"};
    session.tracks.hidden = {"0/8"};
    session.tracks.orders = {{"0", {"0/9", "0/7"}}};
    session.tracks.lanePx = {{"0/7", 40}};
    session.colorBy = ColorBy::Kernel;
    session.showsTimesOfFile = true;
    session.scrollPx = 40;
    session.times.start = SessionTimes::Start::FirstEvents;
    session.times.offsetNs = {{"/traces/rank1 ü.json", -9'007'199'254'740'993}};
    return session;
}

} // namespace

bool TestTraceSession::open(MainWindow& window, const QString& path)
{
    window.resize(1200, 700);
    window.show();
    window.openFiles({path});
    return QTest::qWaitFor([&] { return window.document().hasTrace() && !window.loadJob().isRunning(); }, 20000);
}

void TestTraceSession::aSessionSurvivesItsText()
{
    const auto read = sessionOfText(sessionAsText(someSession()));
    QVERIFY(read.has_value());
    QVERIFY(*read == someSession());
}

void TestTraceSession::whatIsNoSessionIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"visible\":[");
    QTest::newRow("no range") << QByteArray("{}");
    QTest::newRow("numbers that are none") << QByteArray("{\"visible\":[\"a\",\"b\"]}");
    QTest::newRow("backwards") << QByteArray("{\"visible\":[\"2\",\"1\"]}");
}

void TestTraceSession::whatIsNoSessionIsNone()
{
    QFETCH(QByteArray, text);
    QVERIFY(!sessionOfText(text).has_value());
}

void TestTraceSession::onlySoManyAreKept()
{
    for (int i = 0; i <= SessionStore::kKept; ++i)
        SessionStore::save(QStringLiteral("/traces/%1.json").arg(i), someSession());
    QVERIFY(!SessionStore::load(QStringLiteral("/traces/0.json")).has_value());
    QVERIFY(SessionStore::load(QStringLiteral("/traces/1.json")).has_value());
    SessionStore::forget(QStringLiteral("/traces/1.json"));
    QVERIFY(!SessionStore::load(QStringLiteral("/traces/1.json")).has_value());
}

void TestTraceSession::aTraceIsShownAsItWasLeft()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    write(path, kTrace);
    {
        MainWindow window;
        QVERIFY(open(window, path));
        window.document().setVisibleRange({80'000, 101'000});
        window.document().addMark({{90'000, 100'000}, QStringLiteral("again")});
        TraceFilter filter;
        filter.text = "second";
        window.document().setFilter(filter);
        window.timeline().plot().setAllCollapsed(true);
        window.close();
    }
    MainWindow window;
    QVERIFY(open(window, path));
    QCOMPARE(window.document().visibleRange(), (TimeRange{80'000, 101'000}));
    QCOMPARE(window.document().marks().size(), std::size_t{1});
    QCOMPARE(window.document().marks().front().note, QStringLiteral("again"));
    QCOMPARE(window.document().filter().text, std::string("second"));
    QVERIFY(window.timeline().plot().scene().layout().tracks.front().isCollapsed);
    QVERIFY(!window.actions().back->isEnabled());
}

void TestTraceSession::aFileThatChangedIsOfferedToBeReloaded()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    write(path, kTrace);
    MainWindow window;
    QVERIFY(open(window, path));
    window.document().setVisibleRange({80'000, 101'000});
    QByteArray longer(kTrace);
    longer.replace("second", "third and more");
    write(path, longer);
    QTRY_VERIFY_WITH_TIMEOUT(window.messageBar().isVisible(), 10000);
    QVERIFY2(window.messageBar().text().contains(QStringLiteral("trace.json changed on disk")),
             qPrintable(window.messageBar().text()));
    QTest::mouseClick(&window.messageBar().actionButton(), Qt::LeftButton);
    const auto hasThird = [&window] {
        const Trace& trace = *window.document().opened()->trace;
        return trace.name(EventId{1}) == "third and more";
    };
    QTRY_VERIFY(hasThird());
    QCOMPARE(window.document().visibleRange(), (TimeRange{80'000, 101'000}));
    QVERIFY(!window.messageBar().isVisible());
}

void TestTraceSession::thePictureGoesToTheClipboard()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QTest::keyClick(&window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->pixmap().size(), window.timeline().size());
}

LANESCOPE_TEST(TestTraceSession)
#include "tst_trace_session.moc"
