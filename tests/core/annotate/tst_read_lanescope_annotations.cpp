// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/read_annotations.h"

using namespace lanescope;
using namespace lanescope::test;

class TestReadLanescopeAnnotations : public QObject {
    Q_OBJECT

private slots:
    void aNodeIsKnownUnderEveryExecGraphAndTheCapturedOne();
    void annotationsOfANodeMergeInListOrder();
    void theRankComesFromTheFile();
    void droppedScopesAreTold();
    void damageCostsOnlyItself();
    void aLaterVersionIsRefused();
    void aVersionThatIsNoneIsRefused();
    void aCutFileIsRefused();
    void unknownKeysAreIgnored();
    void twoGraphsOfOneExecGraphBothCount();
    void theFileTellsItsProcessAndKernelNames();
    void whatOnlyTheJournalHasIsAdded();
    void aJournalThatIsNoneIsTold();
    void dependenciesGiveLanes();
    void damagedDependenciesGiveNoLanes();
};

static std::uint64_t key(std::uint64_t graph, std::uint64_t node)
{
    return (graph << 32) | node;
}

// The example of capture_lib/FORMAT.md.
static const std::string kExample = R"json({"lanescope_annotations": 1,
 "producer": {"name": "liblanescope-capture", "version": "0.1.0"},
 "process": {"pid": 4242, "rank": 3, "host": "node7", "start_unix_ns": 1730000000000000000},
 "driver": {"cuda_version": 13000, "id_source": "cupti"},
 "dropped_scopes": 2,
 "streams": [{"id": 60, "stream": "0x55d0c0a0"}, {"id": 61, "group": "tp"}],
 "graphs": [
  {"id": 2, "exec_ids": [5, 9], "all_nodes": true, "next_node": 4,
   "scopes": [{"opened": 2, "kind": "mark", "annotation": {"name": "attn"}},
              {"opened": 1, "kind": "mark", "annotation": {"name": "layer_0", "module": "layers.0"}}],
   "regions": [{"annotations": [{"name": "attn", "module": "layers.0"}], "scopes": [0, 1]},
               {"annotations": [{"name": "layer_0", "module": "layers.0"}], "scopes": [1]}],
   "kernels": [{"name": "void k<1>(float*)", "mangled": "_Z1kILi1EEvPf"}],
   "nodes": [{"id": 0, "kind": "kernel", "kernel": 0, "region": 0},
             {"id": 1, "kind": "memset", "region": 1},
             {"id": 3, "kind": "kernel", "kernel": 0}]}]})json";

void TestReadLanescopeAnnotations::aNodeIsKnownUnderEveryExecGraphAndTheCapturedOne()
{
    const auto set = readAnnotationsJson(kExample);
    QVERIFY(set.has_value());
    for (const std::uint64_t graph : {2U, 5U, 9U}) {
        QCOMPARE(nodeAsText(*set, key(graph, 0)), QByteArray(R"(name="attn" module="layers.0")"));
        QCOMPARE(nodeAsText(*set, key(graph, 1)), QByteArray(R"(name="layer_0" module="layers.0")"));
        QCOMPARE(nodeAsText(*set, key(graph, 3)), QByteArray("(not listed)")); // no scope covers it
    }
    const std::map<std::uint64_t, std::uint64_t> perExec{{5, 2}, {9, 2}};
    QVERIFY(set->nodesPerGraph() == perExec);
    const std::map<std::uint64_t, std::uint64_t> perCapture{{2, 2}};
    QVERIFY(set->nodesPerCaptureGraph() == perCapture);
}

void TestReadLanescopeAnnotations::annotationsOfANodeMergeInListOrder()
{
    const auto set = readAnnotationsJson(R"({"lanescope_annotations": 1, "graphs": [{"id": 2, "exec_ids": [3],
        "regions": [{"annotations": [{"name": "a", "x": 1.50}, {"name": "b"}]}],
        "nodes": [{"id": 4294967295, "kind": "kernel", "region": 0}]}]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(3, 4294967295U)), QByteArray(R"(name="b" x=1.50)"));
}

void TestReadLanescopeAnnotations::theRankComesFromTheFile()
{
    const auto set = readAnnotationsJson(kExample);
    QVERIFY(set.has_value());
    QCOMPARE(set->rank, std::optional<std::int64_t>(3));
}

void TestReadLanescopeAnnotations::droppedScopesAreTold()
{
    const auto set = readAnnotationsJson(kExample);
    QVERIFY(set.has_value());
    QCOMPARE(findingsAsText(set->report), QByteArray("annotation-scopes-dropped 2\n"));
}

void TestReadLanescopeAnnotations::damageCostsOnlyItself()
{
    const auto set = readAnnotationsJson(R"({"lanescope_annotations": 1, "graphs": [
        {"id": 0, "nodes": []}, 7,
        {"id": 2, "exec_ids": [3, "x", 99999999999],
         "regions": [{"annotations": 5}, {"annotations": [{"name": "a"}]}],
         "nodes": [{"id": 0, "region": 1}, {"id": 1, "region": 9}, {"id": -1, "region": 1}, {"id": 2, "region": 0},
                   {"id": 3, "region": "one"}, {"region": 1}, {"id": 4, "region": 1}]}]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(3, 0)), QByteArray(R"(name="a")"));
    QCOMPARE(nodeAsText(*set, key(3, 4)), QByteArray(R"(name="a")"));
    QCOMPARE(set->nodesPerGraph().at(3), std::uint64_t(2));
    const Finding* damage = set->report.find("annotation-file-damaged");
    QVERIFY(damage != nullptr);
    // 2 graphs, 2 exec ids, region 0, nodes 1, -1, 3 and the one without an id.
    QCOMPARE(damage->count, std::uint64_t(9));
}

// A graph of nodes 0, 2, 5 and 6 with these dependencies.
static Result<AnnotationSet> withEdges(const std::string& edges, const std::string& allNodes = "true")
{
    return readAnnotationsJson(
        R"({"lanescope_annotations": 1, "graphs": [{"id": 2, "exec_ids": [3, 4], "all_nodes": )" + allNodes +
        R"(, "edges": )" + edges + R"(, "nodes": [{"id": 0}, {"id": 2}, {"id": 5}, {"id": 6}]}]})");
}

void TestReadLanescopeAnnotations::dependenciesGiveLanes()
{
    const auto set = withEdges("[[0,2,6], [0,5,6]]");
    QVERIFY(set.has_value());
    QVERIFY(set->hasCapturedLanes());
    for (const std::uint64_t graph : {2U, 3U, 4U}) {
        QVERIFY(set->capturedLane(key(graph, 2)) == std::optional<std::uint32_t>(0));
        QVERIFY(set->capturedLane(key(graph, 5)) == std::optional<std::uint32_t>(1));
        QVERIFY(set->capturedLane(key(graph, 6)) == std::optional<std::uint32_t>(0));
        QVERIFY(!set->capturedLane(key(graph, 1)));
    }
    QVERIFY(!set->capturedLane(key(5, 2)));
    QVERIFY(!withEdges("[[0,2]]", "false")->hasCapturedLanes());
}

void TestReadLanescopeAnnotations::damagedDependenciesGiveNoLanes()
{
    for (const char* edges : {"7", "[0, 2]", "[[0, 1]]", "[[0, \"2\"]]", "[[0, -2]]", "[[0, 99999999999]]"}) {
        const auto set = withEdges(edges);
        QVERIFY(set.has_value());
        QVERIFY2(!set->hasCapturedLanes(), edges);
        QVERIFY2(set->report.find("annotation-file-damaged") != nullptr, edges);
    }
}

void TestReadLanescopeAnnotations::aLaterVersionIsRefused()
{
    const auto set = readAnnotationsJson(R"({"lanescope_annotations": 2, "graphs": []})");
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::Refused);
    QVERIFY(set.error().message.find("version 2") != std::string::npos);
}

void TestReadLanescopeAnnotations::aVersionThatIsNoneIsRefused()
{
    for (const char* version : {"\"1\"", "0", "-1", "1.5", "null"}) {
        const auto set =
            readAnnotationsJson(std::string(R"({"lanescope_annotations": )") + version + ", \"graphs\": []}");
        QVERIFY2(!set.has_value(), version);
        QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
    }
}

void TestReadLanescopeAnnotations::aCutFileIsRefused()
{
    for (std::size_t length = 30; length < kExample.size(); length += 97) {
        const auto set = readAnnotationsJson(std::string_view(kExample).substr(0, length));
        QVERIFY(!set.has_value());
        QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
    }
}

void TestReadLanescopeAnnotations::unknownKeysAreIgnored()
{
    const auto set = readAnnotationsJson(R"({"lanescope_annotations": 1, "new": [[{}]], "graphs": [{"id": 2, "new": 1,
        "exec_ids": [3], "edges": [[0, 1]], "regions": [{"annotations": ["a"], "new": {}}],
        "nodes": [{"id": 0, "region": 0, "lane": 1}]}]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(3, 0)), QByteArray(R"(name="a")"));
    QVERIFY(set->report.isClean());
}

// An exec graph that was updated from another graph: FORMAT.md, Joining.
void TestReadLanescopeAnnotations::twoGraphsOfOneExecGraphBothCount()
{
    const auto set = readAnnotationsJson(R"({"lanescope_annotations": 1, "graphs": [
        {"id": 2, "exec_ids": [5], "regions": [{"annotations": [{"name": "a", "x": 1}]}],
         "nodes": [{"id": 0, "region": 0}, {"id": 1, "region": 0}]},
        {"id": 3, "exec_ids": [5, 6], "regions": [{"annotations": [{"name": "b", "y": 2}]}],
         "nodes": [{"id": 0, "region": 0}]}]})");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(5, 0)), QByteArray(R"(name="b" x=1 y=2)"));
    QCOMPARE(nodeAsText(*set, key(5, 1)), QByteArray(R"(name="a" x=1)"));
    QCOMPARE(nodeAsText(*set, key(6, 0)), QByteArray(R"(name="b" y=2)"));
    QCOMPARE(nodeAsText(*set, key(2, 0)), QByteArray(R"(name="a" x=1)"));
    QCOMPARE(set->nodesPerGraph().at(5), std::uint64_t(2));
}

void TestReadLanescopeAnnotations::theFileTellsItsProcessAndKernelNames()
{
    const auto set = readAnnotationsJson(kExample);
    QVERIFY(set.has_value());
    QCOMPARE(set->processId, std::optional<std::int64_t>(4242));
    QCOMPARE(set->kernelName(key(2, 3)), std::string_view("void k<1>(float*)"));
    QCOMPARE(set->kernelName(key(2, 1)), std::string_view()); // a memset
}

void TestReadLanescopeAnnotations::whatOnlyTheJournalHasIsAdded()
{
    const auto set = readAnnotationsJson(kExample, R"({"lanescope_journal": 1, "process": {"pid": 4242}}
{"graph": {"id": 2, "exec_ids": [5], "regions": [{"annotations": [{"name": "old"}]}], "nodes": [{"id": 0, "region": 0}]}}
{"instantiated": {"graph": 2, "exec": 11}}
{"graph": {"id": 7, "exec_ids": [8], "regions": [{"annotations": [{"name": "late"}]}], "nodes": [{"id": 0, "region": 0}]}}
)");
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(11, 0)), QByteArray(R"(name="attn" module="layers.0")")); // the file counts
    QCOMPARE(nodeAsText(*set, key(8, 0)), QByteArray(R"(name="late")"));
    QCOMPARE(findingsAsText(set->report),
             QByteArray("annotation-scopes-dropped 2\nannotations-added-from-journal 2\n"));
}

void TestReadLanescopeAnnotations::aJournalThatIsNoneIsTold()
{
    const auto set = readAnnotationsJson(kExample, "{}");
    QVERIFY(set.has_value());
    QVERIFY(set->report.find("annotation-journal-not-usable") != nullptr);
}

LANESCOPE_TEST(TestReadLanescopeAnnotations)
#include "tst_read_lanescope_annotations.moc"
