// SPDX-License-Identifier: Apache-2.0
#include "core/load/json_text.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace lanescope;

class TestJsonText : public QObject {
    Q_OBJECT

private slots:
    void escapesBecomeText_data();
    void escapesBecomeText();
    void whatIsWrittenReadsBackAsItWas();
    void numbersFollowTheGrammar();
};

void TestJsonText::escapesBecomeText_data()
{
    QTest::addColumn<QByteArray>("inner");
    QTest::addColumn<QByteArray>("text");
    const QByteArray bad = "\xEF\xBF\xBD";
    QTest::newRow("plain") << QByteArray("gemm") << QByteArray("gemm");
    QTest::newRow("letters") << QByteArray(R"(a\"b\\c\/d\be\ff\ng\rh\ti)") << QByteArray("a\"b\\c/d\be\ff\ng\rh\ti");
    QTest::newRow("unicode") << QByteArray(R"(\u00e9\u20AC)") << QByteArray("\xC3\xA9\xE2\x82\xAC");
    QTest::newRow("NUL") << QByteArray(R"(a\u0000b)") << QByteArray("a\0b", 3);
    QTest::newRow("pair") << QByteArray(R"(\ud83d\udd0d)") << QByteArray("\xF0\x9F\x94\x8D");
    QTest::newRow("lone high") << QByteArray(R"(x\ud83dy)") << QByteArray("x" + bad + "y");
    QTest::newRow("lone low") << QByteArray(R"(x\udd0dy)") << QByteArray("x" + bad + "y");
    QTest::newRow("high then no surrogate") << QByteArray(R"(\ud83d\u0041)") << QByteArray(bad + "A");
    QTest::newRow("two highs and a low") << QByteArray(R"(\ud83d\ud83d\udd0d)") << QByteArray(bad + "\xF0\x9F\x94\x8D");
    QTest::newRow("unknown letter") << QByteArray(R"(a\qb)") << QByteArray("a" + bad + "qb");
    QTest::newRow("short unicode") << QByteArray(R"(a\u12)") << QByteArray("a" + bad + "12");
    QTest::newRow("bad hex") << QByteArray(R"(\u12g4)") << QByteArray(bad + "12g4");
    QTest::newRow("invalid UTF-8") << QByteArray("a\xFFz") << QByteArray("a" + bad + "z");
    QTest::newRow("raw control") << QByteArray("a\x01z") << QByteArray("a\x01z");
}

void TestJsonText::escapesBecomeText()
{
    QFETCH(QByteArray, inner);
    QFETCH(QByteArray, text);
    std::string out = "left over";
    decodeJsonString({inner.data(), static_cast<std::size_t>(inner.size())}, out);
    QCOMPARE(QByteArray::fromStdString(out), text);
}

void TestJsonText::whatIsWrittenReadsBackAsItWas()
{
    const QByteArray texts[] = {"",
                                "plain",
                                "quote \" backslash \\ slash /",
                                QByteArray("nul\0and\x1f", 8),
                                "line\nbreak\ttab\rreturn",
                                "\xF0\x9F\x94\x8D \xC3\xA9",
                                "\x7F"};
    for (const QByteArray& text : texts) {
        std::string json = "[";
        appendJsonString({text.data(), static_cast<std::size_t>(text.size())}, json);
        json += "]";
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json)); // Qt's strict parser
        QVERIFY2(document.isArray(), json.c_str());
        QCOMPARE(document.array()[0].toString().toUtf8(), text);
    }
    std::string broken;
    appendJsonString("a\xFF", broken);
    QCOMPARE(QByteArray::fromStdString(broken), QByteArray("\"a\xEF\xBF\xBD\""));
}

void TestJsonText::numbersFollowTheGrammar()
{
    for (const char* good : {"0", "-0", "1", "10", "1.5", "-1.25e+10", "1E5", "0.001", "1e-3"})
        QVERIFY2(isJsonNumber(good), good);
    for (const char* bad : {"", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1,5"})
        QVERIFY2(!isJsonNumber(bad), bad);
}

LANESCOPE_TEST(TestJsonText)
#include "tst_json_text.moc"
