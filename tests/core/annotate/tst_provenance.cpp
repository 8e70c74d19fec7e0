// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/provenance_text.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestProvenance : public QObject {
    Q_OBJECT

private slots:
    void aNameIsFoundExactlyOrWithAHandleButNeverAsAPrefix_data();
    void aNameIsFoundExactlyOrWithAHandleButNeverAsAPrefix();
    void aRepeatedCallReplacesTheFirst();
    void mergingGivesWhatIsMissing();
    void theOnlyStackIsFoundOnlyWhenItIsOne();
};

static ProvenanceRecord record(const char* kernel, std::optional<std::uint64_t> handle, const char* stack = nullptr)
{
    ProvenanceRecord made;
    made.kernel = kernel;
    made.handle = handle;
    if (stack != nullptr)
        made.stacks.emplace_back(stack);
    return made;
}

void TestProvenance::aNameIsFoundExactlyOrWithAHandleButNeverAsAPrefix_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("handles, by number") << QByteArray("add") << QByteArray("add:2 add:10 ");
    QTest::newRow("a call by its handle") << QByteArray("add:10") << QByteArray("add:10 ");
    QTest::newRow("another kernel's prefix") << QByteArray("add_1") << QByteArray("");
    QTest::newRow("exact before handles") << QByteArray("mul") << QByteArray("mul ");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("");
}

void TestProvenance::aNameIsFoundExactlyOrWithAHandleButNeverAsAPrefix()
{
    ProvenanceGraph graph("", CompiledPhase::Unknown);
    graph.add(record("add", 10));
    graph.add(record("add", 2));
    graph.add(record("add_10", 3));
    graph.add(record("mul", 1));
    graph.add(record("mul", std::nullopt));
    QFETCH(QByteArray, name);
    QByteArray found;
    for (const std::uint32_t position : graph.find(name.toStdString()))
        found += QByteArray::fromStdString(graph.records()[position].label()) + ' ';
    QTEST(found, "found");
}

void TestProvenance::aRepeatedCallReplacesTheFirst()
{
    ProvenanceGraph graph("r", CompiledPhase::Backward);
    graph.add(record("add", 1, "old"));
    graph.add(record("mul", 2));
    graph.add(record("add", 1, "new"));
    QCOMPARE(graphAsText(graph), QByteArray("r backward:\nadd:1 [new]\nmul:2\n"));
}

void TestProvenance::mergingGivesWhatIsMissing()
{
    ProvenanceGraph stacks("", CompiledPhase::Forward);
    stacks.add(record("add", 1, "s"));
    ProvenanceGraph nodes("", CompiledPhase::Forward);
    ProvenanceRecord add = record("add", 1, "other");
    add.postGradNodes = {"add_3"};
    nodes.add(add);
    nodes.add(record("mul", 2));
    stacks.merge(nodes);
    QCOMPARE(graphAsText(stacks), QByteArray("(any region) forward:\nadd:1 [s] post add_3\nmul:2\n"));
}

void TestProvenance::theOnlyStackIsFoundOnlyWhenItIsOne()
{
    ProvenanceGraph graph("", CompiledPhase::Unknown);
    graph.add(record("add", 1));
    QVERIFY(!graph.onlyOneWithStack());
    graph.add(record("mm", 2, "s"));
    QCOMPARE(graph.onlyOneWithStack(), std::optional<std::uint32_t>(1));
    graph.add(record("mm", 3, "s"));
    QVERIFY(!graph.onlyOneWithStack());
}

LANESCOPE_TEST(TestProvenance)
#include "tst_provenance.moc"
