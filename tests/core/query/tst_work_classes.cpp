// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/work_classes.h"

using namespace lanescope;
using namespace lanescope::test;

class TestWorkClasses : public QObject {
    Q_OBJECT

private slots:
    void theDefaultRulesKnowCommunicationAndCopies();
    void rulesOfAFileComeFirst();
    void theRoleStandsBeforeTheSlash();
    void aWrongRuleIsNamedByItsLine_data();
    void aWrongRuleIsNamedByItsLine();
};

namespace {

QByteArray classesOf(const JoinedTrace& joined, const char* rules = "")
{
    const WorkClasses classes = *WorkClasses::of(joined, *parseWorkClasses(rules, "rules"), JobControl());
    QByteArrayList list;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const auto& its = classes.classes()[classes.classOf(idAt<EventId>(i))];
        list << QByteArray::fromStdString(its.name + ":" + std::string(nameOf(its.role)));
    }
    return list.join(' ');
}

std::shared_ptr<const JoinedTrace> trace()
{
    return joinOf(
        traceOf({kernel("ncclDevKernel_AllReduce_Sum_f32", 7, 0, 1, 1), kernel("rcclKernel", 7, 2, 1, 2),
                 kernel("generic", 7, 4, 1, 3, 0, ", \"Collective name\": \"allgather\""), kernel("gemm", 7, 6, 1, 4),
                 slice("gpu_memcpy", "Memcpy PtoP (Device -> Device)", 0, 7, 8, 1),
                 slice("gpu_memcpy", "Memcpy HtoD", 0, 7, 10, 1), slice("gpu_memset", "Memset", 0, 7, 12, 1)}),
        nullptr);
}

} // namespace

void TestWorkClasses::theDefaultRulesKnowCommunicationAndCopies()
{
    QCOMPARE(classesOf(*trace()), QByteArray("communication:communication communication:communication "
                                             "communication:communication computation:computation "
                                             "communication:communication copy:copy copy:copy"));
}

void TestWorkClasses::rulesOfAFileComeFirst()
{
    QCOMPARE(classesOf(*trace(), "# mine\n\nmath: kernel:gemm\r\n  copy : kernel:rccl*"),
             QByteArray("communication:communication copy:copy communication:communication math:computation "
                        "communication:communication copy:copy copy:copy"));
}

void TestWorkClasses::theRoleStandsBeforeTheSlash()
{
    QVERIFY(classesOf(*trace(), "communication/reduce: kernel:*AllReduce*\ncopies/x: kernel:gemm")
                .startsWith("communication/reduce:communication communication:communication "
                            "communication:communication copies/x:computation"));
}

void TestWorkClasses::aWrongRuleIsNamedByItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no colon") << QByteArray("a: kernel:x\nb") << QByteArray("rules, line 2: expected a class");
    QTest::newRow("no filter") << QByteArray("a:") << QByteArray("rules, line 1: expected a class");
    QTest::newRow("no class") << QByteArray(": kernel:x") << QByteArray("rules, line 1: expected a class");
    QTest::newRow("wrong filter") << QByteArray("\n# x\na: dur>10") << QByteArray("rules, line 3: filter, character 5");
    QByteArray many;
    for (int i = 0; i < 65; ++i)
        many += "a: kernel:x\n";
    QTest::newRow("too many") << many << QByteArray("rules, line 65: more than 64 rules");
}

void TestWorkClasses::aWrongRuleIsNamedByItsLine()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, message);
    const auto rules = parseWorkClasses(text.toStdString(), "rules");
    QVERIFY(!rules.has_value());
    QVERIFY2(QByteArray::fromStdString(rules.error().message).startsWith(message), rules.error().message.c_str());
}

LANESCOPE_TEST(TestWorkClasses)
#include "tst_work_classes.moc"
