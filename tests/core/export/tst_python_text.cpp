// SPDX-License-Identifier: Apache-2.0
#include "core/export/python_printable.h"
#include "core/export/python_text.h"
#include "tests/support/test_main.h"

using namespace lanescope;

// Expected texts are what Python 3.11 prints for str(json.loads(…)).
class TestPythonText : public QObject {
    Q_OBJECT

private slots:
    void aValueBecomesItsPythonText_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("true") << QByteArray("true") << QByteArray("True");
        QTest::newRow("false") << QByteArray("false") << QByteArray("False");
        QTest::newRow("null") << QByteArray("null") << QByteArray("None");
        QTest::newRow("integer") << QByteArray("42") << QByteArray("42");
        QTest::newRow("integer beyond 64 bits")
            << QByteArray("123456789012345678901234567890") << QByteArray("123456789012345678901234567890");
        QTest::newRow("negative zero") << QByteArray("-0") << QByteArray("0");
        QTest::newRow("whole float") << QByteArray("1.0") << QByteArray("1.0");
        QTest::newRow("exponent from 16 on") << QByteArray("1e16") << QByteArray("1e+16");
        QTest::newRow("no exponent below 16") << QByteArray("1e15") << QByteArray("1000000000000000.0");
        QTest::newRow("small with exponent") << QByteArray("0.00001") << QByteArray("1e-05");
        QTest::newRow("small without exponent") << QByteArray("0.0001") << QByteArray("0.0001");
        QTest::newRow("shortest digits") << QByteArray("0.10000000000000000555") << QByteArray("0.1");
        QTest::newRow("many digits") << QByteArray("1.2345678901234566e-7") << QByteArray("1.2345678901234566e-07");
        QTest::newRow("three digit exponent") << QByteArray("1e300") << QByteArray("1e+300");
        QTest::newRow("too large") << QByteArray("1e999") << QByteArray("inf");
        QTest::newRow("too small") << QByteArray("-1e-999") << QByteArray("-0.0");
        QTest::newRow("string is its text") << QByteArray("\"it's \\\"so\\\"\\n\"") << QByteArray("it's \"so\"\n");
        QTest::newRow("list") << QByteArray("[0, 1]") << QByteArray("[0, 1]");
        QTest::newRow("list of strings") << QByteArray(R"(["a","b"])") << QByteArray("['a', 'b']");
        QTest::newRow("dict") << QByteArray(R"({"k":true,"l":null})") << QByteArray("{'k': True, 'l': None}");
        QTest::newRow("nested") << QByteArray(R"({"a": 1, "b": [true, null, 2.5, {}], "c": []})")
                                << QByteArray("{'a': 1, 'b': [True, None, 2.5, {}], 'c': []}");
        QTest::newRow("repeated key") << QByteArray(R"({"a":1,"b":2,"a":3})") << QByteArray("{'a': 3, 'b': 2}");
        QTest::newRow("single quote inside") << QByteArray("[\"it's\"]") << QByteArray("[\"it's\"]");
        QTest::newRow("both quotes inside") << QByteArray("[\"it's \\\"so\\\"\"]") << QByteArray("['it\\'s \"so\"']");
        QTest::newRow("double quote inside") << QByteArray("[\"\\\"so\\\"\"]") << QByteArray("['\"so\"']");
        QTest::newRow("escapes") << QByteArray("[\"\\\\ \\n\\r\\t\\u0000\\u001b\\u007f\"]")
                                 << QByteArray("['\\\\ \\n\\r\\t\\x00\\x1b\\x7f']");
        QTest::newRow("printable beyond ASCII")
            << QByteArray("[\"\xC3\xA9\xF0\x9F\x94\x8D\"]") << QByteArray("['\xC3\xA9\xF0\x9F\x94\x8D']");
        QTest::newRow("not printable") << QByteArray("[\"\\u00a0\\u00ad\\u200b\\u2028\\ue000\\udb40\\udc01\"]")
                                       << QByteArray("['\\xa0\\xad\\u200b\\u2028\\ue000\\U000e0001']");
    }
    void aValueBecomesItsPythonText()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(pythonStr(json.toStdString())), text);
    }

    void whatIsNestedTooDeeplyStaysAsItIs()
    {
        const std::string deep = std::string(1000, '[') + std::string(1000, ']');
        QCOMPARE(pythonStr(deep), deep);
        const std::string tooDeep = std::string(200000, '[') + " 1 " + std::string(200000, ']');
        QCOMPARE(pythonStr(tooDeep), tooDeep);
    }

    void whatIsNoJsonStaysAsItIs()
    {
        QCOMPARE(pythonStr("[1, "), std::string("[1, "));
        QCOMPARE(pythonStr(""), std::string());
    }

    void unassignedCharactersAreNotPrintable()
    {
        QVERIFY(isPythonPrintable('a'));
        QVERIFY(isPythonPrintable(' '));
        QVERIFY(!isPythonPrintable(0x7F));
        QVERIFY(!isPythonPrintable(0x80));
        QVERIFY(isPythonPrintable(0xA1));
        QVERIFY(!isPythonPrintable(0x378));  // unassigned
        QVERIFY(!isPythonPrintable(0x3000)); // ideographic space
        QVERIFY(!isPythonPrintable(0x10FFFF));
    }
};

LANESCOPE_TEST(TestPythonText)
#include "tst_python_text.moc"
