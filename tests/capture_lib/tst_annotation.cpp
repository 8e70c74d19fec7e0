// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/annotation.h"

#include "capture_lib/src/json_text.h"
#include "lanescope/capture.h"
#include "lanescope/capture.hpp"
#include "tests/support/test_main.h"

#include <limits>

using namespace lanescope::capture;

// Annotations as users hand them over.
class TestAnnotation : public QObject {
    Q_OBJECT

private slots:
    void objectsAreReadAsTheyWereWritten_data();
    void objectsAreReadAsTheyWereWritten();
    void brokenObjectsAreRefused_data();
    void brokenObjectsAreRefused();
    void namesAreQuoted_data();
    void namesAreQuoted();
    void textBeginningWithABraceIsANameOnRequest();
    void depthIsLimited();
    void lengthIsLimited();
    void keysBeyondTheLimitAreRefused();
    void missingKeysAreAddedAndPresentOnesKept();
    void overlayReplaces();
    void theBuilderWritesJson();
    void theBuilderEscapes();
    void theBuilderWritesNoNumbersThatJsonLacks();
};

namespace {

QByteArray asJson(const Annotation& annotation)
{
    std::string text;
    annotation.appendJson(text);
    return QByteArray::fromStdString(text);
}

} // namespace

void TestAnnotation::objectsAreReadAsTheyWereWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray("{}") << QByteArray("{}");
    QTest::newRow("space around") << QByteArray(" \t\r\n{ } ") << QByteArray("{}");
    QTest::newRow("scalars") << QByteArray(R"({"a":1,"b":"x","c":true,"d":false,"e":null})")
                             << QByteArray(R"({"a": 1, "b": "x", "c": true, "d": false, "e": null})");
    QTest::newRow("numbers stay as written")
        << QByteArray(R"({"a":-0,"b":1.50,"c":1e+09,"d":18446744073709551616})")
        << QByteArray(R"({"a": -0, "b": 1.50, "c": 1e+09, "d": 18446744073709551616})");
    QTest::newRow("nesting loses its white space")
        << QByteArray("{\"a\": [ 1 ,\n { \"b\" : [ ] , \"c\":{ } } ] }") << QByteArray(R"({"a": [1,{"b":[],"c":{}}]})");
    QTest::newRow("last of equal keys") << QByteArray(R"({"a":1,"b":2,"a":3})") << QByteArray(R"({"a": 3, "b": 2})");
    QTest::newRow("keys are decoded") << QByteArray(R"({"n\u0061me":1,"\"\\\/\b\f\n\r\t":2})")
                                      << QByteArray(R"({"name": 1, "\"\\/\u0008\u000c\u000a\u000d\u0009": 2})");
    QTest::newRow("surrogate pairs") << QByteArray(R"({"\ud83d\ude00":"\ud83d\ude00"})")
                                     << QByteArray("{\"\xf0\x9f\x98\x80\": \"\\ud83d\\ude00\"}");
    QTest::newRow("lone surrogates") << QByteArray(R"({"\ud83d":"\ude00\ud83dx\ud83d\u0041"})")
                                     << QByteArray("{\"\xef\xbf\xbd\": \"\\ufffd\\ufffdx\\ufffd\\u0041\"}");
    QTest::newRow("UTF-8") << QByteArray("{\"\xc3\xa9\":\"\xe2\x82\xac\xf4\x8f\xbf\xbf\"}")
                           << QByteArray("{\"\xc3\xa9\": \"\xe2\x82\xac\xf4\x8f\xbf\xbf\"}");
}

void TestAnnotation::objectsAreReadAsTheyWereWritten()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    QVERIFY(checkAnnotation(text.toStdString(), AnnotationForm::Guess).ok());
    const QByteArray read = asJson(readAnnotation(text.toStdString(), AnnotationForm::Guess));
    QCOMPARE(read, json);
    QVERIFY(!QJsonDocument::fromJson(read).isNull());
}

void TestAnnotation::brokenObjectsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"{",
                             "{\"a\"",
                             "{\"a\":",
                             "{\"a\":1",
                             "{\"a\":1,",
                             "{\"a\":1,}",
                             "{a:1}",
                             "{'a':1}",
                             "{\"a\":1}x",
                             "{\"a\":1}{}",
                             "{\"a\" 1}",
                             "{\"a\":01}",
                             "{\"a\":1.}",
                             "{\"a\":.5}",
                             "{\"a\":1e}",
                             "{\"a\":+1}",
                             "{\"a\":-}",
                             "{\"a\":NaN}",
                             "{\"a\":Infinity}",
                             "{\"a\":-Infinity}",
                             "{\"a\":tru}",
                             "{\"a\":[1,]}",
                             "{\"a\":[1 2]}",
                             "{\"a\":[}",
                             "{\"a\":{]}",
                             "{\"a\":\"x}",
                             "{\"a\":\"\\x\"}",
                             "{\"a\":\"\\u12g4\"}",
                             "{\"a\":\"\\u12\"}",
                             "{\"a\":\"\n\"}",
                             "{\"a\":\"\\",
                             "{\"a\":\"\x80\"}",
                             "{\"a\":\"\xc0\xaf\"}",
                             "{\"a\":\"\xed\xa0\x80\"}",
                             "{\"a\":\"\xf4\x90\x80\x80\"}",
                             "{\"a\":\"\xe2\x82\"}",
                             "{\"\xff\":1}"})
        QTest::newRow(QByteArray(text).toPercentEncoding(" {}[]:,'\"").constData()) << QByteArray(text);
}

void TestAnnotation::brokenObjectsAreRefused()
{
    QFETCH(QByteArray, text);
    const Status status = checkAnnotation(text.toStdString(), AnnotationForm::Guess);
    QCOMPARE(status.code, LSC_ERROR_INVALID_ANNOTATION);
    QVERIFY(!status.text.empty());
}

void TestAnnotation::namesAreQuoted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << QByteArray("layer_0") << QByteArray(R"({"name": "layer_0"})");
    QTest::newRow("empty") << QByteArray("") << QByteArray(R"({"name": ""})");
    QTest::newRow("white space only") << QByteArray(" \n") << QByteArray(R"({"name": " \u000a"})");
    QTest::newRow("quotes") << QByteArray("a\"b\\c") << QByteArray(R"({"name": "a\"b\\c"})");
    QTest::newRow("JSON that is no object") << QByteArray("[1]") << QByteArray(R"({"name": "[1]"})");
    QTest::newRow("a brace inside") << QByteArray("a{b}") << QByteArray(R"({"name": "a{b}"})");
    QTest::newRow("bytes that are not UTF-8")
        << QByteArray("a\xff\xc3z") << QByteArray("{\"name\": \"a\xef\xbf\xbd\xef\xbf\xbdz\"}");
    QTest::newRow("UTF-8 cut off") << QByteArray("\xe2\x82") << QByteArray("{\"name\": \"\xef\xbf\xbd\xef\xbf\xbd\"}");
}

void TestAnnotation::namesAreQuoted()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    QVERIFY(checkAnnotation(text.toStdString(), AnnotationForm::Guess).ok());
    QCOMPARE(asJson(readAnnotation(text.toStdString(), AnnotationForm::Guess)), json);
}

void TestAnnotation::textBeginningWithABraceIsANameOnRequest()
{
    QVERIFY(checkAnnotation("{layer}", AnnotationForm::Text).ok());
    QCOMPARE(asJson(readAnnotation("{layer}", AnnotationForm::Text)), QByteArray(R"({"name": "{layer}"})"));
}

void TestAnnotation::depthIsLimited()
{
    const auto nested = [](int depth) {
        return "{\"a\":" + std::string(static_cast<std::size_t>(depth), '[') +
               std::string(static_cast<std::size_t>(depth), ']') + "}";
    };
    QVERIFY(checkAnnotation(nested(64), AnnotationForm::Guess).ok());
    QCOMPARE(checkAnnotation(nested(65), AnnotationForm::Guess).code, LSC_ERROR_INVALID_ANNOTATION);
    QCOMPARE(checkAnnotation("{\"a\":" + std::string(500000, '['), AnnotationForm::Guess).code,
             LSC_ERROR_INVALID_ANNOTATION);
}

void TestAnnotation::lengthIsLimited()
{
    const std::string longest(std::size_t{1} << 20, 'x');
    QVERIFY(checkAnnotation(longest, AnnotationForm::Guess).ok());
    QCOMPARE(checkAnnotation(longest + "x", AnnotationForm::Guess).code, LSC_ERROR_INVALID_ANNOTATION);
}

void TestAnnotation::keysBeyondTheLimitAreRefused()
{
    const auto keys = [](int count) {
        std::string text = "{";
        for (int i = 0; i < count; ++i)
            text += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
        return text + "}";
    };
    QVERIFY(checkAnnotation(keys(4096), AnnotationForm::Guess).ok());
    QCOMPARE(checkAnnotation(keys(4097), AnnotationForm::Guess).code, LSC_ERROR_INVALID_ANNOTATION);
}

void TestAnnotation::missingKeysAreAddedAndPresentOnesKept()
{
    Annotation first = readAnnotation(R"({"a":1,"b":2})", AnnotationForm::Guess);
    first.addMissing(readAnnotation(R"({"b":3,"c":4})", AnnotationForm::Guess));
    QCOMPARE(asJson(first), QByteArray(R"({"a": 1, "b": 2, "c": 4})"));
}

void TestAnnotation::overlayReplaces()
{
    Annotation below = readAnnotation(R"({"a":1,"b":2})", AnnotationForm::Guess);
    below.overlay(readAnnotation(R"({"b":3,"c":4})", AnnotationForm::Guess));
    QCOMPARE(asJson(below), QByteArray(R"({"a": 1, "b": 3, "c": 4})"));
}

void TestAnnotation::theBuilderWritesJson()
{
    lanescope::Annotation built("attention");
    built.set("layer", 3).set("scale", 0.125).set("causal", true).setJson("shape", "[1,2]").set("dtype", "bf16");
    QCOMPARE(built.c_str(),
             R"({"name":"attention","layer":3,"scale":0.125,"causal":true,"shape":[1,2],"dtype":"bf16"})");
    QCOMPARE(lanescope::Annotation().c_str(), "{}");
    QVERIFY(checkAnnotation(built.c_str(), AnnotationForm::Guess).ok());
}

void TestAnnotation::theBuilderEscapes()
{
    lanescope::Annotation built;
    built.set("a\"b", "\\ \n \xc3\xa9");
    QCOMPARE(built.c_str(), "{\"a\\\"b\":\"\\\\ \\u000a \xc3\xa9\"}");
    QVERIFY(checkAnnotation(built.c_str(), AnnotationForm::Guess).ok());
}

void TestAnnotation::theBuilderWritesNoNumbersThatJsonLacks()
{
    lanescope::Annotation built;
    built.set("a", std::numeric_limits<double>::infinity()).set("b", -std::numeric_limits<double>::infinity());
    built.set("c", std::numeric_limits<double>::quiet_NaN()).set("d", std::int64_t{-9223372036854775807} - 1);
    QCOMPARE(built.c_str(), R"({"a":null,"b":null,"c":null,"d":-9223372036854775808})");
}

LANESCOPE_TEST(TestAnnotation)
#include "tst_annotation.moc"
