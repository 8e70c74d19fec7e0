// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"
#include "core/export/raw_member.h"
#include "core/load/json_cursor.h"
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

AnnotateOptions torchOptions()
{
    AnnotateOptions options;
    options.mode = ExportMode::TorchCompat;
    return options;
}

QByteArray rawOf(std::string_view object, std::string_view key)
{
    const std::string_view raw = rawMember(object, key);
    return {raw.data(), static_cast<qsizetype>(raw.size())};
}

std::string kernel(std::string_view name, std::string_view tid, std::string_view ts, std::string_view dur,
                   std::string_view args)
{
    return fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":{},"ts":{},"dur":{},"args":{{{}}}}})",
                       name, tid, ts, dur, args);
}

} // namespace

class TestTorchCompatEdits : public QObject {
    Q_OBJECT

private slots:
    void everyRuleHolds_data()
    {
        QTest::addColumn<QByteArray>("rule");
        const std::string rules = testData("golden/torch_rules.json");
        JsonCursor cursor(rules, 0, JsonCursor::TextIs::Whole);
        QVERIFY(cursor.openArray() == JsonCursor::Outcome::Ok);
        JsonCursor::Value value;
        int count = 0;
        for (bool first = true; cursor.nextElement(first) == JsonCursor::Step::Member; ++count) {
            QVERIFY(cursor.readValue(value) == JsonCursor::Outcome::Ok);
            const QByteArray rule(value.raw.data(), static_cast<qsizetype>(value.raw.size()));
            QTest::newRow(rawOf(value.raw, "case").constData()) << rule;
        }
        QCOMPARE(count, 31);
    }
    void everyRuleHolds()
    {
        QFETCH(QByteArray, rule);
        const std::string text = rule.toStdString();
        AnnotateOptions options = torchOptions();
        options.defaultStream = rawOf(text, "default_stream").toLongLong();
        const auto joined = joinTexts(rawMember(text, "trace"), rawMember(text, "annotations"));
        const Exported out = exported(*joined, options);
        QCOMPARE(jsonDifference(out.text, rawMember(text, "expected")), std::string());
        const std::string counts =
            fmt::format(R"({{"annotated":{},"removed":{},"moved":{},"clamped":{}}})", out.counts.annotated,
                        out.counts.removed, out.counts.moved, out.counts.clamped);
        QCOMPARE(jsonDifference(counts, rawMember(text, "counts")), std::string());
    }

    void realTracesComeOutAsTheScriptWritesThem_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"graph_fwdbwd", "graph_train", "moe_overlap", "decode_graph_200", "two_graphs"})
            QTest::newRow(name) << QByteArray(name);
    }
    void realTracesComeOutAsTheScriptWritesThem()
    {
        QFETCH(QByteArray, name);
        const std::string annotations = testData("real/" + name.toStdString() + ".annotations.json");
        const auto trace = readTraceFile("real/" + name.toStdString() + ".pt.trace.json.gz").value();
        const auto set = std::make_shared<const AnnotationSet>(readAnnotationsJson(annotations).value());
        const auto joined = joinTrace(trace, set, {}).value();
        const std::string golden = testData("golden/" + name.toStdString() + ".torch_compat.json.gz");
        QCOMPARE(jsonDifference(exported(*joined, torchOptions()).text, golden), std::string());
    }

    void nodeZeroIsNotGraphedWhateverTheGraphId()
    {
        const auto joined = joinTexts('[' + kernel("k", "5", "1", "1", R"("graph id":2,"graph node id":0)") + ']',
                                      R"({"8589934592":"x"})");
        const Exported out = exported(*joined, torchOptions());
        QCOMPARE(out.counts.annotated, std::uint64_t(0));
        QCOMPARE(jsonAt(out.text, "0/tid"), std::string("5"));
    }

    void theNodeIdAloneIsTheKey()
    {
        const auto joined =
            joinTexts('[' + kernel("k", "5", "1", "1", R"("graph id":2,"graph node id":1)") + ']', R"({"1":"x"})");
        QCOMPARE(exported(*joined, torchOptions()).counts.annotated, std::uint64_t(1));
    }

    void anotherEventThanWorkIsGraphedToo()
    {
        const auto joined = joinTexts(R"([{"ph":"X","cat":"other","name":"o","tid":5,"ts":1,"dur":1,)"
                                      R"("args":{"graph node id":9}}])",
                                      R"({"9":"x"})");
        const Exported out = exported(*joined, torchOptions());
        QCOMPARE(jsonAt(out.text, "0/tid"), std::string("7"));
        QCOMPARE(jsonAt(out.text, "0/args/name"), std::string("\"x\""));
        QCOMPARE(jsonAt(out.text, "1"), std::string("<none>")); // a stream without work gets no name
    }

    void threadsAreComparedAsPythonDoes()
    {
        // "7" in quotes is not the stream 7 that has work: its copy of an annotation and its name go.
        const auto joined =
            joinTexts(R"([{"ph":"M","name":"thread_name","pid":0,"tid":"7","args":{"name":"stream 7"}},)" +
                          kernel("k", "7", "1", "1", R"("graph node id":9)") +
                          R"(,{"ph":"X","cat":"gpu_user_annotation","name":"u","pid":0,"tid":"7","ts":1}])",
                      R"({})");
        const Exported out = exported(*joined, torchOptions());
        QCOMPARE(out.counts.removed, std::uint64_t(1));
        QCOMPARE(jsonAt(out.text, "0/name"), std::string("\"k\""));
        QCOMPARE(jsonAt(out.text, "1/tid"), std::string("7"));
        QCOMPARE(jsonAt(out.text, "1/ph"), std::string("\"M\""));
        QCOMPARE(jsonAt(out.text, "2"), std::string("<none>"));
    }

    void anArrowOfAnotherDeviceMovesAlong()
    {
        // The script's table knows thread and time only.
        const auto joined = joinTexts('[' + kernel("k", "5", "100", "1", R"("graph node id":9)") +
                                          R"(,{"ph":"f","cat":"ac2g","id":1,"pid":1,"tid":5,"ts":100.0}])",
                                      R"({"9":[{"stream":62}]})");
        QCOMPARE(jsonAt(exported(*joined, torchOptions()).text, "1/tid"), std::string("62"));
    }

    void newNamesAreSortedByNumberAndTakeTheGpusProcess()
    {
        const auto joined =
            joinTexts(R"([{"ph":"M","name":"thread_name","pid":"3","tid":1,"args":{"name":"stream 1"}},)" +
                          kernel("a", "1", "1", "1", "") + ',' + kernel("b", "1", "2", "1", R"("graph node id":1)") +
                          ',' + kernel("c", "1", "3", "1", R"("graph node id":2)") + ']',
                      R"({"1":[{"stream":100}],"2":[{"stream":20}]})");
        const Exported out = exported(*joined, torchOptions());
        QCOMPARE(
            entryLines("{\"traceEvents\":" + out.text + "}"),
            std::string("\"thread_name\" \"M\" \"3\"/1 -\n\"a\" \"X\" 0/1 1\n\"b\" \"X\" 0/100 2\n\"c\" \"X\" 0/20 3\n"
                        "\"thread_name\" \"M\" \"3\"/20 -\n\"thread_name\" \"M\" \"3\"/100 -\n"));
    }

    void optionsSayWhereOverlapsGoAndHowMuchIsClamped()
    {
        const std::string trace = '[' + kernel("a", "5", "100", "20", R"("graph node id":1)") + ',' +
                                  kernel("b", "5", "110", "20", R"("graph node id":2)") + ',' +
                                  kernel("c", "5", "125", "10", R"("graph node id":3)") + ']';
        AnnotateOptions options = torchOptions();
        options.overlapStream = 99;
        options.maxAdjustNs = 5000;
        // b starts in a and goes to 99. There is nothing else on 99, so nothing is clamped.
        Exported out = exported(*joinTexts(trace, "{}"), options);
        QCOMPARE(jsonAt(out.text, "1/tid"), std::string("99"));
        QCOMPARE(jsonAt(out.text, "1/args/stream"), std::string("99"));
        QCOMPARE(out.counts.moved, std::uint64_t(1));
        // On a stream of their own: b is 10 us into a, too much; c is 5 us into b, just little enough.
        out = exported(*joinTexts(trace, R"({"1":[{"stream":60}],"2":[{"stream":60}],"3":[{"stream":60}]})"), options);
        QCOMPARE(jsonAt(out.text, "1/ts"), std::string("110"));
        QCOMPARE(jsonAt(out.text, "2/ts"), std::string("130"));
        QCOMPARE(out.counts.clamped, std::uint64_t(1));
        QCOMPARE(out.counts.largeOverlaps, std::uint64_t(1));
        QCOMPARE(out.counts.largestOverlapNs, std::int64_t(10000));
    }

    void nanosecondsSurviveAClamp()
    {
        const std::string trace = '[' + kernel("a", "5", "5104438297253.321", "1.000", R"("graph node id":1)") + ',' +
                                  kernel("b", "5", "5104438297254.001", "1", R"("graph node id":2)") + ']';
        const Exported out =
            exported(*joinTexts(trace, R"({"1":[{"stream":60}],"2":[{"stream":60}]})"), torchOptions());
        QCOMPARE(jsonAt(out.text, "1/ts"), std::string("5104438297254.321"));
        QCOMPARE(jsonAt(out.text, "0/ts"), std::string("5104438297253.321"));
    }

    void anArrayStaysAnArrayAndNoHeaderIsAdded()
    {
        const Exported out = exported(*joinTexts("[" + kernel("a", "7", "1", "1", "") + "]", "{}"), torchOptions());
        QVERIFY(out.text.starts_with("[{"));
        QVERIFY(out.text.find("lanescope") == std::string::npos);
    }
};

LANESCOPE_TEST(TestTorchCompatEdits)
#include "tst_torch_compat_edits.moc"
