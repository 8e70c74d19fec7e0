// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/annotate/annotation.h"

using namespace lanescope;

class TestAnnotation : public QObject {
    Q_OBJECT

private slots:
    void theTitleIsTheFirstKeyThatExists_data();
    void theTitleIsTheFirstKeyThatExists();
    void theModulePathIsTheFirstKeyThatExists_data();
    void theModulePathIsTheFirstKeyThatExists();
    void aStreamIsANumberOrANumberInQuotes_data();
    void aStreamIsANumberOrANumberInQuotes();
    void anEmptyAnnotationHasNoTitle();
    void thePhaseIsWhateverItsValueSays();
    void textDecodesStringsAndKeepsOtherValues();
};

void TestAnnotation::theTitleIsTheFirstKeyThatExists_data()
{
    QTest::addColumn<QList<QByteArray>>("fields"); // key, json, key, json …
    QTest::addColumn<QByteArray>("title");
    QTest::newRow("name before all others")
        << QList<QByteArray>{"module_fqn", R"("m")", "name", R"("n")"} << QByteArray("n");
    QTest::newRow("module_fqn before module_name")
        << QList<QByteArray>{"module_name", R"("b")", "module_fqn", R"("a")"} << QByteArray("a");
    QTest::newRow("module_name") << QList<QByteArray>{"module_name", R"("b")", "Collective name", R"("c")"}
                                 << QByteArray("b");
    QTest::newRow("collective before annotation")
        << QList<QByteArray>{"annotation", R"("a")", "Collective name", R"("allreduce")"} << QByteArray("allreduce");
    QTest::newRow("annotation") << QList<QByteArray>{"x", "1", "annotation", R"("a")"} << QByteArray("a");
    QTest::newRow("a number as name") << QList<QByteArray>{"name", "5"} << QByteArray("5");
    QTest::newRow("an empty name is none")
        << QList<QByteArray>{"name", R"("")", "annotation", R"("a")"} << QByteArray("a");
    QTest::newRow("null is none") << QList<QByteArray>{"name", "null"} << QByteArray("graph 7");
    QTest::newRow("paths share whole components")
        << QList<QByteArray>{"fqn_map", R"({"a":"layers.1.attn.q","b":"layers.1.attn.k","c":["layers.1.mlp"]})"}
        << QByteArray("layers.1");
    QTest::newRow("layers.1 is no beginning of layers.10")
        << QList<QByteArray>{"fqn_map", R"({"a":"layers.1.x","b":"layers.10.x"})"} << QByteArray("layers");
    QTest::newRow("one path") << QList<QByteArray>{"fqn_map", R"({"a":"layers.3"})"} << QByteArray("layers.3");
    QTest::newRow("paths that share nothing")
        << QList<QByteArray>{"fqn_map", R"({"a":"x.y","b":"z.y"})"} << QByteArray("graph 7");
    QTest::newRow("nothing of them") << QList<QByteArray>{"expert", "3"} << QByteArray("graph 7");
    QTest::newRow("escapes are decoded") << QList<QByteArray>{"name", R"("a\"\u00e9")"} << QByteArray("a\"\xc3\xa9");
}

static Annotation annotationOf(const QList<QByteArray>& fields)
{
    std::vector<AnnotationField> list;
    for (qsizetype i = 0; i + 1 < fields.size(); i += 2)
        list.push_back({fields[i].toStdString(), fields[i + 1].toStdString()});
    return Annotation(std::move(list), 7);
}

void TestAnnotation::theTitleIsTheFirstKeyThatExists()
{
    QFETCH(QList<QByteArray>, fields);
    QTEST(QByteArray::fromStdString(annotationOf(fields).title()), "title");
}

void TestAnnotation::theModulePathIsTheFirstKeyThatExists_data()
{
    QTest::addColumn<QList<QByteArray>>("fields");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("module") << QList<QByteArray>{"module_fqn", R"("f")", "module", R"("layers.0")"}
                            << QByteArray("layers.0");
    QTest::newRow("module_fqn") << QList<QByteArray>{"module_name", R"("n")", "module_fqn", R"("f")"}
                                << QByteArray("f");
    QTest::newRow("module_name") << QList<QByteArray>{"module_name", R"("n")"} << QByteArray("n");
    QTest::newRow("a name that is a module path")
        << QList<QByteArray>{"name", R"("L.layers.2")"} << QByteArray("layers.2");
    QTest::newRow("a leading L. goes") << QList<QByteArray>{"module", R"("L.enc.0")"} << QByteArray("enc.0");
    QTest::newRow("another name is none") << QList<QByteArray>{"name", R"("layer_0")"} << QByteArray("");
    QTest::newRow("a fused pair stays one text")
        << QList<QByteArray>{"module", R"("a.x + b.y")"} << QByteArray("a.x + b.y");
}

void TestAnnotation::theModulePathIsTheFirstKeyThatExists()
{
    QFETCH(QList<QByteArray>, fields);
    QTEST(QByteArray::fromStdString(annotationOf(fields).modulePath()), "path");
}

void TestAnnotation::aStreamIsANumberOrANumberInQuotes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<qint64>("stream"); // -1: none
    QTest::newRow("number") << QByteArray("61") << qint64(61);
    QTest::newRow("text") << QByteArray(R"("61")") << qint64(61);
    QTest::newRow("word") << QByteArray(R"("side")") << qint64(-1);
    QTest::newRow("number with more behind it") << QByteArray(R"("61x")") << qint64(-1);
    QTest::newRow("fraction") << QByteArray("6.5") << qint64(-1);
    QTest::newRow("too large") << QByteArray("99999999999999999999") << qint64(-1);
    QTest::newRow("list") << QByteArray("[61]") << qint64(-1);
}

void TestAnnotation::aStreamIsANumberOrANumberInQuotes()
{
    QFETCH(QByteArray, json);
    const Annotation annotation = annotationOf({"stream", json});
    QTEST(qint64(annotation.stream().value_or(-1)), "stream");
}

void TestAnnotation::anEmptyAnnotationHasNoTitle()
{
    const Annotation annotation({}, 7);
    QVERIFY(annotation.isEmpty());
    QCOMPARE(annotation.title(), std::string());
}

void TestAnnotation::thePhaseIsWhateverItsValueSays()
{
    QCOMPARE(annotationOf({"autograd_phase", R"("backward")"}).phase(), std::string("backward"));
    QCOMPARE(annotationOf({"autograd_phase", R"("optimizer")"}).phase(), std::string("optimizer"));
    QCOMPARE(annotationOf({"name", R"("x")"}).phase(), std::string());
}

void TestAnnotation::textDecodesStringsAndKeepsOtherValues()
{
    const Annotation annotation = annotationOf({"s", R"("a\nb")", "l", "[0,1]", "big", "18446744073709551616"});
    QCOMPARE(annotation.text("s"), std::optional<std::string>("a\nb"));
    QCOMPARE(annotation.text("l"), std::optional<std::string>("[0,1]"));
    QCOMPARE(annotation.text("big"), std::optional<std::string>("18446744073709551616"));
    QVERIFY(!annotation.text("absent"));
}

LANESCOPE_TEST(TestAnnotation)
#include "tst_annotation.moc"
