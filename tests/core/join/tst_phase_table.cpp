// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/join/phase_table.h"

using namespace lanescope;

class TestPhaseTable : public QObject {
    Q_OBJECT

private slots:
    void onlyPhasesThatOccurRemainForwardAndBackwardFirst();
    void noneIsAlwaysThere();
    void phasesBeyondTheLimitShareOne();
};

void TestPhaseTable::onlyPhasesThatOccurRemainForwardAndBackwardFirst()
{
    PhaseTable table;
    std::vector<PhaseIndex> phaseOf{table.used(table.indexOf("optimizer")), PhaseTable::kNonePhase,
                                    table.used(table.indexOf("backward")), table.used(table.indexOf("optimizer"))};
    (void)table.indexOf("never"); // named by an annotation that no work has
    QCOMPARE(table.finish(phaseOf), (std::vector<std::string>{"none", "backward", "optimizer"}));
    QCOMPARE(phaseOf, (std::vector<PhaseIndex>{2, 0, 1, 2}));
}

void TestPhaseTable::noneIsAlwaysThere()
{
    PhaseTable table;
    std::vector<PhaseIndex> phaseOf;
    QCOMPARE(table.finish(phaseOf), std::vector<std::string>{"none"});
    QCOMPARE(table.indexOf("none"), PhaseTable::kNonePhase);
}

void TestPhaseTable::phasesBeyondTheLimitShareOne()
{
    PhaseTable table;
    std::vector<PhaseIndex> phaseOf;
    for (int i = 0; i < 1000; ++i)
        phaseOf.push_back(table.used(table.indexOf("phase " + std::to_string(i))));
    const std::vector<std::string> names = table.finish(phaseOf);
    QVERIFY(names.size() < 256);
    QCOMPARE(names[phaseOf[3]], std::string("phase 3"));
    QCOMPARE(names[phaseOf[999]], std::string("other phases"));
}

LANESCOPE_TEST(TestPhaseTable)
#include "tst_phase_table.moc"
