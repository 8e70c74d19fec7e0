// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/body_numbers.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>

using namespace lanescope;

namespace {

// Builds a tree from its shape: names of kernels, "C(…)" a child graph, "IF[… | …]" a conditional with branches, "x"
// a node that was deleted. Names are kept by position.
class Shape {
public:
    explicit Shape(const QString& text)
    {
        const QStringList tokens =
            QString(text).replace(QRegularExpression("([()\\[\\]|])"), " \\1 ").split(' ', Qt::SkipEmptyParts);
        int at = 0;
        readNodes(tokens, at, tree.top, m_topHoles);
    }

    // number → kernel of all nodes; those of the outermost graph count their holes.
    QMap<quint32, QString> numbered() const
    {
        QMap<quint32, QString> names;
        std::vector<std::uint32_t> numbers = numberBodies(tree, static_cast<std::uint32_t>(topNumbers().back() + 1));
        for (std::size_t i = 0; i < tree.top.size(); ++i)
            numbers[tree.top[i]] = topNumbers()[i];
        for (std::size_t i = 0; i < numbers.size(); ++i)
            names.insert(numbers[i], m_names[i]);
        return names;
    }

    BodyTree tree;

private:
    void readNodes(const QStringList& tokens, int& at, std::vector<std::uint32_t>& nodes, std::vector<bool>& holes)
    {
        for (; at < tokens.size() && tokens[at] != ")" && tokens[at] != "]" && tokens[at] != "|"; ++at) {
            holes.push_back(tokens[at] == "x");
            if (tokens[at] == "x")
                continue;
            const auto node = static_cast<std::uint32_t>(tree.nodes.size());
            nodes.push_back(node);
            tree.nodes.emplace_back();
            m_names.push_back(tokens[at]);
            if (at + 1 >= tokens.size() || (tokens[at + 1] != "(" && tokens[at + 1] != "["))
                continue;
            do {
                at += at + 1 < tokens.size() && tokens[at] != "|" ? 2 : 1;
                std::vector<std::uint32_t> inner;
                std::vector<bool> innerHoles;
                readNodes(tokens, at, inner, innerHoles);
                tree.nodes[node].bodies.push_back(static_cast<std::uint32_t>(tree.bodies.size()));
                tree.bodies.push_back({inner});
            } while (tokens[at] == "|");
        }
    }

    std::vector<std::uint32_t> topNumbers() const
    {
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = 0; i < m_topHoles.size(); ++i) {
            if (!m_topHoles[i])
                numbers.push_back(static_cast<std::uint32_t>(i));
        }
        return numbers;
    }

    std::vector<QString> m_names;
    std::vector<bool> m_topHoles;
};

// What CUPTI's records of an exec graph say: number → kernel, shortened as in the shapes.
QMap<quint32, QString> recorded(int execGraph)
{
    QFile file(LANESCOPE_TEST_DATA "/nested_node_ids.txt");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QMap<quint32, QString> names;
    static const QRegularExpression line("exec (\\d+):(\\d+) +stream \\d+ (.*)");
    static const QRegularExpression kernel("void k<(\\d+)>.*");
    for (const QByteArray& text : file.readAll().split('\n')) {
        const auto match = line.match(QString::fromUtf8(text));
        if (!match.hasMatch() || match.captured(1).toInt() != execGraph)
            continue;
        QString name = match.captured(3);
        name.replace(kernel, "k\\1");
        name.replace(QRegularExpression("setc.*"), "setc");
        // A memset inside of a conditional is a kernel of the driver's.
        name.replace(QRegularExpression("MEMSET|memset32"), "memset");
        names.insert(match.captured(2).toUInt(), name);
    }
    return names;
}

} // namespace

class TestBodyNumbers : public QObject {
    Q_OBJECT

private slots:
    void theNumbersAreThoseOfTheProfiler_data();
    void theNumbersAreThoseOfTheProfiler();
    void allBranchesComeBeforeWhatTheyContain();
    void deepNestingNeedsNoStack();
};

void TestBodyNumbers::theNumbersAreThoseOfTheProfiler_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QList<int>>("execGraphs");
    QTest::addColumn<int>("records");
    QTest::newRow("1: two children, nested child")
        << "k1 C(k11 k12 C(k21 k22) k13) k2 C(k11 k12 C(k21 k22) k13) k3" << QList<int>{9, 19} << 13;
    QTest::newRow("2: if/else and while")
        << "k1 IF[k31 k32 k33 | k41 k42] k2 WHILE[k51 k52 setc] k3" << QList<int>{33, 41} << 9;
    QTest::newRow("3: a branching child, also in a branch")
        << "k1 k2 C(k61 k62 memset k63 k64) IF[k71 | k72 k73 C(k61 k62 memset k63 k64)] k3" << QList<int>{55, 65} << 15;
    QTest::newRow("4: a deleted node") << "k1 x k3" << QList<int>{76, 78} << 2;
    QTest::newRow("5: a child in the first branch") << "k1 IF[k2 C(k3 k4) k5 | k6 k7] k8" << QList<int>{6, 14} << 6;
    QTest::newRow("6: the same, the second branch taken")
        << "k1 IF[k2 C(k3 k4) k5 | k6 k7] k8" << QList<int>{27, 35} << 4;
    QTest::newRow("7: IF in IF, then a child") << "k1 IF[k2 IF[k3 k4] k5] C(k6) k7" << QList<int>{48, 56} << 7;
    QTest::newRow("8: SWITCH of three") << "k1 SWITCH[k2 | k3 C(k4) | k5 k6] k7" << QList<int>{70, 80} << 4;
    QTest::newRow("9: deleted nodes, one in a child") << "k1 x C(k3 x k5) k6" << QList<int>{93, 97} << 4;
}

void TestBodyNumbers::theNumbersAreThoseOfTheProfiler()
{
    QFETCH(QString, shape);
    QFETCH(QList<int>, execGraphs);
    QFETCH(int, records);
    const QMap<quint32, QString> numbered = Shape(shape).numbered();
    for (const int execGraph : execGraphs) {
        const QMap<quint32, QString> expected = recorded(execGraph);
        QVERIFY2(expected.size() == records, qPrintable(QString::number(expected.size())));
        for (auto record = expected.begin(); record != expected.end(); ++record)
            QCOMPARE(numbered.value(record.key()), record.value());
    }
}

void TestBodyNumbers::allBranchesComeBeforeWhatTheyContain()
{
    // By the rule: 0-2 on top, then 3 4 5 and 6 7 for the branches, then 8 9.
    const auto numbered = Shape("k1 IF[k2 C(k3 k4) k5 | k6 k7] k8").numbered();
    QCOMPARE(numbered.value(3), QString("k2"));
    QCOMPARE(numbered.value(4), QString("C"));
    QCOMPARE(numbered.value(7), QString("k7"));
    QCOMPARE(numbered.value(8), QString("k3"));
    QCOMPARE(numbered.size(), 10);
}

void TestBodyNumbers::deepNestingNeedsNoStack()
{
    BodyTree tree;
    tree.top = {0};
    constexpr std::uint32_t kDepth = 1'000'000;
    for (std::uint32_t i = 0; i < kDepth; ++i) {
        tree.nodes.push_back({{i}});
        tree.bodies.push_back({{i + 1}});
    }
    tree.nodes.emplace_back();
    const auto numbers = numberBodies(tree, 1);
    QCOMPARE(numbers.back(), kDepth);
}

LANESCOPE_TEST(TestBodyNumbers)
#include "tst_body_numbers.moc"
