// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "app/cli/text_table.h"

using namespace lanescope::cli;

class TestTextTable : public QObject {
    Q_OBJECT

private slots:
    void columnsAreAsWideAsTheirWidestCell();
    void tablesWithoutTitlesHaveNoHeaderLine();
    void lettersBeyondAsciiTakeOneColumn();
    void controlCharactersDoNotReachTheTerminal();
    void digitsAreGroupedByThree();
};

using Align = TextTable::Align;

static QByteArray textOf(const TextTable& table)
{
    std::string out;
    table.appendTo(out);
    return QByteArray::fromStdString(out);
}

void TestTextTable::columnsAreAsWideAsTheirWidestCell()
{
    TextTable table({{"Name", Align::Left}, {"Work", Align::Right}});
    table.addRow({"a", "12,345"});
    table.addRow({"stream 7", "1"});
    QCOMPARE(textOf(table), QByteArray("Name        Work\n"
                                       "a         12,345\n"
                                       "stream 7       1\n"));
}

void TestTextTable::tablesWithoutTitlesHaveNoHeaderLine()
{
    TextTable table({{"", Align::Left}, {"", Align::Left}});
    table.addRow({"Trace", "t.json"});
    QCOMPARE(textOf(table), QByteArray("Trace  t.json\n"));
}

void TestTextTable::lettersBeyondAsciiTakeOneColumn()
{
    TextTable table({{"", Align::Left}, {"", Align::Left}});
    table.addRow({"12 \xc2\xb5s", "x"});
    table.addRow({"12 ms", "y"});
    QCOMPARE(textOf(table), QByteArray("12 \xc2\xb5s  x\n12 ms  y\n"));
}

void TestTextTable::controlCharactersDoNotReachTheTerminal()
{
    TextTable table({{"", Align::Left}});
    table.addRow({"a\x1b[31m\nb\x7f"});
    QCOMPARE(textOf(table), QByteArray("a?[31m?b?\n"));
}

void TestTextTable::digitsAreGroupedByThree()
{
    QCOMPARE(groupedDigits(0), std::string("0"));
    QCOMPARE(groupedDigits(999), std::string("999"));
    QCOMPARE(groupedDigits(1000), std::string("1,000"));
    QCOMPARE(groupedDigits(18446744073709551615U), std::string("18,446,744,073,709,551,615"));
}

LANESCOPE_TEST(TestTextTable)
#include "tst_text_table.moc"
