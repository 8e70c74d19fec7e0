// SPDX-License-Identifier: Apache-2.0
#include "core/load/json_cursor.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>

using namespace lanescope;

namespace {

using Outcome = JsonCursor::Outcome;
using TextIs = JsonCursor::TextIs;

// What reading one value of a whole text gives: the raw value, "end" or "malformed".
QString valueIn(const QByteArray& text, TextIs textIs = TextIs::Whole)
{
    JsonCursor cursor(std::string_view(text.data(), static_cast<std::size_t>(text.size())), 0, textIs);
    JsonCursor::Value value;
    switch (cursor.readValue(value)) {
    case Outcome::Ok:
        return QString::fromUtf8(value.raw.data(), static_cast<qsizetype>(value.raw.size()));
    case Outcome::EndOfText:
        return "end";
    case Outcome::Malformed:
        break;
    }
    return "malformed";
}

} // namespace

class TestJsonCursor : public QObject {
    Q_OBJECT

private slots:
    void oneValueIsReadWhole_data();
    void oneValueIsReadWhole();
    void aPieceThatEndsInsideAValueAsksForMore();
    void aTokenAtTheEndOfAPieceMayBeCut();
    void depthIsOnlyBoundedByMemory();
    void membersAreWalkedInOrder();
    void odditiesAreCounted_data();
    void odditiesAreCounted();
    void strictJsonKeepsWhatIsStrict_data();
    void strictJsonKeepsWhatIsStrict();
    void strictJsonOfAnyOddTextIsStrict();
};

void TestJsonCursor::oneValueIsReadWhole_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("value");
    QTest::newRow("number") << QByteArray(" -1.5e3 , 2") << "-1.5e3";
    QTest::newRow("literal") << QByteArray("true]") << "true";
    QTest::newRow("string") << QByteArray(R"("a\"b" x)") << R"("a\"b")";
    QTest::newRow("object") << QByteArray(R"({"a":[1,{"b":"}"}]} tail)") << R"({"a":[1,{"b":"}"}]})";
    QTest::newRow("array") << QByteArray("[ ] ]") << "[ ]";
    QTest::newRow("bare token") << QByteArray("-Infinity}") << "-Infinity";
    QTest::newRow("N/A") << QByteArray("N/A,") << "N/A";
    QTest::newRow("missing commas") << QByteArray(R"({"a":1 "b":[1 2]})") << R"({"a":1 "b":[1 2]})";
    QTest::newRow("surplus commas") << QByteArray("[,1,,2,]") << "[,1,,2,]";
    QTest::newRow("wrong bracket") << QByteArray("[1}") << "malformed";
    QTest::newRow("key without quotes") << QByteArray("{a:1}") << "malformed";
    QTest::newRow("no colon") << QByteArray(R"({"a" 1})") << "malformed";
    QTest::newRow("no value") << QByteArray(R"({"a":})") << "malformed";
    QTest::newRow("nothing") << QByteArray("  ") << "end";
    QTest::newRow("a stray sign") << QByteArray("=") << "malformed";
}

void TestJsonCursor::oneValueIsReadWhole()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, value);
    QCOMPARE(valueIn(text), value);
}

void TestJsonCursor::aPieceThatEndsInsideAValueAsksForMore()
{
    const QByteArray text = R"({"name":"a\ud83d\udd0d\n\"é","list":[1.5,true,{"x":NaN}],"z":{}})";
    for (qsizetype length = 0; length < text.size(); ++length)
        QCOMPARE(valueIn(text.left(length), TextIs::Piece), QString("end"));
    QCOMPARE(valueIn(text, TextIs::Piece), QString::fromUtf8(text));
}

void TestJsonCursor::aTokenAtTheEndOfAPieceMayBeCut()
{
    QCOMPARE(valueIn("12", TextIs::Piece), QString("end"));
    QCOMPARE(valueIn("12", TextIs::Whole), QString("12"));
    QCOMPARE(valueIn("12 ", TextIs::Piece), QString("12"));
}

void TestJsonCursor::depthIsOnlyBoundedByMemory()
{
    const qsizetype depth = 2'000'000;
    QCOMPARE(valueIn(QByteArray(depth, '[') + QByteArray(depth, ']')).size(), 2 * depth);
    QCOMPARE(valueIn(QByteArray(depth, '[')), QString("end"));
}

void TestJsonCursor::membersAreWalkedInOrder()
{
    JsonCursor cursor(R"( {"a" : 1, "b":{"x":2} ,"a":"3"} rest)");
    QVERIFY(cursor.openObject() == Outcome::Ok);
    QStringList seen;
    bool first = true;
    JsonCursor::Value key;
    JsonCursor::Value value;
    while (cursor.nextMember(key, first) == JsonCursor::Step::Member && cursor.readValue(value) == Outcome::Ok)
        seen << QString::fromStdString(std::string(key.inner()) + "=" + std::string(value.raw));
    QCOMPARE(seen.join(' '), QString("a=1 b={\"x\":2} a=\"3\""));
    QVERIFY(cursor.text().substr(cursor.position()) == " rest");
    QVERIFY(!cursor.oddities().any());
}

void TestJsonCursor::odditiesAreCounted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("oddities");
    QTest::newRow("none") << QByteArray(R"({"a":[1,"é",null]})") << "";
    QTest::newRow("numbers") << QByteArray("[NaN,-inf,N/A,+1,0x2F,1.]") << "6 numbers";
    QTest::newRow("commas") << QByteArray(R"([,1,2,,3,{"a":1,},])") << "4 surplus";
    QTest::newRow("no commas") << QByteArray(R"([1 2 {"a":1 "b":2}])") << "3 missing";
    QTest::newRow("bad UTF-8") << QByteArray("[\"\xFF\"]") << "utf8";
    QTest::newRow("bad UTF-8 in a key") << QByteArray("{\"\xC3\":1}") << "utf8";
    QTest::newRow("control") << QByteArray("[\"\n\"]") << "control";
    QTest::newRow("surrogate") << QByteArray(R"(["\ud83d"])") << "surrogate";
    QTest::newRow("escape") << QByteArray(R"(["\x41"])") << "escape";
}

void TestJsonCursor::odditiesAreCounted()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, oddities);
    JsonCursor cursor(std::string_view(text.data(), static_cast<std::size_t>(text.size())));
    JsonCursor::Value value;
    QVERIFY(cursor.readValue(value) == Outcome::Ok);
    const JsonCursor::Oddities& found = cursor.oddities();
    QStringList words;
    if (found.nonJsonNumbers != 0)
        words << QString("%1 numbers").arg(found.nonJsonNumbers);
    if (found.trailingCommas != 0)
        words << QString("%1 surplus").arg(found.trailingCommas);
    if (found.missingCommas != 0)
        words << QString("%1 missing").arg(found.missingCommas);
    if (found.invalidUtf8)
        words << "utf8";
    if (found.controlCharacter)
        words << "control";
    if (found.loneSurrogate)
        words << "surrogate";
    if (found.badEscape)
        words << "escape";
    QCOMPARE(words.join(", "), oddities);
    QCOMPARE(found.any(), !oddities.isEmpty());
}

void TestJsonCursor::strictJsonKeepsWhatIsStrict_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("strict");
    const auto same = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text << text; };
    same("number", "1.50");
    same("layout", "{ \"a\" :\n [ 1.0 ,2e5 ] , \"b\":\"\\u0041\\/\" }");
    QTest::newRow("tokens") << QByteArray("[NaN, 1, N/A]") << QByteArray("[\"NaN\", 1, \"N/A\"]");
    QTest::newRow("surplus commas") << QByteArray("[,1,,2, ]") << QByteArray("[1,2 ]");
    QTest::newRow("surplus comma behind a repair") << QByteArray("{\"a\":[NaN,],}") << QByteArray("{\"a\":[\"NaN\"]}");
    QTest::newRow("missing commas") << QByteArray("{\"a\":1 \"b\":2}") << QByteArray("{\"a\":1 ,\"b\":2}");
    QTest::newRow("text") << QByteArray("{\"a\xFF\":\"\x01\",\"b\":\"ok\"}")
                          << QByteArray("{\"a\xEF\xBF\xBD\":\"\\u0001\",\"b\":\"ok\"}");
    QTest::newRow("surrogate") << QByteArray("[\"\\ud83d\"]") << QByteArray("[\"\xEF\xBF\xBD\"]");
}

void TestJsonCursor::strictJsonKeepsWhatIsStrict()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, strict);
    QCOMPARE(QByteArray::fromStdString(strictJson({text.data(), static_cast<std::size_t>(text.size())})), strict);
}

void TestJsonCursor::strictJsonOfAnyOddTextIsStrict()
{
    // Random compositions of odd pieces: Qt's strict parser must accept what comes out.
    const std::string pieces[] = {
        "NaN",           "1",      "\"x\"",   "\"\xFF\xC3\"", "\"\\ud800\"", "[1,]", "[,]", "{\"k\":1 \"l\":2}",
        "{,\"k\":N/A,}", "\"\n\"", "\"\\q\"", "+5",           "[[[ ]]]",     "{}",   "null"};
    const std::string separators[] = {",", " ", ",,", " , "};
    std::uint32_t state = 12345;
    const auto below = [&](std::size_t limit) {
        state = state * 1664525 + 1013904223;
        return static_cast<std::size_t>(state >> 8) % limit;
    };
    for (int round = 0; round < 2000; ++round) {
        std::string text = "[";
        for (std::size_t i = below(8); i > 0; --i)
            text += pieces[below(std::size(pieces))] + separators[below(std::size(separators))];
        text += "]";
        QJsonParseError error;
        (void)QJsonDocument::fromJson(QByteArray::fromStdString(strictJson(text)), &error); // only the verdict counts
        QVERIFY2(error.error == QJsonParseError::NoError, text.c_str());
    }
}

LANESCOPE_TEST(TestJsonCursor)
#include "tst_json_cursor.moc"
