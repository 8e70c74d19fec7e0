// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/find/fuzzy_match.h"

#include "tests/support/test_main.h"

using namespace lanescope::desktop;

class TestFuzzyMatch : public QObject {
    Q_OBJECT

private slots:
    void takesLettersInTheirOrder_data();
    void takesLettersInTheirOrder();
    void beginningsOfWordsComeFirst_data();
    void beginningsOfWordsComeFirst();
};

void TestFuzzyMatch::takesLettersInTheirOrder_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("fits");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("a part") << QStringLiteral("all") << true;
    QTest::newRow("any case") << QStringLiteral("FIT") << true;
    QTest::newRow("first letters") << QStringLiteral("vfa") << true;
    QTest::newRow("blanks aside") << QStringLiteral("fit  all") << true;
    QTest::newRow("words in any order") << QStringLiteral("all view") << true;
    QTest::newRow("wrong order") << QStringLiteral("tif") << false;
    QTest::newRow("a letter that is not there") << QStringLiteral("fitz") << false;
    QTest::newRow("longer than the text") << QStringLiteral("view fit all and more") << false;
}

void TestFuzzyMatch::takesLettersInTheirOrder()
{
    QFETCH(QString, typed);
    QFETCH(bool, fits);
    QCOMPARE(fuzzyScore(typed, QStringLiteral("View > Fit all")).has_value(), fits);
}

void TestFuzzyMatch::beginningsOfWordsComeFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("together beats scattered")
        << QStringLiteral("mark") << QStringLiteral("Go > Mark") << QStringLiteral("Go > Move a rank");
    QTest::newRow("word beats middle") << QStringLiteral("fit") << QStringLiteral("View > Fit all")
                                       << QStringLiteral("View > Outfit");
    QTest::newRow("short beats long") << QStringLiteral("stream 7") << QStringLiteral("stream 7")
                                      << QStringLiteral("stream 7 of something else");
    QTest::newRow("one word beats two words' parts")
        << QStringLiteral("files") << QStringLiteral("View > Panels > Files") << QStringLiteral("File > Open sample");
    QTest::newRow("one word beats the next word's letter")
        << QStringLiteral("files") << QStringLiteral("View > Panels > Files") << QStringLiteral("File > Save");
    QTest::newRow("number") << QStringLiteral("s7") << QStringLiteral("stream 7") << QStringLiteral("stream 17");
}

void TestFuzzyMatch::beginningsOfWordsComeFirst()
{
    QFETCH(QString, typed);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(fuzzyScore(typed, worse).has_value());
    QVERIFY(fuzzyScore(typed, better) > fuzzyScore(typed, worse));
}

LANESCOPE_TEST(TestFuzzyMatch)
#include "tst_fuzzy_match.moc"
