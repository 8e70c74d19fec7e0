// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/main_window.h"

#include "app/desktop/open_request.h"
#include "app/desktop/panels/details_panel.h"
#include "app/desktop/panels/files_panel.h"
#include "app/desktop/panels/find_panel.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::desktop;

// Several files in one window. Both ranks' files use the same ids of processes, threads and streams.
class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void init();
    void twoFilesAreShownAsRanks();
    void aFolderIsShownAsRanks();
    void whatIsFoundTellsItsRank();
    void aTypedOffsetMovesTheFile();
    void aTextThatIsNoOffsetIsRefused();
    void offsetsAreReadWithTheirUnit_data();
    void offsetsAreReadWithTheirUnit();
    void aSessionThatIsClosedStaysClosed();
    void filesMeetAtTheSelectedSlice();
    void theSessionComesBackWithItsOffsets();
    void severalFilesAreOneRecentEntry();
    void aChangedFileIsOfferedToBeReloaded();
    void everyFileIsExported();
    void clocksWithoutACommonTimeAreTold();
    void ofManyRanksTheGpusAreUnfolded();
    void aFileAloneHasNoFilesPanel();

private:
    [[nodiscard]] QString path(int rank) const;
    void writeRank(int rank, int atUs) const;
    static bool open(MainWindow& window, const QStringList& paths);
    static bool isSettled(MainWindow& window);
    static QDockWidget& filesDock(MainWindow& window);
    static void typeOffset(MainWindow& window, int file, const QString& text);

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

TimeNs beginOf(MainWindow& window, std::string_view name)
{
    const Trace& trace = *window.document().opened()->trace;
    return trace.beginNs(fixture::eventNamed(trace, name));
}

QStringList groupTitles(MainWindow& window)
{
    QStringList titles;
    for (const ViewGroup& group : window.document().arrangement()->groups)
        titles << QString::fromStdString(group.title);
    return titles;
}

} // namespace

void TestRanks::init()
{
    fixture::failOnQtWarnings();
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TestRanks::path(int rank) const
{
    return m_folder->filePath(QStringLiteral("rank%1.json").arg(rank));
}

// "op N" at `atUs` for 40 µs on a thread, "kernel N" and then "all_reduce" on stream 7.
void TestRanks::writeRank(int rank, int atUs) const
{
    const auto slice = [](const QString& category, const QString& name, int pid, int tid, int ts, int dur) {
        return QStringLiteral(R"json({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6})json")
            .arg(category, name)
            .arg(pid)
            .arg(tid)
            .arg(ts)
            .arg(dur);
    };
    const QStringList events{
        slice(QStringLiteral("cpu_op"), QStringLiteral("op %1").arg(rank), 1, 1, atUs, 40),
        slice(QStringLiteral("kernel"), QStringLiteral("kernel %1").arg(rank), 0, 7, atUs + 10, 10),
        slice(QStringLiteral("kernel"), QStringLiteral("all_reduce"), 0, 7, atUs + 20 + rank, 10)};
    QFile file(path(rank));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"json({"distributedInfo":{"rank":%1},"traceEvents":[%2]})json")
                   .arg(rank)
                   .arg(events.join(QLatin1Char(',')))
                   .toUtf8());
}

bool TestRanks::isSettled(MainWindow& window)
{
    return QTest::qWaitFor([&] { return window.document().hasTrace() && !window.loadJob().isRunning(); }, 20000);
}

bool TestRanks::open(MainWindow& window, const QStringList& paths)
{
    window.resize(1200, 800);
    window.show();
    window.openFiles(paths);
    return isSettled(window);
}

QDockWidget& TestRanks::filesDock(MainWindow& window)
{
    return *window.findChild<QDockWidget*>(QStringLiteral("filesDock"));
}

// As a user does it: F2 on the row, the text, Enter.
void TestRanks::typeOffset(MainWindow& window, int file, const QString& text)
{
    filesDock(window).show();
    QTreeView& list = window.filesPanel().list();
    list.setCurrentIndex(list.model()->index(file, FilesModel::TitleColumn));
    QTest::keyClick(&list, Qt::Key_F2);
    auto* editor = list.findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
}

void TestRanks::twoFilesAreShownAsRanks()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(1), path(0)}));
    QCOMPARE(groupTitles(window),
             (QStringList{QStringLiteral("rank 0 · GPU 0"), QStringLiteral("rank 0 · process 1"),
                          QStringLiteral("rank 1 · GPU 0"), QStringLiteral("rank 1 · process 1")}));
    QCOMPARE(beginOf(window, "op 0"), TimeNs{0});
    QCOMPARE(beginOf(window, "op 1"), TimeNs{20'000});
    QVERIFY(!window.messageBar().isVisible());
    QVERIFY2(window.windowTitle().contains(QStringLiteral("rank1.json and 1 more")), qPrintable(window.windowTitle()));
    // Both are in sight, and a click on the second rank's kernel tells its file.
    const EventId kernel = fixture::eventNamed(*window.document().opened()->trace, "kernel 1");
    const QPoint point = fixture::pointOn(window, kernel);
    QVERIFY(!point.isNull());
    QTest::mouseClick(&window.timeline().plot(), Qt::LeftButton, {}, point);
    QVERIFY(window.document().selectedEvent() == kernel);
    const auto details = [&] { return window.detailsPanel().model().textOf({}); };
    QTRY_VERIFY(details().contains(QStringLiteral("File: rank1.json")));
    QVERIFY2(details().contains(QStringLiteral("Start in the file: 0.000130000 s")), qPrintable(details()));
}

void TestRanks::aFolderIsShownAsRanks()
{
    writeRank(0, 100);
    writeRank(2, 120);
    MainWindow window;
    QVERIFY(open(window, {m_folder->path()}));
    QCOMPARE(groupTitles(window).size(), 4);
    QVERIFY2(window.windowTitle().contains(QStringLiteral("(2 files)")), qPrintable(window.windowTitle()));
    QTreeView& list = window.filesPanel().list();
    QCOMPARE(list.model()->rowCount(), 2);
    const auto cell = [&](int row, int column) { return list.model()->index(row, column).data().toString(); };
    QCOMPARE(cell(1, FilesModel::TitleColumn), QStringLiteral("rank 2"));
    QCOMPARE(cell(1, FilesModel::FileColumn), QStringLiteral("rank2.json"));
    QCOMPARE(cell(1, FilesModel::EventsColumn), QStringLiteral("3"));
    QCOMPARE(cell(1, FilesModel::OffsetColumn), QStringLiteral("0"));
    QCOMPARE(cell(1, FilesModel::BeginColumn), QStringLiteral("20 µs"));
}

void TestRanks::whatIsFoundTellsItsRank()
{
    writeRank(0, 100);
    writeRank(1, 100);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Slash);
    QTRY_VERIFY(window.findPanel().field().hasFocus());
    QTest::keyClicks(&window.findPanel().field(), QStringLiteral("all_reduce"));
    const QAbstractItemModel& found = *window.findPanel().list().model();
    QTRY_COMPARE(found.rowCount(), 2);
    QCOMPARE(found.index(0, FindResultsModel::TrackColumn).data().toString(),
             QStringLiteral("rank 0 · GPU 0 · stream 7"));
    QCOMPARE(found.index(1, FindResultsModel::TrackColumn).data().toString(),
             QStringLiteral("rank 1 · GPU 0 · stream 7"));
}

void TestRanks::aTypedOffsetMovesTheFile()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    const EventId kernel = fixture::eventNamed(*window.document().opened()->trace, "kernel 1");
    window.document().setVisibleRange({-5'000, 90'000});
    window.document().select(kernel);
    const QPoint before = fixture::pointOn(window, kernel);
    typeOffset(window, 1, QStringLiteral("25 us"));
    QTRY_COMPARE(beginOf(window, "kernel 1"), TimeNs{55'000});
    QVERIFY(isSettled(window));
    QCOMPARE(beginOf(window, "kernel 0"), TimeNs{10'000});
    QVERIFY(window.document().selectedEvent() == kernel);
    QCOMPARE(window.document().visibleRange(), (TimeRange{-5'000, 90'000}));
    const QPoint after = fixture::pointOn(window, kernel);
    QVERIFY(after.x() > before.x());
    QCOMPARE(after.y(), before.y());
    // No offset is no offset again.
    QTest::mouseClick(&window.filesPanel().resetButton(), Qt::LeftButton);
    QTRY_COMPARE(beginOf(window, "kernel 1"), TimeNs{30'000});
    QVERIFY(!window.filesPanel().resetButton().isEnabled());
}

void TestRanks::aTextThatIsNoOffsetIsRefused()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    typeOffset(window, 1, QStringLiteral("soon"));
    QTRY_VERIFY(window.messageBar().isVisible());
    QVERIFY2(window.messageBar().text().contains(QStringLiteral("“soon” is no offset")),
             qPrintable(window.messageBar().text()));
    QVERIFY(!window.loadJob().isRunning());
    QCOMPARE(beginOf(window, "op 1"), TimeNs{20'000});
}

void TestRanks::offsetsAreReadWithTheirUnit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOffset");
    QTest::addColumn<qint64>("ns");
    const auto offset = [](const char* text, qint64 ns) {
        QTest::newRow(text) << QString::fromUtf8(text) << true << ns;
    };
    offset("1.5ms", 1'500'000);
    offset("-20us", -20'000);
    offset("−20 µs", -20'000);
    offset("+ 3 ns", 3);
    offset("0", 0);
    offset("2s", 2'000'000'000);
    for (const char* text : {"", "5", "-", "1.5 ms:2 ms", "@1ms", "--1ms", "ms", "99999999999999 s"})
        QTest::newRow(qPrintable(QStringLiteral("no offset: ") + QString::fromUtf8(text)))
            << QString::fromUtf8(text) << false << qint64{0};
}

void TestRanks::offsetsAreReadWithTheirUnit()
{
    QFETCH(const QString, text);
    QFETCH(const bool, isOffset);
    QFETCH(const qint64, ns);
    const auto offset = parseOffset(text);
    QCOMPARE(offset.has_value(), isOffset);
    QVERIFY(!isOffset || *offset == ns);
}

void TestRanks::aSessionThatIsClosedStaysClosed()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    QSignalSpy ended(&window.loadJob(), &LoadJob::ended);
    typeOffset(window, 1, QStringLiteral("25us"));
    QTRY_VERIFY(window.loadJob().isRunning() || ended.count() > 0);
    window.closeTrace();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(!window.document().hasTrace());
    QCOMPARE(window.filesPanel().list().model()->rowCount(), 0);
}

void TestRanks::filesMeetAtTheSelectedSlice()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    QVERIFY(!window.filesPanel().alignEndsButton().isEnabled());
    const Trace& trace = *window.document().opened()->trace;
    const EventId first = fixture::eventNamed(trace, "all_reduce"); // of rank 0: 20 µs to 30 µs
    window.document().select(first);
    filesDock(window).show();
    QTest::mouseClick(&window.filesPanel().alignEndsButton(), Qt::LeftButton);
    // Rank 1's is 41 µs to 51 µs.
    QTRY_COMPARE(beginOf(window, "op 1"), TimeNs{-1'000});
    QVERIFY(isSettled(window));
    QCOMPARE(beginOf(window, "op 0"), TimeNs{0});
    QCOMPARE(window.messageBar().text(), QStringLiteral("All 2 files aligned"));
    // What one rank alone has aligns nothing.
    window.document().select(fixture::eventNamed(*window.document().opened()->trace, "op 0"));
    QTest::mouseClick(&window.filesPanel().alignBeginsButton(), Qt::LeftButton);
    QTRY_VERIFY(window.messageBar().text().startsWith(QStringLiteral("1 of 2 files aligned")));
}

void TestRanks::theSessionComesBackWithItsOffsets()
{
    writeRank(0, 100);
    writeRank(1, 120);
    {
        MainWindow window;
        QVERIFY(open(window, {path(0), path(1)}));
        typeOffset(window, 1, QStringLiteral("-15us"));
        QTRY_COMPARE(beginOf(window, "op 1"), TimeNs{5'000});
        QVERIFY(isSettled(window));
        window.document().setVisibleRange({1'000, 30'000});
        window.close();
    }
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    QCOMPARE(beginOf(window, "op 1"), TimeNs{5'000});
    QCOMPARE(window.document().visibleRange(), (TimeRange{1'000, 30'000}));
    // One of the files alone is another session.
    QVERIFY(open(window, {path(1)}));
    QCOMPARE(beginOf(window, "op 1"), TimeNs{0});
}

void TestRanks::severalFilesAreOneRecentEntry()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    const QString entry = Settings::recentFiles().value(0);
    QCOMPARE(pathsOfEntry(entry), (QStringList{path(0), path(1)}));
    QCOMPARE(entryName(entry), QStringLiteral("rank0.json and 1 more"));
    window.closeTrace();
    QVERIFY(open(window, pathsOfEntry(entry)));
    QCOMPARE(window.document().opened()->trace->parts().size(), std::size_t{2});
    QVERIFY(QFile::remove(path(1)));
    QVERIFY(!Settings::recentFiles().contains(entry));
}

void TestRanks::aChangedFileIsOfferedToBeReloaded()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    writeRank(1, 1121); // another size
    QTRY_VERIFY_WITH_TIMEOUT(window.messageBar().isVisible(), 10000);
    QVERIFY2(window.messageBar().text().contains(QStringLiteral("rank1.json changed on disk")),
             qPrintable(window.messageBar().text()));
    QTest::mouseClick(&window.messageBar().actionButton(), Qt::LeftButton);
    QTRY_COMPARE(beginOf(window, "op 1"), TimeNs{1'021'000});
}

void TestRanks::everyFileIsExported()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    const QTemporaryDir target;
    QSignalSpy finished(&window, &MainWindow::exportFinished);
    window.exportPartsTo(target.path());
    QVERIFY(finished.wait(20000));
    QVERIFY2(finished.takeFirst().value(0).toBool(), qPrintable(window.messageBar().text()));
    QCOMPARE(QDir(target.path()).entryList(QDir::Files),
             (QStringList{QStringLiteral("rank0.annotated.json"), QStringLiteral("rank1.annotated.json")}));
    // A second time they are there already.
    window.exportPartsTo(target.path());
    QVERIFY2(window.messageBar().text().contains(QStringLiteral("rank0.annotated.json exists already")),
             qPrintable(window.messageBar().text()));
}

void TestRanks::clocksWithoutACommonTimeAreTold()
{
    writeRank(0, 100);
    writeRank(1, 5000);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    QCOMPARE(beginOf(window, "op 1"), TimeNs{0});
    QVERIFY2(window.messageBar().text().startsWith(QStringLiteral("Aligned by their first event")),
             qPrintable(window.messageBar().text()));
    QComboBox& choice = window.filesPanel().startChoice();
    QCOMPARE(choice.currentText(), QStringLiteral("From their first events"));
    filesDock(window).show();
    choice.setFocus();
    QTest::keyClick(&choice, Qt::Key_Up);
    QTRY_COMPARE(beginOf(window, "op 1"), TimeNs{4'900'000});
    QTRY_COMPARE(choice.currentText(), QStringLiteral("By their clocks"));
}

void TestRanks::ofManyRanksTheGpusAreUnfolded()
{
    for (int rank = 0; rank < 3; ++rank)
        writeRank(rank, 100 + rank);
    MainWindow window;
    QVERIFY(open(window, {m_folder->path()}));
    QStringList tracks; // that are in sight
    auto& plot = window.timeline().plot();
    for (const TrackExtent& track : plot.scene().layout().tracks)
        tracks << QString::fromStdString(trackKey(*window.document().arrangement(), track.group, track.track));
    QCOMPARE(tracks,
             (QStringList{QStringLiteral("rank 0:0/7"), QStringLiteral("rank 1:0/7"), QStringLiteral("rank 2:0/7")}));
}

void TestRanks::aFileAloneHasNoFilesPanel()
{
    writeRank(0, 100);
    writeRank(1, 120);
    MainWindow window;
    QVERIFY(open(window, {path(0), path(1)}));
    filesDock(window).show();
    QVERIFY(filesDock(window).toggleViewAction()->isEnabled());
    QVERIFY(open(window, {path(0)}));
    QVERIFY(!filesDock(window).toggleViewAction()->isEnabled());
    QVERIFY(filesDock(window).isHidden());
    QCOMPARE(groupTitles(window), (QStringList{QStringLiteral("GPU 0"), QStringLiteral("process 1")}));
}

LANESCOPE_TEST(TestRanks)
#include "tst_ranks.moc"
