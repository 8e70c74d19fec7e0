// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance_text.h"
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr std::string_view kTrace =
    R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"triton_a","pid":0,"tid":7,"ts":1,"dur":5,"args":{"stream":7,"graph node id":9}},
{"ph":"X","cat":"kernel","name":"triton_b","pid":0,"tid":7,"ts":11,"dur":5,"args":{"stream":7}},
{"ph":"X","cat":"kernel","name":"triton_c","pid":0,"tid":7,"ts":21,"dur":5,"args":{"stream":7}}
]})";
constexpr std::string_view kProvenance =
    R"({"triton_a:1": ["a.py:1:f", "a_b.py:2:g\n"], "triton_b:7": ["b.py:7:f"], "triton_b:3": ["b.py:3:f"]})";

std::shared_ptr<const JoinedTrace> joinSources(std::string_view trace, const char* annotations,
                                               std::string_view provenance)
{
    const auto plain = joinTexts(trace, annotations);
    auto set = std::make_shared<ProvenanceSet>();
    set->graphs = readProvenanceText(provenance, CompiledPhase::Unknown).value().graphs;
    set->files.push_back({"/x/kernel_information.json", "fnv1a64:0123456789abcdef"});
    return joinTrace(plain->trace, plain->annotations, JobControl(), std::move(set)).value();
}

} // namespace

class TestProvenanceArgs : public QObject {
    Q_OBJECT

private slots:
    void kernelsGetTheirStacksAndAllElseStaysByteForByte();
    void annotationsAndStacksGoTogether();
    void theHeaderNamesTheFilesAndKeepsWhatAnEarlierOneSaid();
    void aStackIsReplacedNotAdded();
    void aProvenanceFileIsNotOverwritten();
    void torchsScriptKnowsNoStacks();
};

void TestProvenanceArgs::kernelsGetTheirStacksAndAllElseStaysByteForByte()
{
    const Exported out = exported(*joinSources(kTrace, "", kProvenance));
    const std::string expected =
        R"({"lanescope": {"version": "", "provenance": [{"file": "kernel_information.json", "hash": "fnv1a64:0123456789abcdef"}], "options": ""},"traceEvents":[
{"ph":"X","cat":"kernel","name":"triton_a","pid":0,"tid":7,"ts":1,"dur":5,"args":{"stream":7,"graph node id":9,"stack":["a.py:1:f", "a_b.py:2:g\n"]}},
{"ph":"X","cat":"kernel","name":"triton_b","pid":0,"tid":7,"ts":11,"dur":5,"args":{"stream":7,"stack":["b.py:3:f"],"stack_candidates":2}},
{"ph":"X","cat":"kernel","name":"triton_c","pid":0,"tid":7,"ts":21,"dur":5,"args":{"stream":7}}
],
"lanescopeUndo": {"format": 1, "entries": 3,
"inverses": [{"addedArgs":["stack"]},
{"addedArgs":["stack","stack_candidates"]}],
"changes": "0:0 0:1"}})";
    QCOMPARE(out.text, expected);
    QCOMPARE(out.counts.withStack, std::uint64_t(2));
    QCOMPARE(out.counts.annotated, std::uint64_t(0));
}

void TestProvenanceArgs::annotationsAndStacksGoTogether()
{
    const Exported out = exported(*joinSources(kTrace, R"({"9": [{"name": "layer", "stack": "mine"}]})", kProvenance));
    QCOMPARE(jsonAt(out.text, "traceEvents/0/args/name"), std::string("\"layer\""));
    // An annotation's own key wins over ours.
    QCOMPARE(jsonAt(out.text, "traceEvents/0/args/stack"), std::string("\"mine\""));
    QCOMPARE(jsonAt(out.text, "traceEvents/1/args/stack_candidates"), std::string("2"));
    const Exported both = exported(*joinSources(kTrace, R"({"9": [{"name": "layer"}]})", kProvenance));
    QCOMPARE(jsonAt(both.text, "traceEvents/0/args/name"), std::string("\"layer\""));
    QCOMPARE(jsonAt(both.text, "traceEvents/0/args/stack/0"), std::string("\"a.py:1:f\""));
}

void TestProvenanceArgs::theHeaderNamesTheFilesAndKeepsWhatAnEarlierOneSaid()
{
    const Exported stacks = exported(*joinSources(kTrace, "", kProvenance));
    const Exported annotated = exported(*joinTexts(stacks.text, R"({"9": [{"name": "layer"}]})"));
    QCOMPARE(jsonAt(annotated.text, "lanescope/provenance/0/hash"), std::string("\"fnv1a64:0123456789abcdef\""));
    QCOMPARE(jsonAt(annotated.text, "lanescope/annotations/file"), std::string("\"\""));
    const Exported again = exported(*joinSources(annotated.text, "", kProvenance));
    QCOMPARE(jsonAt(again.text, "lanescope/provenance/0/file"), std::string("\"kernel_information.json\""));
    QCOMPARE(jsonAt(again.text, "lanescope/annotations/file"), std::string("\"\""));
}

void TestProvenanceArgs::aStackIsReplacedNotAdded()
{
    const Exported once = exported(*joinSources(kTrace, "", kProvenance));
    const Exported twice = exported(*joinSources(once.text, "", kProvenance));
    QCOMPARE(twice.text, once.text);
    const Exported other = exported(*joinSources(once.text, "", R"({"triton_a:1": ["z.py:1:f"]})"));
    QCOMPARE(jsonAt(other.text, "traceEvents/0/args/stack/0"), std::string("\"z.py:1:f\""));
}

void TestProvenanceArgs::aProvenanceFileIsNotOverwritten()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("kernel_information.json").toStdString();
    QFile file(folder.filePath("kernel_information.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    file.close();
    const auto joined = joinSources(kTrace, "", kProvenance);
    auto set = std::make_shared<ProvenanceSet>(*joined->provenance->set);
    set->files = {{path, "h"}};
    const auto moved = joinTrace(joined->trace, nullptr, JobControl(), set).value();
    const auto written = writeAnnotatedTrace(*moved, {}, path, JobControl());
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::WrongUsage);
    QCOMPARE(bytesOf(path), std::string("{}"));
}

void TestProvenanceArgs::torchsScriptKnowsNoStacks()
{
    AnnotateOptions options;
    options.mode = ExportMode::TorchCompat;
    const Exported out = exported(*joinSources(kTrace, "", kProvenance), options);
    QCOMPARE(jsonAt(out.text, "traceEvents/0/args/stack"), std::string("<none>"));
    QCOMPARE(out.counts.withStack, std::uint64_t(0));
}

LANESCOPE_TEST(TestProvenanceArgs)
#include "tst_provenance_args.moc"
