// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/lanescope_bodies.h"
#include "tests/support/test_main.h"

using namespace lanescope;

namespace {

// "place: number=kernel …" a line a body.
QString bodiesAsText(const std::vector<RecordedBody>& bodies)
{
    QStringList lines;
    for (const RecordedBody& body : bodies) {
        QStringList nodes;
        for (const RecordedBody::Node& node : body.nodes)
            nodes << QString("%1=%2").arg(node.number).arg(QString::fromStdString(node.kernel));
        lines << QString::fromStdString(body.place) + ": " + nodes.join(' ');
    }
    lines.sort();
    return lines.join('\n');
}

LanescopeNode topNode(std::uint64_t id, std::string_view bodies = {})
{
    LanescopeNode node;
    node.isObject = true;
    node.id = id;
    node.bodies = bodies;
    return node;
}

} // namespace

class TestLanescopeBodies : public QObject {
    Q_OBJECT

private slots:
    void bodiesHavePlacesAndNumbers();
    void whatIsDamagedGivesNone_data();
    void whatIsDamagedGivesNone();
    void graphsNestAtMost64Deep();
};

void TestLanescopeBodies::bodiesHavePlacesAndNumbers()
{
    const LanescopeGraphParts parts{{{"a", ""}, {"b", ""}, {"c", ""}}, {}};
    const std::string conditional =
        R"([{"nodes":[{"id":4,"kind":"kernel","kernel":0}]},{"nodes":[{"id":0,"kind":"kernel","kernel":1},{"id":7,"kind":"child_graph","bodies":[{"nodes":[{"id":0,"kind":"kernel","kernel":2}]}]}]}])";
    // A deleted node: the numbers of the top go to 5.
    const auto bodies = readLanescopeBodies({topNode(0), topNode(3, conditional), topNode(5)}, 6, parts);
    QVERIFY(bodies);
    QCOMPARE(bodiesAsText(*bodies), QString("branch 1 of node 3: 6=a\n"
                                            "branch 2 of node 3: 7=b 8=\n"
                                            "node 7 of branch 2 of node 3: 9=c"));
}

void TestLanescopeBodies::whatIsDamagedGivesNone_data()
{
    QTest::addColumn<QByteArray>("bodies");
    QTest::newRow("no list") << QByteArray("{}");
    QTest::newRow("a body that is no object") << QByteArray("[1]");
    QTest::newRow("a body without nodes") << QByteArray("[{}]");
    QTest::newRow("nodes that are no list") << QByteArray("[{\"nodes\":{}}]");
    QTest::newRow("a node that is no object") << QByteArray("[{\"nodes\":[{\"id\":0},7]}]");
    QTest::newRow("cut") << QByteArray("[{\"nodes\":[{\"id\":0}");
}

void TestLanescopeBodies::whatIsDamagedGivesNone()
{
    QFETCH(QByteArray, bodies);
    const std::string text = bodies.toStdString();
    const auto read = readLanescopeBodies({topNode(3, text)}, 4, {});
    QVERIFY(!read);
    QCOMPARE(read.error().message, std::string("the bodies of node 3"));
}

void TestLanescopeBodies::graphsNestAtMost64Deep()
{
    const auto nested = [](int depth) {
        std::string text;
        for (int i = 0; i < depth; ++i)
            text += R"([{"nodes":[{"id":0,"bodies":)";
        text += "[]";
        for (int i = 0; i < depth; ++i)
            text += "}]}]";
        return text;
    };
    const std::string deep = nested(63);
    QVERIFY(readLanescopeBodies({topNode(0, deep)}, 1, {}));
    const std::string tooDeep = nested(64);
    QVERIFY(!readLanescopeBodies({topNode(0, tooDeep)}, 1, {}));
}

LANESCOPE_TEST(TestLanescopeBodies)
#include "tst_lanescope_bodies.moc"
