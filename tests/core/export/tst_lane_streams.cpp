// SPDX-License-Identifier: Apache-2.0
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

std::string work(std::string_view name, int pid, std::string_view tid, int ts, int dur, int node = 0)
{
    return fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},)"
                       R"("args":{{"stream":7,"correlation":{},"graph node id":{}}}}})",
                       name, pid, tid, ts, dur, ts, node);
}

Exported split(const std::string& events, std::string_view annotations = "")
{
    AnnotateOptions options;
    options.lanes = OverlapLanes::OwnStreams;
    return exported(*joinTexts('[' + events + ']', annotations), options);
}

QString lines(const Exported& out)
{
    return QString::fromStdString(entryLines(out.text));
}

} // namespace

class TestLaneStreams : public QObject {
    Q_OBJECT

private slots:
    void overlapsGetStreamsOfTheirOwn()
    {
        const Exported out = split(work("a", 0, "7", 0, 10) + ',' + work("b", 0, "7", 5, 10) + ',' +
                                   work("c", 0, "7", 6, 2) + ',' + work("d", 0, "7", 10, 5));
        QCOMPARE(lines(out), QString("\"a\" \"X\" 0/7 0\n\"b\" \"X\" 0/7002 5\n\"c\" \"X\" 0/7003 6\n"
                                     "\"d\" \"X\" 0/7 10\n"
                                     "\"thread_name\" \"M\" 0/7002 -\n\"thread_sort_index\" \"M\" 0/7002 -\n"
                                     "\"thread_name\" \"M\" 0/7003 -\n\"thread_sort_index\" \"M\" 0/7003 -\n"));
        QCOMPARE(jsonAt(out.text, "traceEvents/4/args/name"), std::string("\"stream 7 lane 2\""));
        QCOMPARE(jsonAt(out.text, "traceEvents/5/args/sort_index"), std::string("7"));
        // Which stream it ran on is still told.
        QCOMPARE(jsonAt(out.text, "traceEvents/1/args/stream"), std::string("7"));
        QCOMPARE(out.counts.split, std::uint64_t(2));
        QCOMPARE(out.counts.moved, std::uint64_t(0));
    }

    void devicesAndStreamsHaveTheirOwnLanes()
    {
        const Exported out =
            split(work("a", 0, "7", 0, 10) + ',' + work("b", 1, "7", 5, 10) + ',' + work("c", 0, "8", 6, 2));
        QCOMPARE(out.counts.split, std::uint64_t(0));
        QCOMPARE(lines(out), QString("\"a\" \"X\" 0/7 0\n\"b\" \"X\" 1/7 5\n\"c\" \"X\" 0/8 6\n"));
    }

    void aTidThatIsTakenIsNotUsed()
    {
        const Exported out = split(work("a", 0, "7", 0, 10) + ',' + work("b", 0, "7", 5, 10) + ',' +
                                   work("x", 0, "7002", 0, 1) + ',' + work("y", 0, "\"7003\"", 0, 1));
        QVERIFY2(lines(out).contains("\"b\" \"X\" 0/7004 5\n"), lines(out).toUtf8().constData());
    }

    void namesAndPlacesComeFromTheStream()
    {
        const Exported out =
            split(R"({"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7 compute "}},)"
                  R"({"ph":"M","name":"thread_sort_index","pid":0,"tid":7,"args":{"sort_index":3}},)" +
                  work("a", 0, "7", 0, 10) + ',' + work("b", 0, "7", 5, 10));
        QCOMPARE(jsonAt(out.text, "traceEvents/4/args/name"), std::string("\"stream 7 compute lane 2\""));
        QCOMPARE(jsonAt(out.text, "traceEvents/5/args/sort_index"), std::string("3"));
    }

    void lanesAreThoseOfTheStreamThatWorkIsShownOn()
    {
        const Exported out = split(work("a", 0, "7", 0, 10, 1) + ',' + work("b", 0, "8", 5, 10, 2),
                                   R"({"1":[{"stream":61,"Process Group Name":"tp"}],"2":[{"stream":61}]})");
        QCOMPARE(lines(out).section('\n', 0, 1), QString("\"a\" \"X\" 0/61 0\n\"b\" \"X\" 0/61002 5"));
        QCOMPARE(jsonAt(out.text, "traceEvents/1/args/stream"), std::string("61"));
        QCOMPARE(jsonAt(out.text, "traceEvents/1/args/original_stream"), std::string("7"));
        QCOMPARE(jsonAt(out.text, "traceEvents/4/args/name"), std::string("\"tp lane 2\""));
    }

    void arrowsFollow()
    {
        const Exported out = split(work("a", 0, "7", 0, 10) + ',' + work("b", 0, "7", 5, 10) +
                                   R"(,{"ph":"f","cat":"ac2g","name":"ac2g","id":5,"pid":0,"tid":7,"ts":5})");
        QVERIFY2(lines(out).contains("\"ac2g\" \"f\" 0/7002 5\n"), lines(out).toUtf8().constData());
    }

    void textAndHugeStreamsWorkToo()
    {
        const Exported out =
            split(work("a", 0, "\"main\"", 0, 10) + ',' + work("b", 0, "\"main\"", 5, 10) + ',' +
                  work("c", 0, "9223372036854775807", 0, 9) + ',' + work("d", 0, "9223372036854775807", 1, 9));
        QVERIFY2(lines(out).contains("\"b\" \"X\" 0/100000"), lines(out).toUtf8().constData());
        QVERIFY2(lines(out).contains("\"d\" \"X\" 0/100000"), lines(out).toUtf8().constData());
        QCOMPARE(out.counts.split, std::uint64_t(2));
        QCOMPARE(strictJsonError(out.text), std::string());
    }
};

LANESCOPE_TEST(TestLaneStreams)
#include "tst_lane_streams.moc"
