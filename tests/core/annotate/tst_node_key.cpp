// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/annotate/node_key.h"

using namespace lanescope;

class TestNodeKey : public QObject {
    Q_OBJECT

private slots:
    void decimalAndHexOfUpTo64BitsAreRead_data();
    void decimalAndHexOfUpTo64BitsAreRead();
    void anythingElseIsNoId_data();
    void anythingElseIsNoId();
};

void TestNodeKey::decimalAndHexOfUpTo64BitsAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint64>("key");
    QTest::newRow("small") << QByteArray("42") << quint64(42);
    QTest::newRow("zero") << QByteArray("0") << quint64(0);
    QTest::newRow("above 2^53") << QByteArray("18014402804449281") << quint64(18014402804449281U);
    QTest::newRow("above 2^63") << QByteArray("18446744069414584321") << quint64(18446744069414584321U);
    QTest::newRow("hex") << QByteArray("0x100000006") << quint64(4294967302);
    QTest::newRow("hex, capitals") << QByteArray("0X10000000A") << quint64(4294967306);
}

void TestNodeKey::decimalAndHexOfUpTo64BitsAreRead()
{
    QFETCH(QByteArray, text);
    const auto key = parseNodeKey(text.toStdString());
    QVERIFY(key);
    QTEST(quint64(*key), "key");
}

void TestNodeKey::anythingElseIsNoId_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "0x", "-1", "+1", " 1", "1 ", "1.0", "1e3", "abc", "0xg", "18446744073709551616",
                             "0x10000000000000000", "100000006h"})
        QTest::newRow(text) << QByteArray(text);
}

void TestNodeKey::anythingElseIsNoId()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseNodeKey(text.toStdString()));
}

LANESCOPE_TEST(TestNodeKey)
#include "tst_node_key.moc"
