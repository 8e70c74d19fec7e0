// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/filter/filter_field.h"

#include "app/desktop/main_window.h"
#include "app/desktop/panels/timeline_tool_bar.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QLabel>
#include <QListView>

using namespace lanescope;
using namespace lanescope::desktop;

class TestFilterField : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void anExpressionBecomesTheFilter();
    void itIsThereInASmallWindow();
    void aWrongTextIsToldAndLeavesTheFilter();
    void anUnfinishedTextIsNotToldAtOnce();
    void returnKeepsAWrongTextInTheField();
    void keysAndValuesOfTheTraceAreOffered();
    void returnTakesWhatIsWrittenNotWhatIsOffered();
    void earlierFiltersComeBackByDown();
    void clearingTheFilterClearsAWrongText();
};

namespace {

QStringList offersOf(FilterField& field)
{
    QStringList offers;
    const QAbstractItemModel& model = *field.offers().model();
    for (int row = 0; row < model.rowCount(); ++row)
        offers << model.index(row, 0).data().toString();
    return offers;
}

FilterField& focusedField(MainWindow& window)
{
    FilterField& field = window.toolBar().filterField();
    field.setFocus();
    return field;
}

bool isFilteredTo(MainWindow& window, std::uint64_t work)
{
    const auto& filtered = window.document().filtered();
    return filtered != nullptr && filtered->matchingWork == work;
}

} // namespace

// The sample's 870 pieces of backward work are what the phase switch shows too.
void TestFilterField::anExpressionBecomesTheFilter()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTest::keyClicks(&field, QStringLiteral("cat:kernel phase:backward OR softmax phase:backward"));
    QTRY_VERIFY(window.document().filter().text == "cat:kernel phase:backward OR softmax phase:backward");
    field.clear();
    QTest::keyClicks(&field, QStringLiteral("phase:backward"));
    QTRY_VERIFY(isFilteredTo(window, 870));
    QVERIFY(field.problemText().isEmpty());
    QTest::keyClick(&field, Qt::Key_Return);
    QTRY_VERIFY(window.timeline().plot().hasFocus());
    QVERIFY(isFilteredTo(window, 870));
}

// A tool bar hides what it has no room for.
void TestFilterField::itIsThereInASmallWindow()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.resize(1280, 700);
    QVERIFY(QTest::qWaitFor([&window] { return window.width() == 1280; }));
    QCoreApplication::processEvents();
    QVERIFY(window.toolBar().filterField().isVisible());
    QVERIFY(window.toolBar().filterField().width() >= 200);
}

void TestFilterField::aWrongTextIsToldAndLeavesTheFilter()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTRY_VERIFY(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("softmax"));
    QTRY_VERIFY(isFilteredTo(window, 10));
    QTest::keyClicks(&field, QStringLiteral(" nmae:x"));
    QTRY_VERIFY(field.problemText().startsWith(QStringLiteral("no key \"nmae\"")));
    QVERIFY(isFilteredTo(window, 10));
    const auto* message = window.findChild<QLabel*>(QStringLiteral("filterProblem"));
    QVERIFY(message != nullptr && message->isVisible());
    QCOMPARE(message->text(), field.problemText());
    QVERIFY(message->geometry().top() >= field.mapTo(&window, QPoint(0, field.height())).y());
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(&field, Qt::Key_Backspace);
    QVERIFY(field.problemText().isEmpty());
    QVERIFY(!message->isVisible());
}

void TestFilterField::anUnfinishedTextIsNotToldAtOnce()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTest::keyClicks(&field, QStringLiteral("dur>"));
    QTest::qWait(300); // longer than the pause after which a filter is taken
    QVERIFY(field.problemText().isEmpty());
    QTRY_COMPARE(field.problemText(), QStringLiteral("expected a time such as 10us"));
}

void TestFilterField::returnKeepsAWrongTextInTheField()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTRY_VERIFY(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("(softmax"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.problemText(), QStringLiteral("this ( is not closed"));
    QVERIFY(field.hasFocus());
    QVERIFY(window.document().filter().text.empty());
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.text().isEmpty());
    QVERIFY(field.problemText().isEmpty());
}

void TestFilterField::keysAndValuesOfTheTraceAreOffered()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTest::keyClicks(&field, QStringLiteral("ph"));
    QTRY_COMPARE(offersOf(field), QStringList{QStringLiteral("phase:   phase of GPU work")});
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.text(), QStringLiteral("phase:"));
    QTRY_VERIFY([&] {
        QTest::keyClick(&field, Qt::Key_Down); // offers again: the trace's values come from a worker
        return offersOf(field).contains(QStringLiteral("phase:backward"));
    }());
    QTest::keyClicks(&field, QStringLiteral("ba"));
    QCOMPARE(offersOf(field), QStringList{QStringLiteral("phase:backward")});
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Tab);
    QCOMPARE(field.text(), QStringLiteral("phase:backward"));
    QTRY_VERIFY(isFilteredTo(window, 870));
}

void TestFilterField::returnTakesWhatIsWrittenNotWhatIsOffered()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTest::keyClicks(&field, QStringLiteral("ph"));
    QTRY_VERIFY(field.offers().isVisible());
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.text(), QStringLiteral("ph"));
    QVERIFY(window.document().filter().text == "ph");
    QVERIFY(!field.offers().isVisible());
}

void TestFilterField::earlierFiltersComeBackByDown()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    for (const char* text : {"softmax", "phase:backward", "softmax"}) {
        field.clear();
        QTest::keyClicks(&field, QString::fromLatin1(text));
        QTest::keyClick(&field, Qt::Key_Return);
        QTRY_VERIFY(window.timeline().plot().hasFocus());
        field.setFocus();
        QTRY_VERIFY(field.hasFocus());
    }
    QCOMPARE(Settings::filters().mid(0, 2), QStringList({QStringLiteral("softmax"), QStringLiteral("phase:backward")}));
    field.clear();
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(offersOf(field).mid(0, 2), QStringList({QStringLiteral("softmax"), QStringLiteral("phase:backward")}));
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.text(), QStringLiteral("phase:backward"));
}

void TestFilterField::clearingTheFilterClearsAWrongText()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    FilterField& field = focusedField(window);
    QTest::keyClicks(&field, QStringLiteral("nmae:x"));
    QTRY_VERIFY(!field.problemText().isEmpty());
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(field.text().isEmpty());
    QVERIFY(field.problemText().isEmpty());
}

LANESCOPE_TEST(TestFilterField)
#include "tst_filter_field.moc"
