// SPDX-License-Identifier: Apache-2.0
#include "core/load/decimal_time.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestDecimalTime : public QObject {
    Q_OBJECT

private slots:
    void microsecondsKeepEveryNanosecond_data();
    void microsecondsKeepEveryNanosecond();
    void whatIsNoTimeIsRefused_data();
    void whatIsNoTimeIsRefused();
    void wholeNumbersKeepAll64Bits();
};

void TestDecimalTime::microsecondsKeepEveryNanosecond_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("zero") << QByteArray("0") << qint64{0};
    QTest::newRow("minus zero") << QByteArray("-0.0") << qint64{0};
    QTest::newRow("whole") << QByteArray("17") << qint64{17000};
    QTest::newRow("sub-microsecond") << QByteArray("0.9") << qint64{900};
    QTest::newRow("no digit before the point") << QByteArray(".5") << qint64{500};
    QTest::newRow("no digit behind the point") << QByteArray("5.") << qint64{5000};
    QTest::newRow("epoch, three decimals") << QByteArray("1730000000123456.789") << qint64{1730000000123456789};
    QTest::newRow("epoch, many decimals")
        << QByteArray("1730000000123456.7890000000001") << qint64{1730000000123456789};
    QTest::newRow("rounded down") << QByteArray("1.0004") << qint64{1000};
    QTest::newRow("rounded up") << QByteArray("1.0005") << qint64{1001};
    QTest::newRow("rounded up from below a nanosecond") << QByteArray("0.0009") << qint64{1};
    QTest::newRow("rounded down to nothing") << QByteArray("0.00009") << qint64{0};
    QTest::newRow("carry") << QByteArray("0.9999999") << qint64{1000};
    QTest::newRow("negative") << QByteArray("-12.345") << qint64{-12345};
    QTest::newRow("plus") << QByteArray("+3") << qint64{3000};
    QTest::newRow("exponent") << QByteArray("1.7901234567892005e+15") << qint64{1790123456789200500};
    QTest::newRow("capital exponent") << QByteArray("2.5E0") << qint64{2500};
    QTest::newRow("negative exponent") << QByteArray("12345e-3") << qint64{12345};
    QTest::newRow("tiny") << QByteArray("1e-99999999999") << qint64{0};
    QTest::newRow("zero with a huge exponent") << QByteArray("0e999999999") << qint64{0};
    QTest::newRow("leading zeros") << QByteArray("0000000000000000000000000017.25") << qint64{17250};
    QTest::newRow("trailing zeros") << QByteArray("17.2500000000000000000000000000") << qint64{17250};
    QTest::newRow("white space around") << QByteArray(" \t7\n") << qint64{7000};
    QTest::newRow("the largest") << QByteArray("2305843009213693.952") << qint64{1} * (qint64{1} << 61);
}

void TestDecimalTime::microsecondsKeepEveryNanosecond()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ns);
    const auto time = parseMicroseconds(text.toStdString());
    QVERIFY(time.has_value());
    QCOMPARE(qint64{*time}, ns);
}

void TestDecimalTime::whatIsNoTimeIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("outOfRange");
    for (const char* text :
         {"", " ", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "12a", "0x10", "NaN", "inf", "1 2", "--1"})
        QTest::newRow(text[0] != '\0' ? text : "empty") << QByteArray(text) << false;
    for (const char* text : {"2305843009213693.953", "-2305843009213693.953", "1e30", "-1e30", "1e999999999999999",
                             "99999999999999999999999999"})
        QTest::newRow(text) << QByteArray(text) << true;
}

void TestDecimalTime::whatIsNoTimeIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, outOfRange);
    const auto time = parseMicroseconds(text.toStdString());
    QVERIFY(!time.has_value());
    QCOMPARE(time.error() == DecimalError::OutOfRange, outOfRange);
}

void TestDecimalTime::wholeNumbersKeepAll64Bits()
{
    QVERIFY(parseUnsigned("18446744073709551615") == std::uint64_t{18446744073709551615U});
    QVERIFY(!parseUnsigned("18446744073709551616"));
    QVERIFY(!parseUnsigned("-1"));
    QVERIFY(parseUnsigned("7.000") == std::uint64_t{7});
    QVERIFY(!parseUnsigned("7.5"));
    QVERIFY(!parseUnsigned("7."));
    QVERIFY(!parseUnsigned(""));
    QVERIFY(!parseUnsigned("7 apples"));
    QVERIFY(parseSigned("-9223372036854775808") == INT64_MIN);
    QVERIFY(!parseSigned("9223372036854775808"));
    QVERIFY(parseSigned(" 12 ") == std::int64_t{12});
}

LANESCOPE_TEST(TestDecimalTime)
#include "tst_decimal_time.moc"
