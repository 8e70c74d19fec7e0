// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/details_panel.h"

#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::desktop;

// The panel alone, over a document.
class TestDetailsPanel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void aLongValueUnfoldsToItsWholeText();
    void aWiderPanelNeedsFewerLines();
    void whatIsFoldedStaysFoldedFromSliceToSlice();
    void theSameLinesStayInSight();

private:
    static QModelIndex lineNamed(DetailsPanel& panel, const QString& group, const QString& name);
    static bool select(TraceDocument& document, DetailsPanel& panel, EventId event);
};

namespace {

const QString kText = QStringLiteral("several words that do not fit into one line of the panel, and some more of them");

QByteArray traceOf(const QString& value)
{
    const auto slice = [&value](const char* name, int at) {
        return R"({"ph":"X","cat":"cpu_op","name":")" + QByteArray(name) + R"(","pid":1,"tid":1,"ts":)" +
               QByteArray::number(at) + R"(,"dur":5,"args":{"note":")" + value.toUtf8() +
               R"(","a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}})";
    };
    return R"({"traceEvents":[)" + slice("first", 0) + ',' + slice("second", 10) + "]}";
}

} // namespace

QModelIndex TestDetailsPanel::lineNamed(DetailsPanel& panel, const QString& group, const QString& name)
{
    const DetailsModel& model = panel.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex parent = model.index(row, 0);
        for (int child = 0; model.nodeAt(parent)->name == group && child < model.rowCount(parent); ++child) {
            if (model.nodeAt(model.index(child, 0, parent))->name == name)
                return model.index(child, 0, parent);
        }
    }
    return {};
}

bool TestDetailsPanel::select(TraceDocument& document, DetailsPanel& panel, EventId event)
{
    const QString title = QString::fromUtf8(document.opened()->trace->name(event).data(),
                                            static_cast<int>(document.opened()->trace->name(event).size()));
    document.select(event);
    return QTest::qWaitFor([&] {
        const QModelIndex name = lineNamed(panel, QStringLiteral("Slice"), QStringLiteral("Name"));
        return name.isValid() && panel.model().nodeAt(name)->value == title;
    });
}

void TestDetailsPanel::aLongValueUnfoldsToItsWholeText()
{
    TraceDocument document;
    document.setTrace(fixture::loadText(traceOf(kText).toStdString()));
    DetailsPanel panel(document);
    panel.resize(320, 600);
    panel.show();
    QVERIFY(select(document, panel, fixture::eventNamed(*document.opened()->trace, "first")));
    QTreeView& tree = panel.tree();
    const QModelIndex note = lineNamed(panel, QStringLiteral("Arguments"), QStringLiteral("note"));
    const int oneLine = tree.visualRect(note).height();
    QVERIFY(!tree.isExpanded(note));
    tree.setCurrentIndex(note);
    QTest::keyClick(&tree, Qt::Key_Right);
    QVERIFY(tree.isExpanded(note));
    const QModelIndex whole = note.model()->index(0, 0, note);
    QCOMPARE(whole.data().toString(), kText);
    QVERIFY(tree.visualRect(whole).height() >= 2 * oneLine);
    QVERIFY(tree.isFirstColumnSpanned(0, note));
    // It stands in what is copied once.
    QCOMPARE(panel.model().textOf(note), QStringLiteral("note: ") + kText);
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), kText);
}

void TestDetailsPanel::aWiderPanelNeedsFewerLines()
{
    TraceDocument document;
    document.setTrace(fixture::loadText(traceOf(kText).toStdString()));
    DetailsPanel panel(document);
    panel.resize(300, 900);
    panel.show();
    QVERIFY(select(document, panel, fixture::eventNamed(*document.opened()->trace, "first")));
    const QModelIndex note = lineNamed(panel, QStringLiteral("Arguments"), QStringLiteral("note"));
    panel.tree().expand(note);
    const QModelIndex whole = note.model()->index(0, 0, note);
    const int narrow = panel.tree().visualRect(whole).height();
    panel.resize(1400, 900);
    QTRY_VERIFY(panel.tree().visualRect(whole).height() < narrow);
}

void TestDetailsPanel::whatIsFoldedStaysFoldedFromSliceToSlice()
{
    TraceDocument document;
    document.setTrace(fixture::loadText(traceOf(kText).toStdString()));
    const Trace& trace = *document.opened()->trace;
    DetailsPanel panel(document);
    panel.show();
    QVERIFY(select(document, panel, fixture::eventNamed(trace, "first")));
    panel.tree().collapse(panel.model().index(0, 0));
    panel.tree().expand(lineNamed(panel, QStringLiteral("Arguments"), QStringLiteral("note")));
    QVERIFY(select(document, panel, fixture::eventNamed(trace, "second")));
    QVERIFY(!panel.tree().isExpanded(panel.model().index(0, 0)));
    QVERIFY(panel.tree().isExpanded(lineNamed(panel, QStringLiteral("Arguments"), QStringLiteral("note"))));
    panel.tree().expand(panel.model().index(0, 0));
    QVERIFY(select(document, panel, fixture::eventNamed(trace, "first")));
    QVERIFY(panel.tree().isExpanded(panel.model().index(0, 0)));
}

void TestDetailsPanel::theSameLinesStayInSight()
{
    TraceDocument document;
    document.setTrace(fixture::loadText(traceOf(kText).toStdString()));
    const Trace& trace = *document.opened()->trace;
    DetailsPanel panel(document);
    panel.resize(320, 200);
    panel.show();
    QVERIFY(select(document, panel, fixture::eventNamed(trace, "first")));
    QScrollBar& bar = *panel.tree().verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 40);
    bar.setValue(40);
    QVERIFY(select(document, panel, fixture::eventNamed(trace, "second")));
    QCOMPARE(bar.value(), 40);
}

LANESCOPE_TEST(TestDetailsPanel)
#include "tst_details_panel.moc"
