// SPDX-License-Identifier: Apache-2.0
#include "core/load/strict_scan.h"
#include "core/load/text_window.h"
#include "tests/support/test_main.h"

#include <string>

using namespace lanescope;

namespace {

// How many bytes a step takes, or -1; the text is padded as a TextWindow pads it.
template<typename Step>
int taken(const QByteArray& text, Step step)
{
    const std::string padded = text.toStdString() + std::string(TextWindow::kPaddingBytes, '\0');
    const char* end = step(padded.data());
    return end == nullptr ? -1 : static_cast<int>(end - padded.data());
}

int skippedString(const QByteArray& text)
{
    return taken(text, [](const char* at) {
        bool hasEscape = false;
        return strict::skipString(at, hasEscape);
    });
}

} // namespace

class TestStrictScan : public QObject {
    Q_OBJECT

private slots:
    void aPlainStretchEndsAtEveryByteThatMatters();
    void stringsEndAtTheirQuote();
    void numbersFollowTheGrammar();
    void valuesAreSkippedWhole_data();
    void valuesAreSkippedWhole();
    void nestingBeyond64IsLeftToTheCarefulPath();
};

void TestStrictScan::aPlainStretchEndsAtEveryByteThatMatters()
{
    for (int byte = 0; byte < 256; ++byte) {
        for (const int before : {0, 1, 15, 16, 17, 40}) {
            const QByteArray text = QByteArray(before, 'x') + static_cast<char>(byte) + QByteArray(20, 'y');
            const bool ends = byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\';
            QCOMPARE(taken(text, strict::plainStretchEnd), ends ? before : before + 21);
        }
    }
}

void TestStrictScan::stringsEndAtTheirQuote()
{
    QCOMPARE(skippedString("\"\" rest"), 2);
    QCOMPARE(skippedString("\"abc\"x"), 5);
    QCOMPARE(skippedString("\"a\\\"b\\\\\" x"), 8);
    QCOMPARE(skippedString(QByteArray("\"") + QByteArray(100, 'z') + "\""), 102);
    QCOMPARE(skippedString("\"no end"), -1);
    QCOMPARE(skippedString("\"\\u0041\""), -1);
    QCOMPARE(skippedString("\"\\q\""), -1);
    QCOMPARE(skippedString("\"tab\t\""), -1);
    QCOMPARE(skippedString("\"\xC3\xA9\""), -1);
    QCOMPARE(skippedString("\"ends in a backslash\\"), -1);
}

void TestStrictScan::numbersFollowTheGrammar()
{
    for (const char* good : {"0", "-0", "10", "1.5", "-1.25e+10", "1E5", "0.001"})
        QCOMPARE(taken(good, strict::skipNumber), static_cast<int>(qstrlen(good)));
    for (const char* bad : {"-", "01", "1.", ".5", "1e", "1e+", "+1", "N"})
        QCOMPARE(taken(bad, strict::skipNumber), -1);
}

void TestStrictScan::valuesAreSkippedWhole_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::newRow("string") << QByteArray("\"a\",") << 3;
    QTest::newRow("true") << QByteArray("true}") << 4;
    QTest::newRow("false") << QByteArray("false]") << 5;
    QTest::newRow("null") << QByteArray("null") << 4;
    QTest::newRow("empty object") << QByteArray("{ } x") << 3;
    QTest::newRow("empty array") << QByteArray("[]x") << 2;
    QTest::newRow("nested") << QByteArray(R"({"a":[1,{"b":[[],[{}]]} ] , "c" : null}tail)") << 39;
    QTest::newRow("trailing comma") << QByteArray("[1,]") << -1;
    QTest::newRow("missing comma") << QByteArray("[1 2]") << -1;
    QTest::newRow("trailing comma in an object") << QByteArray(R"({"a":1,})") << -1;
    QTest::newRow("no colon") << QByteArray(R"({"a" 1})") << -1;
    QTest::newRow("wrong bracket") << QByteArray("[1}") << -1;
    QTest::newRow("NaN") << QByteArray("[NaN]") << -1;
    QTest::newRow("cut") << QByteArray("[1,[2") << -1;
    QTest::newRow("a word") << QByteArray("trust") << -1;
}

void TestStrictScan::valuesAreSkippedWhole()
{
    QFETCH(QByteArray, text);
    QFETCH(int, length);
    QCOMPARE(taken(text, strict::skipValue), length);
}

void TestStrictScan::nestingBeyond64IsLeftToTheCarefulPath()
{
    QCOMPARE(taken(QByteArray(64, '[') + QByteArray(64, ']'), strict::skipValue), 128);
    QCOMPARE(taken(QByteArray(65, '[') + QByteArray(65, ']'), strict::skipValue), -1);
}

LANESCOPE_TEST(TestStrictScan)
#include "tst_strict_scan.moc"
