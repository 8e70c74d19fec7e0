// SPDX-License-Identifier: Apache-2.0
#include "core/load/entry_parser.h"
#include "tests/support/test_main.h"

using namespace lanescope;

namespace {

using Outcome = JsonCursor::Outcome;

} // namespace

class TestEntryParser : public QObject {
    Q_OBJECT

private slots:
    void membersComeInAnyOrder();
    void ofARepeatedKeyTheLastCounts();
    void idsAreNumbersOrText();
    void valuesOfOtherKindsAreNoFault();
    void textsAreDecoded();
    void whatCannotBeReadSaysWhere();
};

void TestEntryParser::membersComeInAnyOrder()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor cursor(
        R"({"args":{"correlation":5,"graph id":2},"dur":1.5,"tid":7,"name":"k","ts":"10","bp":"e","cat":"kernel","pid":0,"ph":"X"} )");
    QVERIFY(parser.parse(cursor, entry) == Outcome::Ok);
    QVERIFY(entry.phase == "X" && entry.name == "k" && entry.category == "kernel");
    QVERIFY(entry.process.text == "0" && entry.thread.text == "7");
    QCOMPARE(entry.begin.ns, FileTimeNs{10000});
    QCOMPARE(entry.duration.ns, FileTimeNs{1500});
    QCOMPARE(entry.launch.correlation, std::uint64_t{5});
    QVERIFY(entry.launch.has(LaunchArgs::GraphId) && !entry.launch.has(LaunchArgs::GraphNodeId));
    QVERIFY(entry.bindsToEnclosing && !entry.needsRepair);
}

void TestEntryParser::ofARepeatedKeyTheLastCounts()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor cursor(
        R"({"name":"a","ts":1,"args":{"correlation":5,"stream":1},"name":"b","ts":2,"args":{"stream":3,"stream":4}})");
    QVERIFY(parser.parse(cursor, entry) == Outcome::Ok);
    QVERIFY(entry.name == "b");
    QCOMPARE(entry.begin.ns, FileTimeNs{2000});
    QVERIFY(!entry.launch.has(LaunchArgs::Correlation)); // of the first args, which do not count
    QCOMPARE(entry.launch.stream, 4);
}

void TestEntryParser::idsAreNumbersOrText()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor first(R"({"pid":"Spans","tid":-1,"id":"0x7f","id2":{"local":"L"}})");
    QVERIFY(parser.parse(first, entry) == Outcome::Ok);
    QVERIFY(entry.process.text == "Spans" && entry.thread.text == "-1" && entry.id.text == "L");
    JsonCursor second(R"({"pid":7.0,"tid":7.5,"id":null})");
    QVERIFY(parser.parse(second, entry) == Outcome::Ok);
    QVERIFY(entry.process.text == "7" && entry.thread.text == "7.5" && !entry.id.isPresent);
}

void TestEntryParser::valuesOfOtherKindsAreNoFault()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor cursor(R"({"ph":5,"name":null,"cat":["a"],"ts":{},"dur":true,"args":"none","id2":3,"bp":1})");
    QVERIFY(parser.parse(cursor, entry) == Outcome::Ok);
    QVERIFY(entry.phase == "5");
    QVERIFY(entry.begin.state == ParsedTime::State::NotANumber);
    QVERIFY(entry.duration.state == ParsedTime::State::NotANumber);
    JsonCursor token(R"({"ts":NaN})");
    QVERIFY(parser.parse(token, entry) == Outcome::Ok);
    QVERIFY(entry.begin.state == ParsedTime::State::NonJsonToken && entry.needsRepair);
}

void TestEntryParser::textsAreDecoded()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor cursor(R"({"na\u006de":"a\u0041","cat":"c\/d","args":{"name":"x\ty"},"pid":"\u0037"})");
    QVERIFY(parser.parse(cursor, entry) == Outcome::Ok);
    QVERIFY(entry.name == "aA" && entry.category == "c/d" && entry.metadataText == "x\ty");
    QVERIFY(entry.process.text == "7");
}

void TestEntryParser::whatCannotBeReadSaysWhere()
{
    EntryParser parser;
    ParsedEntry entry;
    JsonCursor cursor(R"({"name":"a",ts:1})");
    QVERIFY(parser.parse(cursor, entry) == Outcome::Malformed);
    QCOMPARE(cursor.position(), std::size_t{12});
    JsonCursor cut(R"({"name":"a","args":{"x":[1,2)");
    QVERIFY(parser.parse(cut, entry) == Outcome::EndOfText);
}

LANESCOPE_TEST(TestEntryParser)
#include "tst_entry_parser.moc"
