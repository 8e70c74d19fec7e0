// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance_key.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestProvenanceKey : public QObject {
    Q_OBJECT

private slots:
    void aHandleIsTheNumberBehindTheLastColon_data();
    void aHandleIsTheNumberBehindTheLastColon();
    void aGraphKeyIsReadInEitherQuotes_data();
    void aGraphKeyIsReadInEitherQuotes();
    void anythingElseIsNoGraphKey_data();
    void anythingElseIsNoGraphKey();
};

void TestProvenanceKey::aHandleIsTheNumberBehindTheLastColon_data()
{
    QTest::addColumn<QByteArray>("label");
    QTest::addColumn<QByteArray>("parts");
    QTest::newRow("handle") << QByteArray("triton_poi_0:5") << QByteArray("triton_poi_0, 5");
    QTest::newRow("none") << QByteArray("triton_poi_0") << QByteArray("triton_poi_0, -");
    QTest::newRow("C++ name") << QByteArray("at::native::add") << QByteArray("at::native::add, -");
    QTest::newRow("C++ name with one") << QByteArray("at::add:7") << QByteArray("at::add, 7");
    QTest::newRow("largest") << QByteArray("k:18446744073709551615") << QByteArray("k, 18446744073709551615");
    QTest::newRow("too large") << QByteArray("k:18446744073709551616") << QByteArray("k:18446744073709551616, -");
    QTest::newRow("negative") << QByteArray("k:-1") << QByteArray("k:-1, -");
    QTest::newRow("nothing behind") << QByteArray("k:") << QByteArray("k:, -");
    QTest::newRow("nothing before") << QByteArray(":5") << QByteArray(":5, -");
    QTest::newRow("empty") << QByteArray("") << QByteArray(", -");
}

void TestProvenanceKey::aHandleIsTheNumberBehindTheLastColon()
{
    QFETCH(QByteArray, label);
    const std::string text = label.toStdString();
    const KernelCallName name = splitKernelHandle(text);
    const QByteArray parts = QByteArray::fromStdString(std::string(name.kernel)) + ", " +
                             (name.handle ? QByteArray::number(qulonglong(*name.handle)) : QByteArray("-"));
    QTEST(parts, "parts");
}

void TestProvenanceKey::aGraphKeyIsReadInEitherQuotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("region");
    QTest::addColumn<bool>("isBackward");
    QTest::newRow("single quotes") << QByteArray("('Torch-Compiled Region: 0/0', False)")
                                   << QByteArray("Torch-Compiled Region: 0/0") << false;
    QTest::newRow("double quotes") << QByteArray("(\"it's\", True)") << QByteArray("it's") << true;
    QTest::newRow("escaped quote") << QByteArray("('a\\'b\\\\', True)") << QByteArray("a'b\\") << true;
    QTest::newRow("escaped bytes") << QByteArray("('\\n\\t\\x41\\u00e9\\U0001f600', False)")
                                   << QByteArray("\n\tA\xC3\xA9\xF0\x9F\x98\x80") << false;
    QTest::newRow("other spaces") << QByteArray("( 'r' ,True ) ") << QByteArray("r") << true;
}

void TestProvenanceKey::aGraphKeyIsReadInEitherQuotes()
{
    QFETCH(QByteArray, text);
    const auto key = parseCompiledGraphKey(text.toStdString());
    QVERIFY(key);
    QTEST(QByteArray::fromStdString(key->region), "region");
    QTEST(key->isBackward, "isBackward");
}

void TestProvenanceKey::anythingElseIsNoGraphKey_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "(", "('r')", "('r', True", "('r', 1)", "('r', True, 3)", "('r', Truely)", "(r, True)",
                             "('r, True)", "('r\\", "('\\ud800', True)", "('\\xZ1', True)", "('\\q', True)",
                             "['r', True]", "('r', True) x", "('\\U00110000', True)"})
        QTest::newRow(text) << QByteArray(text);
}

void TestProvenanceKey::anythingElseIsNoGraphKey()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseCompiledGraphKey(text.toStdString()));
}

LANESCOPE_TEST(TestProvenanceKey)
#include "tst_provenance_key.moc"
