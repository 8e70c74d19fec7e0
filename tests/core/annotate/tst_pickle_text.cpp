// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/annotate/pickle_text.h"

#include <limits>

using namespace lanescope;

class TestPickleText : public QObject {
    Q_OBJECT

private slots:
    void quotedTextIsDecodedAsPythonWritesIt_data();
    void quotedTextIsDecodedAsPythonWritesIt();
    void textWithoutItsQuotesIsNone();
    void rawUnicodeEscapesBecomeUtf8_data();
    void rawUnicodeEscapesBecomeUtf8();
    void bytesBecomeDecimalNumbers_data();
    void bytesBecomeDecimalNumbers();
    void decimalNumbersLoseTheirLeadingZeros();
    void onlyLatin1HasLatin1Bytes();
    void floatsAreWrittenAsPythonWritesThem();
};

void TestPickleText::quotedTextIsDecodedAsPythonWritesIt_data()
{
    QTest::addColumn<QByteArray>("quoted");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray("'name'") << QByteArray("name");
    QTest::newRow("double quotes") << QByteArray("\"it's\"") << QByteArray("it's");
    QTest::newRow("escapes") << QByteArray("'a\\n\\t\\\\\\''") << QByteArray("a\n\t\\'");
    QTest::newRow("hex and octal") << QByteArray("'\\xc3\\xa9\\101'")
                                   << QByteArray("\xc3\xa9"
                                                 "A");
    QTest::newRow("cut hex stays") << QByteArray("'\\x4'") << QByteArray("\\x4");
    QTest::newRow("lone backslash") << QByteArray("'a\\q'") << QByteArray("a\\q");
    QTest::newRow("empty") << QByteArray("''") << QByteArray();
}

void TestPickleText::quotedTextIsDecodedAsPythonWritesIt()
{
    QFETCH(QByteArray, quoted);
    const auto text = decodePythonQuoted(quoted.toStdString());
    QVERIFY(text);
    QTEST(QByteArray::fromStdString(*text), "text");
}

void TestPickleText::textWithoutItsQuotesIsNone()
{
    for (const char* text : {"", "'", "a", "'a", "'a\"", "\"a'"})
        QVERIFY2(!decodePythonQuoted(text), text);
}

void TestPickleText::rawUnicodeEscapesBecomeUtf8_data()
{
    QTest::addColumn<QByteArray>("escaped");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray("attn") << QByteArray("attn");
    QTest::newRow("a byte is Latin-1") << QByteArray("\xe9") << QByteArray("\xc3\xa9");
    QTest::newRow("four digits") << QByteArray("\\u20ac") << QByteArray("\xe2\x82\xac");
    QTest::newRow("eight digits") << QByteArray("\\U0001f600") << QByteArray("\xf0\x9f\x98\x80");
    QTest::newRow("a pair") << QByteArray("\\ud83d\\ude00") << QByteArray("\xf0\x9f\x98\x80");
    QTest::newRow("half a pair") << QByteArray("\\ud83dx") << QByteArray("\xef\xbf\xbdx");
    QTest::newRow("the other half") << QByteArray("\\ude00") << QByteArray("\xef\xbf\xbd");
    QTest::newRow("half a pair at the end") << QByteArray("x\\ud83d") << QByteArray("x\xef\xbf\xbd");
    QTest::newRow("beyond Unicode") << QByteArray("\\U00110000") << QByteArray("\xef\xbf\xbd");
    QTest::newRow("a cut escape stays") << QByteArray("\\u20a") << QByteArray("\\u20a");
    QTest::newRow("other backslashes stay") << QByteArray("\\n\\") << QByteArray("\\n\\");
}

void TestPickleText::rawUnicodeEscapesBecomeUtf8()
{
    QFETCH(QByteArray, escaped);
    QTEST(QByteArray::fromStdString(decodeRawUnicodeEscape(escaped.toStdString())), "text");
}

void TestPickleText::bytesBecomeDecimalNumbers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("decimal");
    QTest::newRow("none") << QByteArray() << QByteArray("0");
    QTest::newRow("one byte") << QByteArray("\x7f") << QByteArray("127");
    QTest::newRow("negative") << QByteArray("\xff") << QByteArray("-1");
    QTest::newRow("-256") << QByteArray("\0\xff", 2) << QByteArray("-256");
    QTest::newRow("2^64 - 1") << QByteArray("\xff\xff\xff\xff\xff\xff\xff\xff\0", 9)
                              << QByteArray("18446744073709551615");
    QTest::newRow("2^64") << QByteArray("\0\0\0\0\0\0\0\0\1", 9) << QByteArray("18446744073709551616");
    QTest::newRow("-2^70") << QByteArray("\0\0\0\0\0\0\0\0\xc0", 9) << QByteArray("-1180591620717411303424");
    QTest::newRow("10^9 keeps its zeros") << QByteArray("\0\xca\x9a\x3b", 4) << QByteArray("1000000000");
}

void TestPickleText::bytesBecomeDecimalNumbers()
{
    QFETCH(QByteArray, bytes);
    QTEST(QByteArray::fromStdString(littleEndianAsDecimal(bytes.toStdString())), "decimal");
}

void TestPickleText::decimalNumbersLoseTheirLeadingZeros()
{
    QCOMPARE(decimalInteger("007").value(), std::string("7"));
    QCOMPARE(decimalInteger("-00").value(), std::string("0"));
    QCOMPARE(decimalInteger("+12").value(), std::string("12"));
    QCOMPARE(decimalInteger("-99999999999999999999").value(), std::string("-99999999999999999999"));
    for (const char* text : {"", "-", "1.5", "0x1", "1 ", "--1"})
        QVERIFY2(!decimalInteger(text), text);
}

void TestPickleText::onlyLatin1HasLatin1Bytes()
{
    QCOMPARE(latin1BytesOf("a\xc3\xbf\xc2\x80").value(), std::string("a\xff\x80"));
    QVERIFY(!latin1BytesOf("\xe2\x82\xac"));
    QVERIFY(!latin1BytesOf("\xc4\x80")); // U+0100
    QVERIFY(!latin1BytesOf("\xc3"));
    QVERIFY(!latin1BytesOf("\xff"));
}

void TestPickleText::floatsAreWrittenAsPythonWritesThem()
{
    QCOMPARE(floatAsJson(0.125), std::string("0.125"));
    QCOMPARE(floatAsJson(1.0), std::string("1.0"));
    QCOMPARE(floatAsJson(-0.0), std::string("-0.0"));
    QCOMPARE(floatAsJson(1e-5), std::string("1e-05"));
    QCOMPARE(floatAsJson(1e15), std::string("1000000000000000.0"));
    QCOMPARE(floatAsJson(1e16), std::string("1e+16"));
    QCOMPARE(floatAsJson(0.1), std::string("0.1"));
    QCOMPARE(floatAsJson(std::numeric_limits<double>::quiet_NaN()), std::string("NaN"));
    QCOMPARE(floatAsJson(-std::numeric_limits<double>::infinity()), std::string("-Infinity"));
}

LANESCOPE_TEST(TestPickleText)
#include "tst_pickle_text.moc"
