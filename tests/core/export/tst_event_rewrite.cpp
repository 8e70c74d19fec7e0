// SPDX-License-Identifier: Apache-2.0
#include "core/export/event_rewrite.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

using namespace lanescope;

namespace {

struct Outcome {
    bool differs = false;
    std::string text;
};

Outcome rewritten(std::string_view text, const EventChange& change)
{
    EventRewrite rewrite;
    Outcome outcome;
    outcome.differs = rewrite.apply(text, change, outcome.text);
    return outcome;
}

EventChange moveTo61(std::span<const ArgChange> args = {})
{
    EventChange change;
    change.tidJson = "61";
    change.streamJson = "61";
    change.recordsOriginalStream = true;
    change.args = args;
    return change;
}

} // namespace

class TestEventRewrite : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatChangesIsReplaced_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("compact") << QByteArray(R"({"ph":"X","tid":7,"ts":1.50,"args":{"stream":7,"x":[1, 2]}})")
                                 << QByteArray(R"({"ph":"X","tid":61,"ts":1.50,"args":{"stream":61,"x":[1, 2],)"
                                               R"("name":"ag","original_stream":7}})");
        QTest::newRow("spaces") << QByteArray(R"({"tid": 7, "args": {"stream": 7, "x": 1}})")
                                << QByteArray(R"({"tid": 61, "args": {"stream": 61, "x": 1, "name": "ag", )"
                                              R"("original_stream": 7}})");
        QTest::newRow("one key a line") << QByteArray("{\n  \"tid\": 7,\n  \"args\": {\n    \"stream\": 7\n  }\n}")
                                        << QByteArray("{\n  \"tid\": 61,\n  \"args\": {\n    \"stream\": 61,\n    "
                                                      "\"name\": \"ag\",\n    \"original_stream\": 7\n  }\n}");
        QTest::newRow("space before the comma")
            << QByteArray(R"({"tid":7 , "args":{"a":1 , "stream":7}})")
            << QByteArray(R"({"tid":61 , "args":{"a":1 , "stream":61, "name":"ag", )"
                          R"("original_stream":7}})");
        QTest::newRow("no args") << QByteArray(R"({"tid": 7, "ts": 1})")
                                 << QByteArray(R"({"tid": 61, "ts": 1, "args": {"name": "ag", "stream": 61, )"
                                               R"("original_stream": 7}})");
        QTest::newRow("empty args") << QByteArray(R"({"tid": 7, "args": {}})")
                                    << QByteArray(R"({"tid": 61, "args": {"name": "ag", "stream": 61, )"
                                                  R"("original_stream": 7}})");
        QTest::newRow("args that is no object") << QByteArray(R"({"tid":7,"args":null})")
                                                << QByteArray(R"({"tid":61,"args":{"name":"ag","stream":61,)"
                                                              R"("original_stream":7}})");
        QTest::newRow("no tid") << QByteArray(R"({"ts":1,"args":{"stream":7}})")
                                << QByteArray(
                                       R"({"ts":1,"args":{"stream":61,"name":"ag","original_stream":7},"tid":61})");
        QTest::newRow("tid is text") << QByteArray(R"({"tid":"stream 7","args":{}})")
                                     << QByteArray(R"({"tid":61,"args":{"name":"ag","stream":61,)"
                                                   R"("original_stream":"stream 7"}})");
        QTest::newRow("original_stream is kept") << QByteArray(R"({"tid":8,"args":{"original_stream":7,"stream":8}})")
                                                 << QByteArray(R"({"tid":61,"args":{"original_stream":7,"stream":61,)"
                                                               R"("name":"ag"}})");
        QTest::newRow("the last of a repeated key") << QByteArray(R"({"tid":1,"tid":7,"args":{"name":"a","name":"b"}})")
                                                    << QByteArray(R"({"tid":1,"tid":61,"args":{"name":"a","name":"ag",)"
                                                                  R"("stream":61,"original_stream":7}})");
        QTest::newRow("key with escape") << QByteArray("{\"t\\u0069d\":7,\"args\":{\"na\\u006de\":\"x\",\"stream\":7}}")
                                         << QByteArray(
                                                "{\"t\\u0069d\":61,\"args\":{\"na\\u006de\":\"ag\",\"stream\":61,"
                                                R"("original_stream":7}})");
        QTest::newRow("tid in args is another") << QByteArray(R"({"args":{"tid":7,"stream":9},"tid":7})")
                                                << QByteArray(R"({"args":{"tid":7,"stream":61,"name":"ag",)"
                                                              R"("original_stream":9},"tid":61})");
        QTest::newRow("empty") << QByteArray("{}")
                               << QByteArray(R"({"tid": 61, "args": {"name": "ag", "stream": 61}})");
    }
    void onlyWhatChangesIsReplaced()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const std::vector<ArgChange> args{{"name", "\"ag\""}};
        const Outcome outcome = rewritten(before.toStdString(), moveTo61(args));
        QVERIFY(outcome.differs);
        QCOMPARE(QByteArray::fromStdString(outcome.text), after);
        QCOMPARE(test::strictJsonError(outcome.text), std::string());
    }

    void nothingDiffersTheSecondTime()
    {
        const std::vector<ArgChange> args{{"name", "\"ag\""}, {"ranks", "[0, 1]"}};
        const std::string once = rewritten(R"({"tid": 7, "args": {"stream": 7}})", moveTo61(args)).text;
        const Outcome twice = rewritten(once, moveTo61(args));
        QVERIFY(!twice.differs);
        QCOMPARE(twice.text, once);
    }

    void aTimeIsReplacedAlone()
    {
        EventChange change;
        change.tsJson = "110";
        const Outcome outcome = rewritten(R"({"ts":109.5, "dur": 10.0,"args":{"ts":1}})", change);
        const std::string expected = R"({"ts":110, "dur": 10.0,"args":{"ts":1}})";
        QCOMPARE(outcome.text, expected);
    }

    void keysAreWrittenAsJson()
    {
        const std::vector<ArgChange> args{{"a\"b\n", "1"}};
        EventChange change;
        change.args = args;
        const Outcome outcome = rewritten(R"({"args":{}})", change);
        const std::string expected = "{\"args\":{\"a\\\"b\\n\":1}}";
        QCOMPARE(outcome.text, expected);
    }

    void whatIsNoObjectStaysAsItIs()
    {
        for (const std::string text : {"[1]", R"({"tid":7,)", "", "{"})
            QCOMPARE(rewritten(text, moveTo61()).text, text);
    }
};

LANESCOPE_TEST(TestEventRewrite)
#include "tst_event_rewrite.moc"
