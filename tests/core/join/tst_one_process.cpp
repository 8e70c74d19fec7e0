// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/one_process.h"

using namespace lanescope;
using namespace lanescope::test;

class TestOneProcess : public QObject {
    Q_OBJECT

private slots:
    void equalIdsOfTwoProcessesAreJoinedWithOne_data();
    void equalIdsOfTwoProcessesAreJoinedWithOne();
    void oneProcessOnTwoGpusIsOne();
    void processesWithGraphsOfTheirOwnStay();
};

constexpr qulonglong kNode = (qulonglong(5) << 32) + 1;

// Two processes, 100 and 2001, merged in one file: each launched exec graph 5 on its own GPU.
static QList<QByteArray> mergedTrace(qulonglong secondNode = kNode)
{
    return {call("cudaGraphLaunch", 100, 100, 0, 1, 1), kernel("a", 7, 10, 1, 1, kNode, "", 0),
            call("cudaGraphLaunch", 2001, 2001, 0, 1, 2), kernel("b", 7, 10, 1, 2, secondNode, "", 1)};
}

void TestOneProcess::equalIdsOfTwoProcessesAreJoinedWithOne_data()
{
    QTest::addColumn<int>("pid"); // that the file names; 0: none
    QTest::addColumn<QByteArray>("work");
    QTest::addColumn<bool>("isFromFile");
    QTest::newRow("the file names none: the first") << 0 << QByteArray("a: x forward\nb: - none\n") << false;
    QTest::newRow("the file names the second") << 2001 << QByteArray("a: - none\nb: x forward\n") << true;
    QTest::newRow("the file names another: the first") << 300 << QByteArray("a: x forward\nb: - none\n") << false;
    QTest::newRow("the end of a pid is no pid") << 1 << QByteArray("a: x forward\nb: - none\n") << false;
}

void TestOneProcess::equalIdsOfTwoProcessesAreJoinedWithOne()
{
    QFETCH(int, pid);
    auto set = std::make_shared<AnnotationSet>(*readAnnotationsJson(R"({"21474836481": ["x"]})"));
    if (pid != 0)
        set->processId = pid;
    JoinedTrace joined = **joinTrace(traceOf(mergedTrace()), set, JobControl());
    QVERIFY(hasSeveralProcesses(joined));
    const auto choice = keepOneProcess(joined);
    QVERIFY(choice.has_value());
    QTEST(workAsText(joined), "work");
    QTEST(choice->isFromFile, "isFromFile");
    QCOMPARE(choice->workLeftOut, std::uint64_t(1));
    QCOMPARE(joined.match.annotatedWork, std::uint64_t(1));
    QCOMPARE(joined.match.listedWork, std::uint64_t(1));
    const std::string line = choice->line();
    QVERIFY2(line.find("exec graph 5") != std::string::npos, line.c_str());
    QVERIFY2(line.find("100") != std::string::npos && line.find("2001") != std::string::npos, line.c_str());
}

void TestOneProcess::oneProcessOnTwoGpusIsOne()
{
    const auto trace = traceOf({call("cudaGraphLaunch", 100, 100, 0, 1, 1), kernel("a", 7, 10, 1, 1, kNode, "", 0),
                                call("cudaGraphLaunch", 100, 101, 0, 1, 2), kernel("b", 7, 10, 1, 2, kNode, "", 1)});
    JoinedTrace joined = *joinOf(trace, R"({"21474836481": ["x"]})");
    QVERIFY(!hasSeveralProcesses(joined));
    QVERIFY(!keepOneProcess(joined));
    QCOMPARE(workAsText(joined), QByteArray("a: x forward\nb: x forward\n"));
}

void TestOneProcess::processesWithGraphsOfTheirOwnStay()
{
    JoinedTrace joined = *joinOf(traceOf(mergedTrace((qulonglong(6) << 32) + 1)), R"({"21474836481": ["x"]})");
    QVERIFY(!hasSeveralProcesses(joined));
    QVERIFY(!keepOneProcess(joined));
}

LANESCOPE_TEST(TestOneProcess)
#include "tst_one_process.moc"
