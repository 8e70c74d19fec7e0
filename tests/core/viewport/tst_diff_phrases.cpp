// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/diff_phrases.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestDiffPhrases : public QObject {
    Q_OBJECT

private slots:
    void placesAreFilled_data();
    void placesAreFilled();
};

void TestDiffPhrases::placesAreFilled_data()
{
    QTest::addColumn<QByteArray>("phrase");
    QTest::addColumn<QByteArray>("filled");
    QTest::newRow("in order") << QByteArray("%1 instead of %2") << QByteArray("a%2 instead of b");
    QTest::newRow("in another order") << QByteArray("%2 statt %1") << QByteArray("b statt a%2");
    QTest::newRow("twice") << QByteArray("%1%1") << QByteArray("a%2a%2");
    QTest::newRow("none") << QByteArray("as before") << QByteArray("as before");
    QTest::newRow("a place without a text") << QByteArray("%1 %3 %0") << QByteArray("a%2 %3 %0");
    QTest::newRow("a percent sign") << QByteArray("5 % %") << QByteArray("5 % %");
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

// What is put in is not looked into again.
void TestDiffPhrases::placesAreFilled()
{
    QFETCH(const QByteArray, phrase);
    QFETCH(const QByteArray, filled);
    QCOMPARE(QByteArray::fromStdString(lanescope::filled(phrase.toStdString(), {"a%2", "b"})), filled);
}

LANESCOPE_TEST(TestDiffPhrases)
#include "tst_diff_phrases.moc"
