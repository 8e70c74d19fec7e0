// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/viewport/figure_text.h"

using namespace lanescope;

class TestFigureText : public QObject {
    Q_OBJECT

private slots:
    void figuresHaveTheirUnits();
    void aFigureThatIsNotThereIsEmpty();
    void differencesHaveASign();
};

void TestFigureText::figuresHaveTheirUnits()
{
    StatsFigures figures;
    figures.count = 1234567;
    figures.totalNs = 12500;
    figures.busyNs = 142;
    QCOMPARE(figureText(figures, StatsColumn::Count, 1000), std::string("1,234,567"));
    QCOMPARE(figureText(figures, StatsColumn::Total, 1000), std::string("12.5 µs"));
    QCOMPARE(figureText(figures, StatsColumn::Busy, 1000), std::string("142 ns"));
    QCOMPARE(figureText(figures, StatsColumn::Share, 1000), std::string("14.2 %"));
    QCOMPARE(figureText(figures, StatsColumn::Share, 0), std::string("0.0 %"));
}

void TestFigureText::aFigureThatIsNotThereIsEmpty()
{
    StatsFigures figures;
    QCOMPARE(figureText(figures, StatsColumn::LaunchDelay, 0), std::string());
    figures.launches = 1;
    QCOMPARE(figureText(figures, StatsColumn::LaunchDelay, 0), std::string("0 ns"));
}

void TestFigureText::differencesHaveASign()
{
    QCOMPARE(differenceText(1200), std::string("+1.2 µs"));
    QCOMPARE(differenceText(-850), std::string("-850 ns"));
    QCOMPARE(differenceText(0), std::string("0 ns"));
}

LANESCOPE_TEST(TestFigureText)
#include "tst_figure_text.moc"
