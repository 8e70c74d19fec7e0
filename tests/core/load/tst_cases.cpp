// SPDX-License-Identifier: Apache-2.0
// The small inputs of tests/data/cases that broke other tools, with the values of their expect.md.
#include "core/load/read_chrome_json.h"
#include "tests/support/large_trace.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

class TestCases : public QObject {
    Q_OBJECT

private slots:
    void truncatedTails_data();
    void truncatedTails();
    void bareTokens();
    void brokenText();
    void severalGzipMembers();
    void sixDressesOfOneTrace_data();
    void sixDressesOfOneTrace();
    void textIds();
    void nanosecondTimes_data();
    void nanosecondTimes();
    void idsBeyond2p53();
    void sameStart();
    void beginsAndEndsThatDoNotPair_data();
    void beginsAndEndsThatDoNotPair();
    void aLargeTraceKeepsItsCounts();
};

void TestCases::truncatedTails_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("entries");
    QTest::addColumn<QString>("findings");
    QTest::addColumn<int>("atByte");
    QTest::newRow("a") << "a-array-open.json" << 5 << "" << 0;
    QTest::newRow("b") << "b-array-cut-mid-event.json" << 5 << "file-ends-early 1\n" << 464;
    QTest::newRow("c") << "c-object-cut-in-args.json" << 4 << "file-ends-early 1\n" << 668;
    QTest::newRow("d") << "d-object-brace-missing.json" << 3 << "" << 0;
    QTest::newRow("e") << "e-cut-inside-utf8.json" << 2 << "file-ends-early 1\n" << 191;
    QTest::newRow("f") << "f-leftover-tail.json" << 3 << "text-after-end 1\n" << 533;
}

void TestCases::truncatedTails()
{
    QFETCH(QString, file);
    QFETCH(int, entries);
    QFETCH(QString, findings);
    QFETCH(int, atByte);
    const auto trace = readTraceFile("cases/01-truncated-tail/" + file.toStdString());
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), static_cast<std::uint64_t>(entries));
    QCOMPARE(QString::fromStdString(findingsAsText(**trace)), findings);
    if (atByte != 0)
        QCOMPARE((*trace)->loadReport().findings()[0].firstBytes[0], static_cast<std::uint64_t>(atByte));
    if (file.startsWith('c'))
        QVERIFY((*trace)->header().baseTimeNanoseconds.has_value());
}

void TestCases::bareTokens()
{
    const auto trace = readTraceFile("cases/02-bare-nan-infinity/trace.json");
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{7});
    QCOMPARE(QString::fromStdString(findingsAsText(**trace)), QString("non-json-number 9\n"));
    QCOMPARE(QString::fromStdString(eventsAsText(**trace)),
             QString("reduce_rows 0/7 1000000+8000 odd\nscan_rows 0/7 1010000+4000 odd\n"
                     "host load 900/host load 2000500+0 odd counter\nhost load 900/host load 3000500+0 counter\n"
                     "aten::clamp 900/900 4000000+12000 odd\nMemcpy DtoH 0/7 5000000+3000 odd\n"
                     "aten::open_ended 900/900 7000000+0 no-duration odd\n"));
}

void TestCases::brokenText()
{
    const auto trace = readTraceFile("cases/03-bad-utf8-surrogates/trace.json");
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{11});
    QCOMPARE(QString::fromStdString(findingsAsText(**trace)),
             QString("invalid-utf8 3\ncontrol-character 3\nlone-surrogate 2\n"));
    const auto name = [&](std::size_t number) { return std::string((*trace)->name(idAt<EventId>(number - 1))); };
    QVERIFY(name(4).starts_with("half") && name(4).ends_with("name"));
    QVERIFY(name(6).find("\xF0\x9F\x94\x8D") != std::string::npos);
    QVERIFY(name(7).find("only") != std::string::npos && name(8).find("only") != std::string::npos);
    QVERIFY(name(9).find("esc") != std::string::npos && name(9).find("nul") != std::string::npos);
    for (std::size_t i = 1; i <= 11; ++i) {
        const bool isIllFormed = i == 1 || i == 2 || i == 7 || i == 8 || i == 10;
        QCOMPARE(name(i).find("\xEF\xBF\xBD") != std::string::npos, isIllFormed);
        QCOMPARE(QString::fromStdString(name(i)).toUtf8().toStdString(), name(i)); // valid UTF-8, whole
    }
}

void TestCases::severalGzipMembers()
{
    const auto trace = readTraceFile("cases/04-multi-member-gzip/trace.json.gz");
    QVERIFY(trace);
    QCOMPARE((*trace)->eventCount(), std::size_t{200});
    QVERIFY((*trace)->loadReport().isClean());
    QCOMPARE((*trace)->baseNs(), FileTimeNs{1000125});
    QCOMPARE((*trace)->fullRange(), (TimeRange{0, 1999625 - 1000125}));
    QCOMPARE((*trace)->tracks().size(), std::size_t{1});
    for (std::size_t i = 0; i < 200; ++i) {
        const auto e = idAt<EventId>(i);
        QCOMPARE((*trace)->durationNs(e), TimeNs{4500});
        QCOMPARE(QString::fromStdString(std::string((*trace)->name(e))),
                 QString::fromUtf8("tuile_é_%1").arg(i, 3, 10, QChar('0')));
        if ((*trace)->beginNs(e) + (*trace)->baseNs() == 1400125)
            QCOMPARE(i, std::size_t{80});
    }
}

void TestCases::sixDressesOfOneTrace_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"a-plain-inside.json.gz", "b-gzip-inside.json", "c-bom.json", "d-bom-in-gzip.json.gz",
                             "e-no-extension", "f-blank-lines-first.json"})
        QTest::newRow(file) << file;
}

void TestCases::sixDressesOfOneTrace()
{
    QFETCH(QString, file);
    const auto trace = readTraceFile("cases/05-type-by-content/" + file.toStdString());
    QVERIFY(trace);
    QVERIFY((*trace)->loadReport().isClean());
    QCOMPARE((*trace)->entryCount(), std::uint64_t{3});
    const Trace& t = **trace;
    QVERIFY(t.name(idAt<EventId>(0)) == "fwd" && t.name(idAt<EventId>(1)) == "bwd");
    QCOMPARE(t.beginNs(idAt<EventId>(0)) + t.baseNs(), FileTimeNs{100'000});
    QCOMPARE(t.endNs(idAt<EventId>(0)) + t.baseNs(), FileTimeNs{140'000});
    QCOMPARE(t.beginNs(idAt<EventId>(1)) + t.baseNs(), FileTimeNs{150'000});
    QCOMPARE(t.endNs(idAt<EventId>(1)) + t.baseNs(), FileTimeNs{210'000});
    QVERIFY(t.text(t.process(t.track(t.track(idAt<EventId>(0))).process).name) == "python");
}

void TestCases::textIds()
{
    const auto trace = readTraceFile("cases/06-string-pid-tid/trace.json");
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{14});
    QVERIFY((*trace)->loadReport().isClean());
    QStringList rows;
    for (std::size_t i = 0; i < (*trace)->tracks().size(); ++i) {
        const auto t = idAt<TrackId>(i);
        const auto events = (*trace)->trackEvents(t);
        if (!events.empty() && (*trace)->kind(events[0]) == EventKind::Slice)
            rows << QString::fromStdString((*trace)->processTitle((*trace)->track(t).process) + " | " +
                                           (*trace)->trackTitle(t));
    }
    rows.sort();
    QCOMPARE(rows.join('\n'), QString("GPU 0 | stream 7\nSpans | PyTorch Profiler\nprocess 77120-00412 | thread 00412\n"
                                      "python (31207) | thread 0x7f3a2c000700\npython (31207) | thread 2887417600"));
    const auto flows = (*trace)->flows();
    QCOMPARE(flows.size(), std::size_t{2});
    QCOMPARE(flows[0].track, (*trace)->track(idAt<EventId>(2))); // the number names the track that the text named
    QVERIFY((*trace)->name(idAt<EventId>(2)) == "cudaLaunchKernel");
}

void TestCases::nanosecondTimes_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("events");
    QTest::newRow("a") << "a-relative.json"
                       << "5947291234567891+5160 5947291234573051+2003 5947291234575055+1 5947291234575056+10000";
    QTest::newRow("b")
        << "b-epoch-us.json"
        << "1790123456789012140+5160 1790123456789017300+1100 1790123456789018400+127 1790123456789018527+4000";
    QTest::newRow("c") << "c-string-and-exponent.json"
                       << "1790123456789100125+3250 1790123456789200500+2500 1790123456789210000+1000";
    QTest::newRow("d") << "d-display-ns.json"
                       << "1500000+250500 1800250+10000";
    QTest::newRow("e") << "e-base-time-last.json"
                       << "5947291234567891+5160 5947291234573051+2003";
}

void TestCases::nanosecondTimes()
{
    QFETCH(QString, file);
    QFETCH(QString, events);
    const auto trace = readTraceFile("cases/07-ns-precise-ts/" + file.toStdString());
    QVERIFY(trace);
    QVERIFY((*trace)->loadReport().isClean());
    QStringList found;
    for (std::size_t i = 0; i < (*trace)->eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        found << QString("%1+%2").arg((*trace)->baseNs() + (*trace)->beginNs(e)).arg((*trace)->durationNs(e));
    }
    QCOMPARE(found.join(' '), events);
    if (file.startsWith('a') || file.startsWith('e'))
        QVERIFY((*trace)->header().baseTimeNanoseconds == std::int64_t{1735689600000000000});
}

void TestCases::idsBeyond2p53()
{
    // Who is annotated with what, and where the arrows go: tests/core/join.
    const auto trace = readTraceFile("cases/08-ids-beyond-2p53/trace.json");
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{14});
    QVERIFY((*trace)->loadReport().isClean());
    const std::optional<std::uint64_t> keys[] = {18014402804449281U,    18014402804449282U,    18014402804449283U,
                                                 18446744069414584321U, 18446744069414584322U, 4294967298U,
                                                 std::nullopt};
    for (std::size_t i = 0; i < std::size(keys); ++i) {
        const LaunchArgs* args = (*trace)->launchArgs(idAt<EventId>(i));
        QVERIFY(args != nullptr && args->graphNodeKey() == keys[i]);
    }
    const auto flows = (*trace)->flows();
    QCOMPARE(flows.size(), std::size_t{4});
    QCOMPARE(flows[0].id, std::uint64_t{1790000000123456770});
    QCOMPARE(flows[1].id, std::uint64_t{1790000000123456771});
    QCOMPARE(flows[2].id, flows[0].id);
    QCOMPARE(flows[3].id, flows[1].id);
    const auto text = (*trace)->file().content->text((*trace)->bytes(idAt<EventId>(0)));
    QVERIFY(text && text->find("\"Comms Id\": 18446744073709551615}") != std::string::npos);
}

void TestCases::sameStart()
{
    const auto trace = readTraceFile("cases/10-same-start-nesting/trace.json");
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{13});
    QVERIFY((*trace)->loadReport().isClean());
    QStringList order;
    for (const EventId e : (*trace)->trackEvents(idAt<TrackId>(0)))
        order << QString::fromStdString(std::string((*trace)->name(e)));
    QCOMPARE(order.join(' '), QString("outer inner mark twin_a twin_b holder zero_at_start top child same_as_child "
                                      "late_written_parent early_child outlasts_parent"));
}

void TestCases::beginsAndEndsThatDoNotPair_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("events");
    QTest::addColumn<QString>("findings");
    QTest::newRow("a") << "a-inner-never-ends.json"
                       << "A 80/1 10000+50000\nB 80/1 20000+20000\nlost 80/1 25000+15000 unfinished\n"
                       << "unfinished-begin 1\n";
    QTest::newRow("b") << "b-nameless-end-leading-comma.json"
                       << "tick 80/1 118000+13000\n"
                       << "surplus-comma 1\n";
    QTest::newRow("c") << "c-extra-and-missing-ends.json"
                       << "P 80/1 10000+4000\nQ 80/2 11000+19000\nopen_at_eof 80/1 20000+11000 unfinished\n"
                       << "stray-end 2\nunfinished-begin 1\n";
    QTest::newRow("d") << "d-crossing-by-name.json"
                       << "P 80/1 0+8000\nQ 80/1 5000+5000\n"
                       << "";
    QTest::newRow("e") << "e-end-before-begin-in-file.json"
                       << "R 80/1 30000+10000\nS 80/1 50000+0\n"
                       << "";
}

void TestCases::beginsAndEndsThatDoNotPair()
{
    QFETCH(QString, file);
    QFETCH(QString, events);
    QFETCH(QString, findings);
    const auto trace = readTraceFile("cases/17-begin-end-crossing/" + file.toStdString());
    QVERIFY(trace);
    QCOMPARE(QString::fromStdString(eventsAsText(**trace)), events);
    QCOMPARE(QString::fromStdString(findingsAsText(**trace)), findings);
}

void TestCases::aLargeTraceKeepsItsCounts()
{
    constexpr int kSlices = 60'000; // 18-huge-trace; read in several pieces
    const std::string text = largeTrace(kSlices);
    const auto trace = readTraceText(text);
    QVERIFY(trace);
    QCOMPARE((*trace)->entryCount(), std::uint64_t{kSlices + 1});
    QVERIFY((*trace)->loadReport().isClean());
    std::map<std::string, int> categories;
    TimeNs kernelNs = 0;
    for (std::size_t i = 0; i < (*trace)->eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        ++categories[std::string((*trace)->category(e))];
        if ((*trace)->category(e) == "kernel")
            kernelNs += (*trace)->durationNs(e);
    }
    const std::map<std::string, int> expected{
        {"cpu_op", kSlices / 3}, {"cuda_runtime", kSlices / 3}, {"kernel", kSlices / 3}};
    QVERIFY(categories == expected);
    QCOMPARE(kernelNs, TimeNs{kSlices / 3} * 8125);
    QCOMPARE((*trace)->baseNs(), FileTimeNs{1'000'000});
}

LANESCOPE_TEST(TestCases)
#include "tst_cases.moc"
