// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/annotation_entry.h"

using namespace lanescope;
using namespace lanescope::test;

class TestAnnotationEntry : public QObject {
    Q_OBJECT

private slots:
    void valuesKeepTheirTypesAndDigits_data();
    void valuesKeepTheirTypesAndDigits();
    void whatIsNoAnnotationIsSaid_data();
    void whatIsNoAnnotationIsSaid();
    void onlyANameFromABareStringIsOne();
    void aValueNestedTooDeeplyCostsOnlyItself();
    void veryDeepBracketsDoNotOverflowTheStack();
};

void TestAnnotationEntry::valuesKeepTheirTypesAndDigits_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("dict") << QByteArray(R"({"name": "a", "n": 0.250, "t": true, "x": null})")
                          << QByteArray(R"(name="a" n=0.250 t=true x=null)");
    QTest::newRow("later dicts win key by key, keys stay in order")
        << QByteArray(R"([{"name": "outer", "dtype": "bf16"}, {"name": "inner", "rank": 3}])")
        << QByteArray(R"(name="inner" dtype="bf16" rank=3)");
    QTest::newRow("bare string") << QByteArray(R"("bare")") << QByteArray(R"(name="bare")");
    QTest::newRow("string in a list") << QByteArray(R"(["a", {"k": 1}])") << QByteArray(R"(name="a" k=1)");
    QTest::newRow("str is name") << QByteArray(R"([{"str": "old"}])") << QByteArray(R"(name="old")");
    QTest::newRow("name beside str wins")
        << QByteArray(R"([{"str": "old", "name": "new"}])") << QByteArray(R"(name="new")");
    QTest::newRow("nested values") << QByteArray(
                                          R"({"d": {"a": 1, "b": [true, null, 2.5, {}, []]}, "e": [[1], {"k": [2]}]})")
                                   << QByteArray(R"(d={"a":1,"b":[true,null,2.5,{},[]]} e=[[1],{"k":[2]}])");
    QTest::newRow("digits beyond a double") << QByteArray(R"({"a": 18446744073709551617, "b": 1e300, "c": -0.10})")
                                            << QByteArray("a=18446744073709551617 b=1e300 c=-0.10");
    QTest::newRow("a key twice: the last value") << QByteArray(R"({"a": 1, "b": 2, "a": 3})") << QByteArray("a=3 b=2");
    QTest::newRow("empty list") << QByteArray("[]") << QByteArray("");
    QTest::newRow("empty dict") << QByteArray("[{}]") << QByteArray("");
    QTest::newRow("text with quotes and colons")
        << QByteArray(R"({"a": [":", "\"[", "{"]})") << QByteArray(R"(a=[":","\"[","{"])");
    QTest::newRow("not quite JSON") << QByteArray(R"([{"name": "a", "loss": NaN,},])")
                                    << QByteArray(R"(name="a" loss="NaN")");
    QTest::newRow("broken UTF-8") << QByteArray("{\"name\": \"a\xff\"}") << QByteArray("name=\"a\xef\xbf\xbd\"");
    QTest::newRow("lone surrogate") << QByteArray(R"({"name": "a\udc80"})") << QByteArray("name=\"a\xef\xbf\xbd\"");
}

void TestAnnotationEntry::valuesKeepTheirTypesAndDigits()
{
    QFETCH(QByteArray, json);
    const AnnotationEntry entry = readAnnotationEntry(json.toStdString());
    QCOMPARE(entry.oddity, std::string());
    QTEST(fieldsAsText(entry.annotationOf(0)), "fields");
}

void TestAnnotationEntry::whatIsNoAnnotationIsSaid_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("isUsable");
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("number") << QByteArray("5") << false << QByteArray("");
    QTest::newRow("number out of range") << QByteArray(R"({"name": "a", "v": 1e400})") << false << QByteArray("");
    QTest::newRow("null") << QByteArray("null") << false << QByteArray("");
    QTest::newRow("number in a list costs itself")
        << QByteArray(R"([5, {"name": "a"}])") << true << QByteArray(R"(name="a")");
    QTest::newRow("list in a list costs itself")
        << QByteArray(R"([["x", {"name": "b"}], {"name": "a"}])") << true << QByteArray(R"(name="a")");
}

void TestAnnotationEntry::whatIsNoAnnotationIsSaid()
{
    QFETCH(QByteArray, json);
    const AnnotationEntry entry = readAnnotationEntry(json.toStdString());
    QVERIFY(!entry.oddity.empty());
    QTEST(entry.isUsable, "isUsable");
    QTEST(fieldsAsText(entry.annotationOf(0)), "fields");
}

void TestAnnotationEntry::onlyANameFromABareStringIsOne()
{
    QVERIFY(readAnnotationEntry(R"("a")").annotationOf(0).wasBareString());
    QVERIFY(readAnnotationEntry(R"([{"name": "x"}, "a"])").annotationOf(0).wasBareString());
    QVERIFY(!readAnnotationEntry(R"({"name": "a"})").annotationOf(0).wasBareString());
    QVERIFY(!readAnnotationEntry(R"(["a", {"name": "b"}])").annotationOf(0).wasBareString());
    QVERIFY(readAnnotationEntry(R"(["a", {"k": 1}])").annotationOf(0).wasBareString());
}

void TestAnnotationEntry::aValueNestedTooDeeplyCostsOnlyItself()
{
    const auto nested = [](int depth) {
        const std::size_t brackets = std::size_t(depth);
        return R"({"v": )" + std::string(brackets, '[') + std::string(brackets, ']') + "}";
    };
    QVERIFY(readAnnotationEntry(nested(kDeepestAnnotationValue)).isUsable);
    QVERIFY(!readAnnotationEntry(nested(kDeepestAnnotationValue + 1)).isUsable);
}

void TestAnnotationEntry::veryDeepBracketsDoNotOverflowTheStack()
{
    const std::string deep(std::size_t(2000000), '[');
    QVERIFY(!readAnnotationEntry(R"({"v": )" + deep).isUsable);
    const AnnotationEntry skipped = readAnnotationEntry("[" + deep + std::string(std::size_t(2000000), ']') + "]");
    QVERIFY(!skipped.oddity.empty());
}

LANESCOPE_TEST(TestAnnotationEntry)
#include "tst_annotation_entry.moc"
