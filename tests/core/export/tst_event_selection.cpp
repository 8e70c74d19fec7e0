// SPDX-License-Identifier: Apache-2.0
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

// Times from the trace's start at 1000 us: launch 0-2, kernel 10-20 and 30-40, an instant at 50, a sample at 5.
constexpr const char* kTrace =
    R"({"displayTimeUnit": "ms", "traceEvents": [
  {"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "GPU"}},
  {"ph": "X", "cat": "cuda_runtime", "name": "launch", "pid": 1, "tid": 1, "ts": 1000, "dur": 2, "args": {"correlation": 5}},
  {"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 5, "pid": 1, "tid": 1, "ts": 1000},
  {"ph": "C", "name": "memory", "pid": 1, "ts": 1005, "args": {"used": 1}},
  {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 1010, "dur": 10, "args": {"correlation": 5}},
  {"ph": "f", "bp": "e", "cat": "ac2g", "name": "ac2g", "id": 5, "pid": 0, "tid": 7, "ts": 1010},
  {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 1030, "dur": 10, "args": {"correlation": 6}},
  {"ph": "f", "bp": "e", "cat": "ac2g", "name": "ac2g", "id": 6, "pid": 0, "tid": 7, "ts": 1030},
  {"ph": "B", "name": "open", "pid": 1, "tid": 2, "ts": 1012},
  {"ph": "i", "name": "mark", "pid": 1, "tid": 2, "ts": 1050},
  {"ph": "E", "pid": 1, "tid": 2, "ts": 1060},
  {"ph": "E", "pid": 1, "tid": 3, "ts": 1061}
], "traceName": "t.json"})";

AnnotateOptions within(TimeNs beginUs, TimeNs endUs)
{
    AnnotateOptions options;
    options.range = TimeRange{beginUs * 1000, endUs * 1000};
    return options;
}

// Names and phases of what an export keeps, in order.
QString kept(const Exported& out)
{
    QString text;
    const QStringList lines = QString::fromStdString(entryLines(out.text)).split('\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        const QStringList words = line.split(' ');
        text += QString(words[0]).remove('"') + ':' + words[1].mid(1, 1) + ' ';
    }
    return text.trimmed();
}

} // namespace

class TestEventSelection : public QObject {
    Q_OBJECT

private slots:
    void aRangeKeepsWhatReachesIntoIt_data()
    {
        QTest::addColumn<int>("beginUs");
        QTest::addColumn<int>("endUs");
        QTest::addColumn<QString>("names");
        const QString all = "process_name:M launch:X ac2g:s memory:C a:X ac2g:f b:X ac2g:f open:B mark:i -:E -:E";
        QTest::newRow("all") << 0 << 1000 << all;
        QTest::newRow("an arrow with both slices") << 1 << 11 << "process_name:M launch:X ac2g:s memory:C a:X ac2g:f";
        QTest::newRow("an arrow's end alone goes") << 2 << 11 << "process_name:M memory:C a:X";
        QTest::newRow("its begin too") << 0 << 10 << "process_name:M launch:X memory:C";
        QTest::newRow("a B goes with its E") << 55 << 56 << "process_name:M memory:C open:B -:E";
        QTest::newRow("ends are not in it") << 20 << 30 << "process_name:M memory:C open:B -:E";
        QTest::newRow("a lone arrow's end follows its slice")
            << 39 << 40 << "process_name:M memory:C b:X ac2g:f open:B -:E";
        QTest::newRow("an instant is a nanosecond long") << 50 << 51 << "process_name:M memory:C open:B mark:i -:E";
        QTest::newRow("a lone E by its time") << 61 << 62 << "process_name:M memory:C -:E";
        QTest::newRow("nothing but metadata and what a counter has") << 900 << 901 << "process_name:M memory:C";
    }
    void aRangeKeepsWhatReachesIntoIt()
    {
        QFETCH(int, beginUs);
        QFETCH(int, endUs);
        QFETCH(QString, names);
        const Exported out = exported(*joinTexts(kTrace, ""), within(beginUs, endUs));
        QCOMPARE(kept(out), names);
        QCOMPARE(strictJsonError(out.text), std::string());
        QCOMPARE(jsonAt(out.text, "displayTimeUnit"), std::string("\"ms\""));
        QCOMPARE(jsonAt(out.text, "traceName"), std::string("\"t.json\""));
        QCOMPARE(out.counts.leftOut, std::uint64_t(12 - names.count(':')));
    }

    // Samples at 1, 3 and 6 us.
    void aCounterKeepsItsValueAtTheBegin_data()
    {
        QTest::addColumn<int>("beginUs");
        QTest::addColumn<QString>("samples");
        QTest::newRow("before all") << 0 << "1 3 6 ";
        QTest::newRow("a sample begins it") << 3 << "3 6 ";
        QTest::newRow("between two") << 4 << "3 6 ";
        QTest::newRow("behind all") << 8 << "6 ";
    }
    void aCounterKeepsItsValueAtTheBegin()
    {
        QFETCH(int, beginUs);
        QFETCH(QString, samples);
        const auto joined = joinTexts(R"([{"ph":"i","name":"0","ts":1000},{"ph":"C","name":"1","ts":1001},
            {"ph":"C","name":"1","ts":1003,"args":{"v":3}},{"ph":"C","name":"1","ts":1006,"args":{"v":6}},
            {"ph":"C","name":"other","ts":1001,"id":2}])",
                                      "");
        const Exported out = exported(*joined, within(beginUs, 100));
        QString found;
        for (const char* at : {"1001", "1003", "1006"})
            found += out.text.find(std::string("\"1\",\"ts\":") + at) != std::string::npos ? QString(at[3]) + ' '
                                                                                           : QString();
        QCOMPARE(found, samples);
        QVERIFY(out.text.find("\"other\"") != std::string::npos); // each counter for itself
    }

    void aPredicateKeepsWhatItSays()
    {
        const auto joined = joinTexts(kTrace, "");
        AnnotateOptions options;
        options.keeps = [&joined](EventId e) {
            const std::string_view name = joined->trace->name(e);
            return name == "a" || name == "launch" || name == "open";
        };
        QCOMPARE(kept(exported(*joined, options)), QString("process_name:M launch:X ac2g:s a:X ac2g:f open:B -:E"));
        options.keeps = [&joined](EventId e) { return joined->trace->name(e) == "a"; };
        QCOMPARE(kept(exported(*joined, options)), QString("process_name:M a:X"));
        options.range = TimeRange{0, 5000};
        QCOMPARE(kept(exported(*joined, options)), QString("process_name:M"));
    }

    void stepsStayWithTheirArrow()
    {
        const auto joined =
            joinTexts(R"([{"ph":"X","name":"p","tid":1,"ts":0,"dur":1},{"ph":"X","name":"q","tid":2,"ts":5,"dur":1},)"
                      R"({"ph":"X","name":"r","tid":3,"ts":9,"dur":1},{"ph":"s","name":"s","id":1,"tid":1,"ts":0},)"
                      R"({"ph":"t","name":"t","id":1,"tid":2,"ts":5},{"ph":"f","name":"f","id":1,"tid":3,"ts":9}])",
                      "");
        QCOMPARE(kept(exported(*joined, within(0, 10))), QString("p:X q:X r:X s:s t:t f:f"));
        QCOMPARE(kept(exported(*joined, within(0, 9))), QString("p:X q:X"));
    }

    void onlyKeptWorkIsAnnotatedAndNamed()
    {
        const std::string trace =
            R"([{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":1,"args":{"graph node id":1}},)"
            R"({"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":50,"dur":1,"args":{"graph node id":2}}])";
        const auto joined = joinTexts(trace, R"({"1":[{"name":"x","stream":61}],"2":[{"name":"y","stream":62}]})");
        const Exported out = exported(*joined, within(0, 10));
        QCOMPARE(out.counts.annotated, std::uint64_t(1));
        QCOMPARE(out.counts.moved, std::uint64_t(1));
        QCOMPARE(QString::fromStdString(entryLines(out.text)),
                 QString("\"a\" \"X\" 0/61 0\n\"thread_name\" \"M\" 0/61 -\n\"thread_sort_index\" \"M\" 0/61 -\n"));
    }
};

LANESCOPE_TEST(TestEventSelection)
#include "tst_event_selection.moc"
