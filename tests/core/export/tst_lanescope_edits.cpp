// SPDX-License-Identifier: Apache-2.0
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr const char* kGpu = R"({"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"GPU 0"}},)";

std::string kernel(std::string_view name, int pid, int tid, int ts, std::string_view node)
{
    return fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":{},"ts":{},"dur":5,)"
                       R"("args":{{"device":{},"stream":{},"graph node id":{}}}}})",
                       name, pid, tid, ts, pid, tid, node);
}

std::string object(std::string_view events)
{
    return fmt::format(R"({{"traceEvents":[{}]}})", events);
}

// The entries of an export of one of the cases under tests/data.
Exported exportedCase(std::string_view folder)
{
    const auto joined = joinTexts(testData(fmt::format("cases/{}/trace.json", folder)),
                                  testData(fmt::format("cases/{}/annotations.json", folder)));
    return exported(*joined);
}

std::string linesWith(const std::string& lines, std::string_view part)
{
    std::string found;
    std::size_t begin = 0;
    for (std::size_t end = lines.find('\n'); end != std::string::npos; begin = end + 1, end = lines.find('\n', begin)) {
        if (lines.substr(begin, end - begin).find(part) != std::string::npos)
            found += lines.substr(begin, end + 1 - begin);
    }
    return found;
}

// Index of the entry with this name, for jsonAt().
std::string entryNamed(const std::string& text, std::string_view name)
{
    const std::string lines = entryLines(text);
    const std::size_t at = lines.find(fmt::format("\"{}\" ", name));
    return fmt::format("traceEvents/{}", std::count(lines.begin(), lines.begin() + static_cast<long>(at), '\n'));
}

} // namespace

class TestLanescopeEdits : public QObject {
    Q_OBJECT

private slots:
    void idsBeyondDoublesStayApart() // case 08
    {
        const Exported out = exportedCase("08-ids-beyond-2p53");
        QCOMPARE(out.counts.annotated, std::uint64_t(6));
        const std::string before = testData("cases/08-ids-beyond-2p53/trace.json");
        const std::array<std::pair<const char*, const char*>, 6> titles{{{"k_0", "qkv_proj"},
                                                                         {"k_1", "attn_core"},
                                                                         {"k_2", "out_proj"},
                                                                         {"k_3", "dp_reduce"},
                                                                         {"k_4", "dp_gather"},
                                                                         {"k_5", "norm"}}};
        for (const auto& [kernelName, title] : titles)
            QCOMPARE(jsonAt(out.text, entryNamed(out.text, kernelName) + "/args/name"), fmt::format("\"{}\"", title));
        QCOMPARE(jsonAt(out.text, entryNamed(out.text, "k_plain") + "/args/name"), std::string("<none>"));
        QCOMPARE(jsonAt(out.text, entryNamed(out.text, "k_0") + "/args/Comms Id"), std::string("18446744073709551615"));
        for (const char* digits :
             {"18014402804449281", "18014402804449282", "18014402804449283", "18446744069414584321",
              "18446744069414584322", "1790000000123456770", "1790000000123456771"})
            QCOMPARE(QByteArray::fromStdString(out.text).count(digits),
                     QByteArray::fromStdString(before).count(digits));
    }

    void overlappingKernelsKeepTheirTimesAndStream() // case 09
    {
        const Exported out = exportedCase("09-overlap-one-stream");
        QCOMPARE(out.counts.annotated, std::uint64_t(13));
        QCOMPARE(out.counts.moved + out.counts.clamped + out.counts.removed, std::uint64_t(0));
        QCOMPARE(entryLines(out.text), entryLines(testData("cases/09-overlap-one-stream/trace.json")));
        for (int i = 0; i < 13; ++i) {
            const std::string entry = entryNamed(out.text, fmt::format("k{:02}", i));
            QCOMPARE(jsonAt(out.text, entry + "/args/stream"), std::string("7"));
            QCOMPARE(jsonAt(out.text, entry + "/args/original_stream"), std::string("<none>"));
        }
    }

    void devicesDoNotMix() // case 11
    {
        const Exported out = exportedCase("11-two-gpus-stream-7");
        const std::string lines = entryLines(out.text);
        QCOMPARE(linesWith(lines, "\"f\""), std::string("\"ac2g\" \"f\" 0/61 5000\n\"ac2g\" \"f\" 1/7 5000\n"));
        QCOMPARE(linesWith(lines, "\"X\" 0/") + linesWith(lines, "\"X\" 1/"),
                 std::string("\"gather_shards\" \"X\" 0/61 5000\n\"copy_back\" \"X\" 0/13 5030\n"
                             "\"plain_bias\" \"X\" 0/7 5020\n\"train_step\" \"X\" 0/7 4999\n"
                             "\"train_step\" \"X\" 0/13 4999\n\"mlp_up_tile\" \"X\" 1/7 5000\n"
                             "\"train_step\" \"X\" 1/7 4999\n"));
        QCOMPARE(linesWith(lines, "/61 -"),
                 std::string("\"thread_name\" \"M\" 0/61 -\n\"thread_sort_index\" \"M\" 0/61 -\n"));
        QCOMPARE(jsonAt(out.text, "traceEvents/21/args/name"), std::string("\"mesh_dp\""));
        QCOMPARE(jsonAt(out.text, entryNamed(out.text, "mlp_up_tile") + "/args/name"), std::string("\"mlp_up\""));
        QCOMPARE(out.counts.removed, std::uint64_t(1));
        QCOMPARE(out.counts.moved, std::uint64_t(1));
        QCOMPARE(linesWith(lines, "process_name"),
                 std::string("\"process_name\" \"M\" 0/0 0\n\"process_name\" \"M\" 1/0 0\n"));
    }

    void arrowsFollowTheirKernels() // case 12
    {
        const Exported out = exportedCase("12-flow-same-ts");
        // In the file: 12, 11, then 40 three times.
        QCOMPARE(linesWith(entryLines(out.text), "\"f\""),
                 std::string("\"ac2g\" \"f\" 0/62 7000\n\"ac2g\" \"f\" 0/61 7000\n\"ac2g\" \"f\" 0/61 8000\n"
                             "\"ac2g\" \"f\" 0/62 8010\n\"ac2g\" \"f\" 0/61 8020\n"));
        QCOMPARE(linesWith(entryLines(out.text), "\"X\" 0/7 "), std::string());
        QCOMPARE(out.counts.moved, std::uint64_t(5));
    }

    void everyFormOfAnnotationArrives() // case 13
    {
        const Exported out = exportedCase("13-annotation-forms");
        QCOMPARE(out.counts.annotated, std::uint64_t(10));
        const auto arg = [&](const char* name, const char* key) {
            return jsonAt(out.text, entryNamed(out.text, name) + "/args/" + key);
        };
        QCOMPARE(arg("k01", "name") + arg("k01", "dtype") + arg("k01", "rank"), std::string("\"inner\"\"bf16\"3"));
        QCOMPARE(arg("k02", "name"), std::string("\"phase_a\""));
        QCOMPARE(arg("k03", "name") + arg("k03", "annotation"), std::string("\"phase_b\"\"phase_b\""));
        QCOMPARE(arg("k04", "name"), std::string("\"not_in_a_list\""));
        QCOMPARE(arg("k05", "name") + arg("k05", "annotation"), std::string("\"bare\"\"bare\""));
        QCOMPARE(arg("k06", "name"), std::string("\"hex_key\""));
        QCOMPARE(arg("k07", "name"), std::string("<none>"));
        QCOMPARE(arg("k08", "name") + arg("k08", "stream"), std::string("\"lane\"61"));
        QCOMPARE(arg("k08", "original_stream"), std::string("7"));
        QCOMPARE(arg("k09", "name") + arg("k09", "stream"), std::string("\"bad_stream\"7"));
        QCOMPARE(arg("k10", "Process Group Ranks/0") + arg("k10", "Process Group Ranks/1"), std::string("01"));
        QCOMPARE(arg("k11", "autograd_phase"), std::string("\"backward\""));
        QCOMPARE(arg("k12", "name"), std::string("<none>"));
        QVERIFY(out.text.find("\"str\"") == std::string::npos);
        QCOMPARE(linesWith(entryLines(out.text), "/61 "), linesWith(entryLines(out.text), "\"k08\"") +
                                                              "\"thread_name\" \"M\" 0/61 -\n"
                                                              "\"thread_sort_index\" \"M\" 0/61 -\n");
    }

    void valuesKeepTheirTypes()
    {
        const Exported out =
            exported(*joinTexts(object(kernel("k", 0, 7, 1, "9")),
                                R"({"9":[{"n":1,"f":1.50,"t":true,"z":null,"l":[1,{"a":"b"}],"s":"x"}]})"));
        const std::string args = R"("graph node id":9,"n":1,"f":1.50,"t":true,"z":null,"l":[1,{"a":"b"}],"s":"x"})";
        QVERIFY(out.text.find(args) != std::string::npos);
    }

    void theDefaultStreamMovesTheRestOfTheGraph()
    {
        AnnotateOptions options;
        options.defaultStream = 20;
        const auto joined = joinTexts(object(std::string(kGpu) + kernel("a", 0, 5, 1, "9") + ',' +
                                             kernel("b", 0, 5, 9, "8") + ',' + kernel("c", 0, 5, 20, "0")),
                                      R"({"9":[{"stream":61}]})");
        const Exported moved = exported(*joined, options);
        QCOMPARE(linesWith(entryLines(moved.text), "\"X\""),
                 std::string("\"a\" \"X\" 0/61 1\n\"b\" \"X\" 0/20 9\n\"c\" \"X\" 0/5 20\n"));
        QCOMPARE(moved.counts.moved, std::uint64_t(2));
        QCOMPARE(jsonAt(moved.text, "traceEvents/2/args/original_stream"), std::string("5"));
        const Exported kept = exported(*joined);
        QCOMPARE(linesWith(entryLines(kept.text), "\"X\""),
                 std::string("\"a\" \"X\" 0/61 1\n\"b\" \"X\" 0/5 9\n\"c\" \"X\" 0/5 20\n"));
    }

    void anExistingStreamKeepsItsName()
    {
        const std::string named = R"({"ph":"M","name":"thread_name","pid":0,"tid":61,"args":{"name":"mine"}},)";
        const Exported out =
            exported(*joinTexts(object(kGpu + named + kernel("a", 0, 5, 1, "9")), R"({"9":[{"stream":61}]})"));
        QCOMPARE(linesWith(entryLines(out.text), "thread_name"), std::string("\"thread_name\" \"M\" 0/61 -\n"));
    }

    void aNewStreamIsNamedAfterItsProcessGroup()
    {
        const Exported out = exported(*joinTexts(object(kernel("a", 0, 5, 1, "9")),
                                                 "{\"9\":[{\"stream\":61,\"Process Group Name\":\"tp \\\"x\\\"\"}]}"));
        QCOMPARE(jsonAt(out.text, "traceEvents/1/args/name"), std::string("\"tp \"x\"\""));
        QCOMPARE(jsonAt(out.text, "traceEvents/2/args/sort_index"), std::string("61"));
    }

    void onlyStreamsLeftWithoutWorkAreCleaned()
    {
        const auto copy = [](int tid) {
            return fmt::format(
                R"(,{{"ph":"X","cat":"gpu_user_annotation","name":"u{0}","pid":0,"tid":{0},"ts":1,"dur":9}})"
                R"(,{{"ph":"f","cat":"ac2g","name":"f{0}","id":{0},"pid":0,"tid":{0},"ts":900}})",
                tid);
        };
        // 5 loses its work, 6 keeps some, 7 never had any, 61 gets some; 900 is a thread of the host.
        const std::string host = R"(,{"ph":"X","cat":"cuda_runtime","name":"call","pid":900,"tid":900,"ts":1,"dur":1})"
                                 R"(,{"ph":"f","cat":"ac2g","name":"host","id":1,"pid":900,"tid":900,"ts":1})";
        const Exported out =
            exported(*joinTexts(object(std::string(kGpu) + kernel("a", 0, 5, 1, "9") + ',' + kernel("b", 0, 6, 1, "9") +
                                       ',' + kernel("c", 0, 6, 8, "0") + copy(5) + copy(6) + copy(7) + copy(61) + host),
                                R"({"9":[{"stream":61}]})"));
        QCOMPARE(out.counts.removed, std::uint64_t(4));
        const std::string lines = entryLines(out.text);
        QCOMPARE(linesWith(lines, "\"u") + linesWith(lines, "\"f\""),
                 std::string("\"u6\" \"X\" 0/6 1\n\"u61\" \"X\" 0/61 1\n\"f6\" \"f\" 0/6 900\n\"f61\" \"f\" 0/61 900\n"
                             "\"host\" \"f\" 900/900 1\n"));
    }

    void beginAndEndMoveTogether()
    {
        const Exported out = exported(*joinTexts(object(R"({"ph":"B","cat":"kernel","name":"k","pid":0,"tid":5,"ts":1,)"
                                                        R"("args":{"graph node id":9}},)"
                                                        R"({"ph":"E","pid":0,"tid":5,"ts":4})"),
                                                 R"({"9":[{"stream":61}]})"));
        QCOMPARE(linesWith(entryLines(out.text), "0/61 4"), std::string("- \"E\" 0/61 4\n"));
    }

    void idsThatAreTextStayText()
    {
        const Exported out = exported(
            *joinTexts(object(R"({"ph":"X","cat":"kernel","name":"k","pid":"GPU x","tid":"stream 5","ts":1,"dur":1,)"
                              R"("args":{"graph node id":9}})"),
                       R"({"9":[{"stream":61}]})"));
        QCOMPARE(entryLines(out.text), std::string("\"k\" \"X\" \"GPU x\"/61 1\n\"thread_name\" \"M\" \"GPU x\"/61 -\n"
                                                   "\"thread_sort_index\" \"M\" \"GPU x\"/61 -\n"));
        QCOMPARE(jsonAt(out.text, "traceEvents/0/args/original_stream"), std::string("\"stream 5\""));
    }

    void aStreamInQuotesIsTheSameStream()
    {
        const Exported out = exported(*joinTexts(
            object(R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":"61","ts":1,"args":{"graph node id":9}})"),
            R"({"9":[{"stream":61}]})"));
        QCOMPARE(out.counts.moved, std::uint64_t(0));
        QCOMPARE(entryLines(out.text), std::string("\"k\" \"X\" 0/\"61\" 1\n"));
    }
};

LANESCOPE_TEST(TestLanescopeEdits)
#include "tst_lanescope_edits.moc"
