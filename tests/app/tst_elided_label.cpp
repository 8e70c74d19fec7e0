// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/elided_label.h"

#include "app/desktop/statistics/table_tab.h"
#include "tests/app/statistics_window.h"
#include "tests/support/test_main.h"

using namespace lanescope::desktop;

class TestElidedLabel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void aLongTextMakesNothingWider();
    void theStatisticsFitASmallScreen();
};

void TestElidedLabel::aLongTextMakesNothingWider()
{
    ElidedLabel label;
    label.setText(QString(500, QLatin1Char('m')));
    QVERIFY(label.minimumSizeHint().width() < 40);
    label.resize(100, 20);
    QVERIFY(label.isElided());
    label.resize(label.sizeHint());
    QVERIFY(!label.isElided());
    QCOMPARE(label.text().size(), 500);
}

// Beside the legend and details there are some 650 pixels of 1024.
void TestElidedLabel::theStatisticsFitASmallScreen()
{
    fixture::StatisticsWindow window(fixture::loadText(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":10,"args":{"stream":7}}]})"));
    TableTab& tab = window.ready(window.panel().table());
    QVERIFY(!tab.summary().isEmpty());
    QVERIFY2(window.panel().minimumSizeHint().width() <= 650,
             qPrintable(QString::number(window.panel().minimumSizeHint().width())));
}

LANESCOPE_TEST(TestElidedLabel)
#include "tst_elided_label.moc"
