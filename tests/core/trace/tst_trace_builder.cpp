// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

// The trace of an array of events; a failure shows as a trace without events.
std::shared_ptr<const Trace> traceOf(const char* events)
{
    const auto trace = readTraceText(events);
    return trace ? *trace : std::make_shared<const Trace>();
}

QString tracksAsText(const Trace& trace)
{
    QStringList lines;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const auto t = idAt<TrackId>(i);
        const char* kinds[] = {"thread", "stream", "async", "counter"};
        lines << QString("%1 | %2 | %3 | %4")
                     .arg(QString::fromStdString(trace.processTitle(trace.track(t).process)),
                          QString::fromStdString(trace.trackTitle(t)), kinds[static_cast<int>(trace.track(t).kind)])
                     .arg(trace.trackEvents(t).size());
    }
    return lines.join('\n');
}

} // namespace

class TestTraceBuilder : public QObject {
    Q_OBJECT

private slots:
    void numbersAndNumericTextAreOneId();
    void namesLabelsAndSortIndicesComeFromMetadataAnywhere();
    void aStreamIsWhereGpuWorkIs();
    void eventsOfATrackAreInTimeOrder();
    void everyPhaseHasItsPlace();
    void asyncSlicesPairByCategoryAndId();
    void anEntryWithoutPhaseIsASliceIfItHasTimes();
    void strayTimesMoveNeitherBaseNorFit();
    void argsOfJoinsAreColumns();
    void flowsKeepTextIds();
    void strangeDurationsAreCountedAndDrawnAsNothing();
    void anEmptyTraceIsATraceThatSaysSo();
};

void TestTraceBuilder::numbersAndNumericTextAreOneId()
{
    const auto trace = traceOf(R"([{"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":1},
        {"ph":"X","name":"b","pid":"1","tid":"2","ts":2,"dur":1},
        {"ph":"X","name":"c","pid":1.0,"tid":2,"ts":3,"dur":1},
        {"ph":"X","name":"d","pid":1,"tid":"02","ts":4,"dur":1}])");
    QCOMPARE(QString::fromStdString(eventsAsText(*trace)),
             QString("a 1/2 1000+1000\nb 1/2 2000+1000\nc 1/2 3000+1000\nd 1/02 4000+1000\n"));
    QCOMPARE(trace->tracks().size(), std::size_t{2});
}

void TestTraceBuilder::namesLabelsAndSortIndicesComeFromMetadataAnywhere()
{
    const auto trace = traceOf(R"([{"ph":"X","name":"a","pid":5,"tid":6,"ts":1,"dur":1},
        {"ph":"M","name":"process_name","pid":5,"tid":0,"args":{"name":"python3"}},
        {"ph":"M","name":"process_labels","pid":5,"args":{"labels":"CPU"}},
        {"ph":"M","name":"thread_name","pid":5,"tid":6,"args":{"name":"old"}},
        {"ph":"M","name":"thread_name","pid":5,"tid":6,"args":{"name":"main thread "}},
        {"ph":"M","name":"thread_sort_index","pid":5,"tid":6,"args":{"sort_index":-3}},
        {"ph":"M","name":"process_sort_index","pid":5,"tid":0,"args":{"sort_index":"12"}}])");
    QCOMPARE(tracksAsText(*trace),
             QString("python3 (5) | main thread | thread | 1\npython3 (5) | thread 0 | thread | 0"));
    QCOMPARE(trace->tracks()[0].sortIndex, std::int64_t{-3});
    QVERIFY(trace->processes()[0].hasSortIndex);
    QCOMPARE(trace->processes()[0].sortIndex, std::int64_t{12});
    QCOMPARE(trace->entryCount(), std::uint64_t{7});
    QCOMPARE(trace->metadata().size(), std::size_t{6});
}

void TestTraceBuilder::aStreamIsWhereGpuWorkIs()
{
    const auto trace = traceOf(R"([
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":20,"ts":1,"dur":1},
        {"ph":"X","cat":"gpu_memcpy","name":"m","pid":3,"tid":7,"ts":1,"dur":1},
        {"ph":"X","cat":"Kernel","name":"old","pid":4,"tid":"stream 9","ts":1,"dur":1,"args":{"device":2}},
        {"ph":"X","cat":"cpu_op","name":"op","pid":99,"tid":99,"ts":1,"dur":1}])");
    QCOMPARE(tracksAsText(*trace), QString("GPU 0 | stream 7 | stream | 1\nGPU 0 | stream 20 | stream | 1\n"
                                           "GPU 3 | stream 7 | stream | 1\nGPU 2 | stream 9 | stream | 1\n"
                                           "process 99 | thread 99 | thread | 1"));
}

void TestTraceBuilder::eventsOfATrackAreInTimeOrder()
{
    const auto trace = traceOf(R"([{"ph":"X","name":"late","pid":1,"tid":1,"ts":9,"dur":1},
        {"ph":"X","name":"short","pid":1,"tid":1,"ts":5,"dur":1},
        {"ph":"X","name":"long","pid":1,"tid":1,"ts":5,"dur":2},
        {"ph":"X","name":"twin","pid":1,"tid":1,"ts":5,"dur":1}])");
    QStringList names;
    for (const EventId e : trace->trackEvents(idAt<TrackId>(0)))
        names << QString::fromUtf8(trace->name(e).data(), static_cast<qsizetype>(trace->name(e).size()));
    QCOMPARE(names.join(' '), QString("long short twin late"));
}

void TestTraceBuilder::everyPhaseHasItsPlace()
{
    const auto trace = traceOf(R"([{"ph":"i","name":"i","pid":1,"tid":1,"ts":1},
        {"ph":"I","name":"I","pid":1,"tid":1,"ts":2},{"ph":"R","name":"R","pid":1,"tid":1,"ts":3},
        {"ph":"C","name":"C","pid":1,"ts":4,"args":{"v":1}},{"ph":"P","name":"P","pid":1,"tid":1,"ts":5},
        {"ph":"N","name":"N","pid":1,"tid":1,"ts":6,"id":1},{"ph":"O","name":"O","pid":1,"tid":1,"ts":7,"id":1},
        {"ph":"D","name":"D","pid":1,"tid":1,"ts":8,"id":1},{"ph":"v","name":"v","pid":1,"tid":1,"ts":9,"id":1},
        {"ph":"c","name":"c","pid":1,"tid":1,"ts":10},{"ph":"?","name":"odd","pid":1,"tid":1,"ts":11},
        {"ph":"XX","name":"long","pid":1,"tid":1,"ts":12},{}])");
    QCOMPARE(QString::fromStdString(eventsAsText(*trace)),
             QString("i 1/1 1000+0 instant\nI 1/1 2000+0 instant\nR 1/1 3000+0 instant\nC 1/C 4000+0 counter\n"
                     "P 1/1 5000+0 other\nN 1/1 6000+0 other\nO 1/1 7000+0 other\nD 1/1 8000+0 other\n"
                     "v 1/1 9000+0 other\nc 1/1 10000+0 other\nodd 1/1 11000+0 other\nlong 1/1 12000+0 other\n"
                     " 0/0 1000+0 no-time other\n"));
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)), QString("unknown-phase 2\n"));
    QCOMPARE(trace->entriesByPhase().at(""), std::uint64_t{1});
    QCOMPARE(trace->entryCount(), std::uint64_t{13});
}

void TestTraceBuilder::asyncSlicesPairByCategoryAndId()
{
    const auto trace = traceOf(R"([{"ph":"b","cat":"net","id":"0x1","name":"req","pid":1,"tid":1,"ts":1},
        {"ph":"b","cat":"net","id":"0x2","name":"req","pid":1,"tid":2,"ts":2},
        {"ph":"n","cat":"net","id":"0x1","name":"step","pid":1,"tid":3,"ts":3},
        {"ph":"e","cat":"net","id":"0x1","name":"req","pid":1,"tid":9,"ts":5},
        {"ph":"e","cat":"net","id2":{"local":"0x2"},"name":"req","pid":1,"tid":9,"ts":8},
        {"ph":"S","cat":"old","id":7,"name":"o","pid":1,"tid":1,"ts":10},
        {"ph":"F","cat":"old","id":7,"name":"o","pid":1,"tid":1,"ts":14}])");
    QCOMPARE(QString::fromStdString(eventsAsText(*trace)),
             QString("req 1/net 0x1 1000+4000\nreq 1/net 0x2 2000+6000\nstep 1/net 0x1 3000+0 instant\n"
                     "o 1/old 7 10000+4000\n"));
    QVERIFY(trace->loadReport().isClean());
    QCOMPARE(trace->sliceEnds().size(), std::size_t{3});
    QCOMPARE(indexOf(trace->sliceEnds()[1].slice), std::size_t{1});
}

void TestTraceBuilder::anEntryWithoutPhaseIsASliceIfItHasTimes()
{
    const auto trace = traceOf(R"([{"cat":"kernel","name":"k","tid":1,"ts":100,"dur":10},{"name":"none","tid":1}])");
    QCOMPARE(QString::fromStdString(eventsAsText(*trace)),
             QString("k 0/1 100000+10000\nnone 0/1 100000+0 no-time other\n"));
    QVERIFY(trace->isGpuWork(idAt<EventId>(0)));
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)), QString("phase-missing 1\n")); // the second
}

void TestTraceBuilder::strayTimesMoveNeitherBaseNorFit()
{
    std::string events = "[{\"ph\":\"X\",\"name\":\"stray\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1}";
    for (int i = 0; i < 30; ++i)
        events += ",{\"ph\":\"X\",\"name\":\"w\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(1790000000000000 + i) +
                  ",\"dur\":1}";
    events += ",{\"ph\":\"X\",\"name\":\"runaway\",\"pid\":1,\"tid\":1,\"ts\":1790000000000010,\"dur\":1e14}]";
    const auto trace = traceOf(events.c_str());
    QCOMPARE(trace->baseNs(), FileTimeNs{1790000000000000000});
    QCOMPARE(trace->fitRange(), (TimeRange{0, 30'000}));
    QCOMPARE(trace->fullRange().beginNs, TimeNs{-1790000000000000000});
    QCOMPARE(trace->beginNs(idAt<EventId>(0)), TimeNs{-1790000000000000000});
    QCOMPARE(trace->durationNs(idAt<EventId>(31)), TimeNs{100'000'000'000'000'000});
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)), QString("stray-time 1\n"));
    const Finding* stray = trace->loadReport().find("stray-time");
    QCOMPARE(stray->firstBytes, std::vector<std::uint64_t>{1});
    QCOMPARE(stray->examples, std::vector<std::string>{"stray"});
}

void TestTraceBuilder::argsOfJoinsAreColumns()
{
    const auto trace = traceOf(R"([
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7,
         "correlation":18446744073709551615,"graph id":2,"graph node id":8589934593,"External id":"12"}},
        {"ph":"X","cat":"kernel","name":"bare","pid":0,"tid":7,"ts":2,"dur":1},
        {"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":1,"dur":1,
         "args":{"Sequence number":-1,"Fwd thread id":3,"External id":4}},
        {"ph":"X","cat":"cpu_op","name":"plain","pid":1,"tid":1,"ts":3,"dur":1,"args":{"x":1}}])");
    const LaunchArgs* kernel = trace->launchArgs(idAt<EventId>(0));
    QVERIFY(kernel != nullptr && kernel->has(LaunchArgs::Stream) && kernel->has(LaunchArgs::Device));
    QCOMPARE(kernel->correlation, std::uint64_t{18446744073709551615U});
    QCOMPARE(kernel->graphNodeId, std::uint64_t{8589934593});
    QCOMPARE(kernel->externalId, std::uint64_t{12});
    QVERIFY(trace->launchArgs(idAt<EventId>(1)) != nullptr); // GPU work always has a row
    QCOMPARE(trace->launchRowCount(), std::size_t{2});
    const OpArgs* op = trace->opArgs(idAt<EventId>(2));
    QVERIFY(op != nullptr && trace->launchArgs(idAt<EventId>(2)) == nullptr);
    QCOMPARE(op->sequenceNumber, std::int64_t{-1});
    QCOMPARE(op->forwardThread, std::int64_t{3});
    QVERIFY(trace->opArgs(idAt<EventId>(3)) == nullptr);
}

void TestTraceBuilder::flowsKeepTextIds()
{
    const auto trace = traceOf(R"([{"ph":"s","cat":"a","id":1,"pid":1,"tid":1,"ts":1},
        {"ph":"t","cat":"a","id":"1","pid":1,"tid":1,"ts":2},{"ph":"f","cat":"a","id":"0x1","pid":1,"tid":1,"ts":3,"bp":"e"},
        {"ph":"f","cat":"a","id":1790000000123456771,"pid":1,"tid":1,"ts":4},{"ph":"f","cat":"a","pid":1,"tid":1,"ts":5}])");
    const auto flows = trace->flows();
    QCOMPARE(flows.size(), std::size_t{5});
    QCOMPARE(flows[0].id, flows[1].id);
    QVERIFY(flows[2].id != flows[0].id && flows[2].bindsToEnclosing);
    QCOMPARE(flows[3].id, std::uint64_t{1790000000123456771});
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)), QString("flow-without-id 1\n"));
}

void TestTraceBuilder::strangeDurationsAreCountedAndDrawnAsNothing()
{
    const auto trace = traceOf(R"([{"ph":"X","name":"neg","pid":1,"tid":1,"ts":1,"dur":-5},
        {"ph":"X","name":"text","pid":1,"tid":1,"ts":2,"dur":"soon"},{"ph":"X","name":"none","pid":1,"tid":1,"ts":3},
        {"ph":"X","name":"huge","pid":1,"tid":1,"ts":4,"dur":1e30},{"ph":"X","name":"late","pid":1,"tid":1,"ts":"x","dur":1},
        {"ph":"X","name":"nots","pid":1,"tid":1,"dur":1}])");
    QCOMPARE(QString::fromStdString(eventsAsText(*trace)),
             QString("neg 1/1 1000+0 no-duration\ntext 1/1 2000+0 no-duration\nnone 1/1 3000+0 no-duration\n"
                     "huge 1/1 4000+0 no-duration\nlate 1/1 1000+1000 no-time\nnots 1/1 1000+1000 no-time\n"));
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)),
             QString("negative-duration 1\ntime-not-a-number 2\nduration-missing 1\ntime-out-of-range 1\n"
                     "time-missing 1\n"));
    QCOMPARE(trace->trackEvents(idAt<TrackId>(0)).size(), std::size_t{4});
}

void TestTraceBuilder::anEmptyTraceIsATraceThatSaysSo()
{
    const auto trace = traceOf("[]");
    QCOMPARE(trace->eventCount(), std::size_t{0});
    QVERIFY(trace->fullRange().isEmpty());
    QCOMPARE(QString::fromStdString(findingsAsText(*trace)), QString("no-events 1\n"));
}

LANESCOPE_TEST(TestTraceBuilder)
#include "tst_trace_builder.moc"
