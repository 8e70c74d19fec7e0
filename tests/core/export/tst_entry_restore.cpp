// SPDX-License-Identifier: Apache-2.0
#include "core/export/entry_restore.h"
#include "core/export/event_rewrite.h"
#include "tests/support/test_main.h"

#include <vector>

using namespace lanescope;

namespace {

std::string restored(std::string_view text, std::string_view inverseJson)
{
    InverseChange inverse;
    if (!readInverse(inverseJson, inverse))
        return "<no inverse>";
    std::string out;
    EntryRestore().apply(text, inverse, out);
    return out;
}

} // namespace

class TestEntryRestore : public QObject {
    Q_OBJECT

private slots:
    void membersGoAndValuesComeBack_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("inverse");
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("last") << QByteArray(R"({"a": 1, "b": 2, "c": 3})") << QByteArray(R"({"added":["b","c"]})")
                              << QByteArray(R"({"a": 1})");
        QTest::newRow("first") << QByteArray(R"({ "a": 1, "b": 2, "c": 3})") << QByteArray(R"({"added":["a"]})")
                               << QByteArray(R"({"b": 2, "c": 3})");
        QTest::newRow("between") << QByteArray(R"({"a":1 ,"b":2 , "c":3})") << QByteArray(R"({"added":["b"]})")
                                 << QByteArray(R"({"a":1 , "c":3})");
        QTest::newRow("all") << QByteArray(R"({"a":1,"b":2 })") << QByteArray(R"({"added":["b","a"]})")
                             << QByteArray(R"({ })");
        QTest::newRow("value") << QByteArray(R"({"tid": 61, "x": "tid"})") << QByteArray(R"({"was":{"tid":"7"}})")
                               << QByteArray(R"({"tid": "7", "x": "tid"})");
        QTest::newRow("in args") << QByteArray(R"({"name":"k","args":{"stream": 61,"name":"x","s":{"name":1}}})")
                                 << QByteArray(R"({"addedArgs":["name"],"argsWere":{"stream":7.0}})")
                                 << QByteArray(R"({"name":"k","args":{"stream": 7.0,"s":{"name":1}}})");
        QTest::newRow("the last of a repeated key counts")
            << QByteArray(R"({"tid":1,"tid":2})") << QByteArray(R"({"was":{"tid":9}})")
            << QByteArray(R"({"tid":1,"tid":9})");
        QTest::newRow("escaped key") << QByteArray(R"({"t\u0069d":1})") << QByteArray(R"({"was":{"tid":9}})")
                                     << QByteArray(R"({"t\u0069d":9})");
        QTest::newRow("not there any more")
            << QByteArray(R"({"x":1})") << QByteArray(R"({"added":["y"],"was":{"z":1},"addedArgs":["n"]})")
            << QByteArray(R"({"x":1})");
        QTest::newRow("args are no object")
            << QByteArray(R"({"args":[1]})") << QByteArray(R"({"addedArgs":["n"]})") << QByteArray(R"({"args":[1]})");
        QTest::newRow("no object") << QByteArray("[1]") << QByteArray(R"({"added":["y"]})") << QByteArray("[1]");
    }
    void membersGoAndValuesComeBack()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, inverse);
        QFETCH(QByteArray, before);
        QCOMPARE(QByteArray::fromStdString(restored(text.toStdString(), inverse.toStdString())), before);
    }

    void whatEventRewriteChangesComesBackByteForByte_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {R"({"ph":"X","tid":7,"ts":1.50,"args":{"stream":7,"x":[1, 2]}})", R"({"tid": 7, "args": {"stream": 7}})",
              "{\n  \"tid\": 7,\n  \"args\": {\n    \"stream\": 7\n  }\n}",
              R"({"tid":7 , "args":{"a":1 , "stream":7}})", R"({"tid": 7, "ts": 1})", R"({"tid": 7, "args": {}})",
              R"({"tid": 7, "args": { }})", R"({"ts": 1})", "{}", "{ }", R"({"args": null, "tid": 5})",
              R"({"args": "text"})", R"({"args": [1, {"a": 2}]})",
              R"({"args": {"name": "old", "stream": "7", "original_stream": 3}, "tid": "7"})",
              R"({"args": {"a": 1}, "args": {"stream": 1}})", R"({"args": {"a": 1}, "args": 5})",
              R"({"args": 5, "args": {"stream": 1, "stream": 2}})", R"({"t\u0069d": 7, "args": {"\u006eame": "q"}})"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatEventRewriteChangesComesBackByteForByte()
    {
        QFETCH(QByteArray, text);
        const std::vector<ArgChange> args{{"name", "\"ag\""}, {"odd \"key\"\n", "[1, null]"}};
        EventChange change;
        change.tidJson = "61";
        change.streamJson = "61";
        change.recordsOriginalStream = true;
        change.args = args;
        EventRewrite rewrite;
        std::string changed;
        QVERIFY(rewrite.apply(text.toStdString(), change, changed));
        QCOMPARE(QByteArray::fromStdString(restored(changed, rewrite.inverse())), text);
    }

    void nothingChangedIsNothingToTakeBack()
    {
        EventRewrite rewrite;
        EventChange change;
        change.tidJson = "7";
        std::string out;
        QVERIFY(!rewrite.apply(R"({"tid":7})", change, out));
        QCOMPARE(std::string(rewrite.inverse()), std::string());
    }

    void whatIsNoInverseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const char* json : {"", "[]", "5", R"({"added":5})", R"({"added":[5]})", R"({"was":[]})", R"({"was":{"a")",
                                 R"({"addedArgs":"x"})"})
            QTest::newRow(json) << QByteArray(json);
    }
    void whatIsNoInverseIsRefused()
    {
        QFETCH(QByteArray, json);
        InverseChange inverse;
        QVERIFY(!readInverse(json.toStdString(), inverse));
    }
};

LANESCOPE_TEST(TestEntryRestore)
#include "tst_entry_restore.moc"
