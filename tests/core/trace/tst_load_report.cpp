// SPDX-License-Identifier: Apache-2.0
#include "core/trace/load_report.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestLoadReport : public QObject {
    Q_OBJECT

private slots:
    void eachKindIsThereOnce();
    void theLineTellsWhatHowOftenAndWhere();
    void onlyTheFirstPlacesAreKept();
    void aPlaceIsKeptOnceInWhateverOrder();
};

void TestLoadReport::eachKindIsThereOnce()
{
    LoadReport report;
    QVERIFY(report.isClean());
    report.add("b", "second kind", 7);
    report.add("a", "first kind", 9);
    report.add("b", "second kind", 12, "", 3);
    QCOMPARE(report.findings().size(), std::size_t{2});
    QCOMPARE(report.find("b")->count, std::uint64_t{4});
    QVERIFY(report.findings()[0].code == "b"); // in order of appearance
    QVERIFY(report.find("c") == nullptr);
}

void TestLoadReport::theLineTellsWhatHowOftenAndWhere()
{
    LoadReport report;
    report.add("one", "something is odd", 345, "gemm");
    QCOMPARE(QString::fromStdString(report.findings()[0].line()), QString("something is odd (at byte 345, \"gemm\")"));
    report.add("one", "something is odd", 400);
    QCOMPARE(QString::fromStdString(report.findings()[0].line()),
             QString("something is odd (2 times, first at byte 345, \"gemm\")"));
    report.addWithoutPlace("two", "the trace has no events");
    QCOMPARE(QString::fromStdString(report.findings()[1].line()), QString("the trace has no events"));
    report.addWithoutPlace("two", "the trace has no events", 4);
    QCOMPARE(QString::fromStdString(report.findings()[1].line()), QString("the trace has no events (5 times)"));
}

void TestLoadReport::onlyTheFirstPlacesAreKept()
{
    LoadReport report;
    for (std::uint64_t i = 0; i < 1000; ++i)
        report.add("code", "message", i, "name");
    QCOMPARE(report.findings()[0].count, std::uint64_t{1000});
    QCOMPARE(report.findings()[0].firstBytes.size(), LoadReport::kPlacesKept);
    QCOMPARE(report.findings()[0].firstBytes.back(), std::uint64_t{LoadReport::kPlacesKept - 1});
}

// At the seam of two runs the comma that is missing before an entry is found before or after those inside of it.
void TestLoadReport::aPlaceIsKeptOnceInWhateverOrder()
{
    for (const bool nameComesFirst : {true, false}) {
        LoadReport report;
        for (std::uint64_t i = 1; i < LoadReport::kPlacesKept; ++i)
            report.add("code", "message", i);
        LoadReport later;
        report.add("code", "message", 1000, nameComesFirst ? "S" : "");
        later.add("code", "message", 1000, nameComesFirst ? "" : "S");
        later.add("code", "message", 1001, "T");
        report.append(later);
        QCOMPARE(report.findings()[0].count, std::uint64_t{LoadReport::kPlacesKept + 2});
        QCOMPARE(report.findings()[0].firstBytes.size(), LoadReport::kPlacesKept);
        QCOMPARE(report.findings()[0].firstBytes.back(), std::uint64_t{1000});
        QCOMPARE(report.findings()[0].examples.back(), std::string("S"));
    }
}

LANESCOPE_TEST(TestLoadReport)
#include "tst_load_report.moc"
