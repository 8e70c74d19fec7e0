// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/annotation_set.h"

using namespace lanescope;
using namespace lanescope::test;

class TestAnnotationSet : public QObject {
    Q_OBJECT

private slots:
    void equalAnnotationsAreKeptOnce();
    void aLaterEntryOfANodeReplacesTheEarlier();
    void nodesAreCountedByTheHighHalfOfTheirKeys();
    void anEmptyAnnotationIsListed();
    void annotationsNamedAfterTheirGraphStayApart();
    void captureGraphsAreCountedApart();
};

static Annotation named(const std::string& name, std::uint64_t graph = 1)
{
    return Annotation({{"name", '"' + name + '"'}}, graph);
}

void TestAnnotationSet::equalAnnotationsAreKeptOnce()
{
    AnnotationSet set;
    set.add(1, named("a"));
    set.add(2, named("a"));
    set.add(3, named("b"));
    QCOMPARE(set.annotations().size(), std::size_t(2));
    QCOMPARE(set.indexOfNode(1), set.indexOfNode(2));
    QVERIFY(set.indexOfNode(3) != set.indexOfNode(1));
    Annotation bare = named("a");
    bare.setWasBareString();
    set.add(4, bare);
    QVERIFY(set.indexOfNode(4) != set.indexOfNode(1));
}

void TestAnnotationSet::aLaterEntryOfANodeReplacesTheEarlier()
{
    AnnotationSet set;
    set.add(1, named("a"));
    set.add(1, named("b"));
    QCOMPARE(nodeAsText(set, 1), QByteArray(R"(name="b")"));
    QCOMPARE(set.nodeCount(), std::size_t(1));
    QCOMPARE(set.nodesPerGraph().at(0), std::uint64_t(1));
}

void TestAnnotationSet::nodesAreCountedByTheHighHalfOfTheirKeys()
{
    AnnotationSet set;
    set.add(18446744069414584321U, named("a")); // graph 4294967295, node 1
    set.add(4294967298U, named("a"));           // graph 1, node 2
    set.add(4294967299U, named("a"));
    set.add(42, named("a"));
    const std::map<std::uint64_t, std::uint64_t> expected{{0, 1}, {1, 2}, {4294967295U, 1}};
    QVERIFY(set.nodesPerGraph() == expected);
}

void TestAnnotationSet::anEmptyAnnotationIsListed()
{
    AnnotationSet set;
    set.add(1, Annotation({}, 0));
    QVERIFY(set.find(1) != nullptr);
    QVERIFY(set.find(1)->isEmpty());
    QVERIFY(set.find(2) == nullptr);
}

void TestAnnotationSet::annotationsNamedAfterTheirGraphStayApart()
{
    AnnotationSet set;
    set.add(std::uint64_t(5) << 32, Annotation({{"x", "1"}}, 5));
    set.add(std::uint64_t(6) << 32, Annotation({{"x", "1"}}, 6));
    QCOMPARE(set.find(std::uint64_t(5) << 32)->title(), std::string("graph 5"));
    QCOMPARE(set.find(std::uint64_t(6) << 32)->title(), std::string("graph 6"));
}

void TestAnnotationSet::captureGraphsAreCountedApart()
{
    AnnotationSet set;
    set.addUnderCaptureGraph((std::uint64_t(2) << 32) | 1, named("a"));
    set.add((std::uint64_t(5) << 32) | 1, named("a"));
    QCOMPARE(nodeAsText(set, (std::uint64_t(2) << 32) | 1), QByteArray(R"(name="a")"));
    QCOMPARE(set.nodesPerGraph().size(), std::size_t(1));
    QCOMPARE(set.nodesPerCaptureGraph().at(2), std::uint64_t(1));
}

LANESCOPE_TEST(TestAnnotationSet)
#include "tst_annotation_set.moc"
