// SPDX-License-Identifier: Apache-2.0
#include "core/export/edit_list.h"
#include "core/export/entry_order.h"
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

std::shared_ptr<const Trace> read(std::string_view text)
{
    auto trace = readTraceText(text);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return *std::move(trace);
}

EntryRef eventAt(std::uint32_t index)
{
    return {TraceTable::Events, index};
}

constexpr const char* kThree = R"({"traceEvents": [{"name":"a","ts":1,"dur":1}, {"name":"b","ts":2,"dur":1},)"
                               "\n "
                               R"({"name":"c","ts":3,"dur":1}], "x": 1})";

} // namespace

class TestEditList : public QObject {
    Q_OBJECT

private slots:
    void anEntryGoesWithExactlyOneComma_data()
    {
        QTest::addColumn<QList<int>>("removed");
        QTest::addColumn<QByteArray>("left");
        const QByteArray a = R"({"name":"a","ts":1,"dur":1})";
        const QByteArray b = R"({"name":"b","ts":2,"dur":1})";
        const QByteArray c = R"({"name":"c","ts":3,"dur":1})";
        QTest::newRow("none") << QList<int>{} << QByteArray(a + ", " + b + ",\n " + c);
        QTest::newRow("first") << QList<int>{0} << QByteArray(b + ",\n " + c);
        QTest::newRow("middle") << QList<int>{1} << QByteArray(a + ", " + c);
        QTest::newRow("last") << QList<int>{2} << QByteArray(a + ", " + b);
        QTest::newRow("first two") << QList<int>{0, 1} << c;
        QTest::newRow("last two, asked backwards") << QList<int>{2, 1} << a;
        QTest::newRow("outer two") << QList<int>{0, 2} << b;
        QTest::newRow("all") << QList<int>{0, 1, 2} << QByteArray();
        QTest::newRow("one, asked twice") << QList<int>{1, 1} << QByteArray(a + ", " + c);
    }
    void anEntryGoesWithExactlyOneComma()
    {
        QFETCH(QList<int>, removed);
        QFETCH(QByteArray, left);
        const auto trace = read(kThree);
        EditList edits(*trace);
        for (const int index : removed)
            edits.remove(eventAt(static_cast<std::uint32_t>(index)));
        const std::string text = spliced(*trace, edits);
        QCOMPARE(QByteArray::fromStdString(text), "{\"traceEvents\": [" + left + "], \"x\": 1}");
        QCOMPARE(strictJsonError(text), std::string());
    }

    // Every way to remove entries from arrays with surplus and missing commas leaves strict JSON with the others.
    void removalsAndRepairsOfCommasGoTogether_data()
    {
        QTest::addColumn<QByteArray>("text");
        const QByteArray a = R"({"name":"a","ts":1})";
        const QByteArray b = R"({"name":"b","ts":2})";
        const QByteArray c = R"({"name":"c","ts":3})";
        QTest::newRow("trailing") << QByteArray("[" + a + "," + b + "," + c + ",]");
        QTest::newRow("leading") << QByteArray("[," + a + "," + b + "," + c + "]");
        QTest::newRow("double") << QByteArray("[" + a + ",," + b + " , , " + c + "]");
        QTest::newRow("missing") << QByteArray("[" + a + b + " \n" + c + "]");
        QTest::newRow("open end") << QByteArray("[" + a + "," + b + "," + c);
        QTest::newRow("open end after a comma") << QByteArray("[" + a + "," + b + "," + c + ",\n");
        QTest::newRow("cut") << QByteArray("[" + a + "," + b + "," + c + ", {\"name\":\"d");
        QTest::newRow("object, cut") << QByteArray("{\"traceEvents\":[" + a + "," + b + "," + c + ", {\"na");
        QTest::newRow("tail of another file") << QByteArray("[" + a + "," + b + "," + c + "]\n]}");
    }
    void removalsAndRepairsOfCommasGoTogether()
    {
        QFETCH(QByteArray, text);
        const auto trace = read(text.toStdString());
        QCOMPARE(trace->eventCount(), std::size_t(3));
        for (std::uint32_t removed = 0; removed < 8; ++removed) {
            for (const bool adds : {false, true}) {
                EditList edits(*trace);
                std::string expected;
                for (std::uint32_t i = 0; i < 3; ++i) {
                    if ((removed >> i & 1U) != 0)
                        edits.remove(eventAt(i));
                    else
                        expected += static_cast<char>('a' + i);
                }
                if (adds)
                    edits.addEntry(R"({"name":"new","ts":4})");
                expected += adds ? "new" : "";
                const std::string out = spliced(*trace, edits);
                QCOMPARE(strictJsonError(out), std::string());
                const auto again = read(out);
                std::string names;
                for (std::size_t i = 0; i < again->eventCount(); ++i)
                    names += again->name(idAt<EventId>(i));
                QCOMPARE(names, expected);
            }
        }
    }

    void aChangedEntryIsStrictFirst()
    {
        const auto trace = read(R"([{"name":"a","ts":1,"args":{"x":NaN}},{"name":"b","ts":2,"args":{"x":-inf}}])");
        EditList edits(*trace);
        edits.change(eventAt(0));
        QCOMPARE(spliced(*trace, edits), std::string(R"([<{"name":"a","ts":1,"args":{"x":"NaN"}}>,)"
                                                     R"({"name":"b","ts":2,"args":{"x":"-inf"}}])"));
        QCOMPARE(edits.repairedCount(), std::uint64_t(1));
    }

    void aRemovedEntryIsNeitherRepairedNorChanged()
    {
        const auto trace = read(R"([{"name":"a","args":{"x":NaN}},{"name":"b","ts":2}])");
        EditList edits(*trace);
        edits.change(eventAt(0));
        edits.remove(eventAt(0));
        QCOMPARE(spliced(*trace, edits), std::string(R"([{"name":"b","ts":2}])"));
        QCOMPARE(edits.repairedCount(), std::uint64_t(0));
    }

    void anAddedEntryIsLaidOutAsTheLastOne()
    {
        const auto trace = read("[\n  {\"name\":\"a\"},\n  {\"name\":\"b\"}\n]");
        EditList edits(*trace);
        edits.addEntry("{1}");
        edits.addEntry("{2}");
        QCOMPARE(spliced(*trace, edits), std::string("[\n  {\"name\":\"a\"},\n  {\"name\":\"b\"},\n  {1},\n  {2}\n]"));
    }

    void anAddedEntryGoesIntoAnEmptyArray()
    {
        const auto trace = read(R"({"traceEvents":[]})");
        EditList edits(*trace);
        edits.addEntry("{1}");
        edits.addEntry("{2}");
        QCOMPARE(spliced(*trace, edits), std::string(R"({"traceEvents":[{1},{2}]})"));
    }

    void neighboursAreFoundOverAllTables()
    {
        const std::string text =
            R"([{"ph":"M","name":"m"},{"ph":"X","ts":1},{"ph":"s","id":1,"ts":1},{"ph":"B","ts":2},)"
            R"({"ph":"E","ts":3}])";
        const auto trace = read(text);
        std::string begins;
        for (auto at = nextEntryBegin(*trace, 0); at; at = nextEntryBegin(*trace, *at + 1))
            begins += text[*at + 7]; // the letter of the phase
        QCOMPARE(begins, std::string("MXsBE"));
        std::string ends;
        for (auto end = previousEntryEnd(*trace, text.size()); end;) {
            const std::size_t begin = text.rfind('{', *end - 1);
            ends += text[begin + 7];
            end = previousEntryEnd(*trace, begin);
        }
        QCOMPARE(ends, std::string("EBsXM"));
    }
};

LANESCOPE_TEST(TestEditList)
#include "tst_edit_list.moc"
