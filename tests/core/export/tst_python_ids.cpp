// SPDX-License-Identifier: Apache-2.0
#include "core/export/python_ids.h"
#include "core/export/raw_member.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

class TestPythonIds : public QObject {
    Q_OBJECT

private slots:
    void anIdIsWhatPythonReads_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("number") << QByteArray(R"({"tid": 7, "ts": 1})") << QByteArray("7");
        QTest::newRow("number, last") << QByteArray(R"({"ts":1,"tid":7})") << QByteArray("7");
        QTest::newRow("whole float") << QByteArray(R"({"tid":7.0,"ts":1})") << QByteArray("7");
        QTest::newRow("fraction") << QByteArray(R"({"tid":7.5,"ts":1})") << QByteArray("7.5");
        QTest::newRow("negative") << QByteArray(R"({"tid" : -1 ,"ts":1})") << QByteArray("-1");
        QTest::newRow("text") << QByteArray(R"({"tid":"7","ts":1})") << QByteArray("\"7\"");
        QTest::newRow("text with a comma") << QByteArray(R"({"tid":"a, b","ts":1})") << QByteArray("\"a, b\"");
        QTest::newRow("true is 1") << QByteArray(R"({"tid":true,"ts":1})") << QByteArray("1");
        QTest::newRow("null") << QByteArray(R"({"tid":null,"ts":1})") << QByteArray("null");
        QTest::newRow("none") << QByteArray(R"({"ts":1})") << QByteArray("null");
        QTest::newRow("only in args") << QByteArray(R"({"ts":1,"args":{"tid":5}})") << QByteArray("null");
        QTest::newRow("behind args") << QByteArray(R"({"args":{"tid":5},"tid":6,"ts":1})") << QByteArray("6");
        QTest::newRow("twice") << QByteArray(R"({"tid":5,"tid":6,"ts":1})") << QByteArray("6");
        QTest::newRow("in a name") << QByteArray("{\"name\":\"\\\"tid\\\":9\",\"tid\":6,\"ts\":1}") << QByteArray("6");
        QTest::newRow("as a value") << QByteArray(R"({"name":"tid","tid":6,"ts":1})") << QByteArray("6");
        QTest::newRow("key with escape") << QByteArray("{\"t\\u0069d\":6,\"ts\":1}") << QByteArray("6");
    }
    void anIdIsWhatPythonReads()
    {
        QFETCH(QByteArray, entry);
        QFETCH(QByteArray, json);
        const auto trace = readTraceText('[' + entry.toStdString() + ']').value();
        PythonIds ids;
        QVERIFY(ids.read(*trace, {}).has_value());
        QCOMPARE(ids.json(ids.of({TraceTable::Events, 0})), json.toStdString());
    }

    void entriesOfAllTablesAreRead()
    {
        const auto trace =
            readTraceText(R"([{"ph":"f","id":1,"tid":1,"ts":1},{"ph":"M","tid":2},{"ph":"B","tid":3,"ts":1},)"
                          R"({"ph":"E","tid":4,"ts":2},{"ph":"X","tid":5,"ts":1}])")
                .value();
        PythonIds ids;
        QVERIFY(ids.read(*trace, {}).has_value());
        QCOMPARE(ids.json(ids.of({TraceTable::Flows, 0})), std::string("1"));
        QCOMPARE(ids.json(ids.of({TraceTable::Metadata, 0})), std::string("2"));
        QCOMPARE(ids.json(ids.of({TraceTable::Events, 0})), std::string("3"));
        QCOMPARE(ids.json(ids.of({TraceTable::SliceEnds, 0})), std::string("4"));
        QCOMPARE(ids.json(ids.of({TraceTable::Events, 1})), std::string("5"));
    }

    void onlyNumbersAreNumbers()
    {
        const auto trace = readTraceText(R"([{"tid":"7","ts":1},{"tid":7,"ts":1}])").value();
        PythonIds ids;
        QVERIFY(ids.read(*trace, {}).has_value());
        QVERIFY(!ids.number(ids.of({TraceTable::Events, 0})).has_value());
        QCOMPARE(ids.number(ids.of({TraceTable::Events, 1})), std::optional<std::int64_t>(7));
        QVERIFY(ids.ofNumber(7) == ids.of({TraceTable::Events, 1}));
        QVERIFY(ids.ofNumber(7) != ids.of({TraceTable::Events, 0}));
    }

    void aRawMemberIsTheLastOfItsName()
    {
        const std::string_view twice = R"({"a": 1, "b": {"a": 2}, "a" : [3 ]})";
        QCOMPARE(rawMember(twice, "a"), std::string_view("[3 ]"));
        const std::string_view nested = R"({"b": {"a": 2}})";
        QCOMPARE(rawMember(nested, "a"), std::string_view());
        const std::string_view escaped = "{\"\\u0061\": 1}";
        QCOMPARE(rawMember(escaped, "a"), std::string_view("1"));
        const std::string_view cut = R"({"a": 1, "b": )";
        QCOMPARE(rawMember(cut, "a"), std::string_view("1"));
        for (const std::string_view noObject : {"[1]", "", "7"})
            QCOMPARE(rawMember(noObject, "a"), std::string_view());
    }
};

LANESCOPE_TEST(TestPythonIds)
#include "tst_python_ids.moc"
