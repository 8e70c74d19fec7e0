// SPDX-License-Identifier: Apache-2.0
#include "tests/core/open/rank_folder.h"
#include "tests/support/test_main.h"

#include "core/query/filter_events.h"
#include "core/query/filter_expression.h"
#include "core/query/range_summary.h"
#include "core/query/stats_filter.h"
#include "core/query/stats_table.h"

using namespace lanescope;
using namespace lanescope::test;

// What filters and figures tell of several files on one axis.
class TestSessionQuestions : public QObject, private RankFolder {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void aFilterKnowsRanksAndFiles();
    void figuresCanBeSummedUpByRank();
    void aRowsFilterMatchesItsFileAlone();
    void idleGapsAreExplainedByTheirOwnRank();
    void findingsNameTheirRank();
};

void TestSessionQuestions::aFilterKnowsRanksAndFiles()
{
    writeRank(0, "k0", 10);
    writeRank(3, "k3", 10);
    const auto opened = open();
    const auto matches = [&](const char* text) {
        const auto expression = parseFilter(text);
        const auto mask = matchingEvents(*opened->joined, *expression, JobControl());
        QByteArrayList names;
        for (std::size_t i = 0; i < opened->trace->eventCount(); ++i) {
            if ((*mask)[idAt<EventId>(i)] && opened->trace->isGpuWork(idAt<EventId>(i)))
                names << QByteArray::fromStdString(std::string(opened->trace->name(idAt<EventId>(i))));
        }
        return names.join(' ');
    };
    QCOMPARE(matches("rank:3"), QByteArray("k3"));
    QCOMPARE(matches("rank:0..2"), QByteArray("k0"));
    QCOMPARE(matches("-rank:3"), QByteArray("k0"));
    QCOMPARE(matches("file:rank3.*"), QByteArray("k3"));
    QCOMPARE(matches("file:\"rank 0\""), QByteArray("k0"));
    QCOMPARE(matches("stream:7"), QByteArray("k0 k3"));
}

void TestSessionQuestions::figuresCanBeSummedUpByRank()
{
    writeRank(0, "k0", 10, ",\n" + kernel("k0", 7, 40, 6, 6));
    writeRank(1, "k1", 10);
    StatsRequest asked;
    asked.by = {StatsKey::Rank};
    const auto table = statsTable(*open()->joined, asked, JobControl());
    QVERIFY(table.has_value());
    QCOMPARE(table->rows.size(), std::size_t(2));
    QCOMPARE(table->rows[0].name, std::string("rank 0"));
    QCOMPARE(table->rows[0].totalNs, TimeNs(10000));
    QCOMPARE(table->rows[1].name, std::string("rank 1"));
    QCOMPARE(table->rows[1].totalNs, TimeNs(4000));
}

void TestSessionQuestions::aRowsFilterMatchesItsFileAlone()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    const auto opened = open();
    const auto filters = [&](StatsKey key) {
        StatsRequest asked;
        asked.by = {key};
        const auto table = statsTable(*opened->joined, asked, JobControl());
        QByteArrayList texts;
        for (std::size_t i = 0; i < table->rows.size(); ++i)
            texts << QByteArray::fromStdString(table->rows[i].name + " = " +
                                               filterOfRow(*opened->joined, *table, i).value_or("none"));
        return texts.join("; ");
    };
    QCOMPARE(filters(StatsKey::Stream), QByteArray("rank 0 · GPU 0 stream 7 = stream:7 device:0 rank:0; "
                                                   "rank 1 · GPU 0 stream 7 = stream:7 device:0 rank:1"));
    QCOMPARE(filters(StatsKey::Replay), QByteArray("rank 0 · graph 2 replay 0 = graph:2 rank:0 replay:0; "
                                                   "rank 1 · graph 2 replay 0 = graph:2 rank:1 replay:0"));
    QCOMPARE(filters(StatsKey::Rank), QByteArray("rank 0 = rank:0; rank 1 = rank:1"));
}

void TestSessionQuestions::idleGapsAreExplainedByTheirOwnRank()
{
    // Rank 0's GPU waits from 22 µs to 60 µs; only rank 1's CPU does anything then.
    writeRank(0, "k0", 10, ",\n" + kernel("late", 7, 60, 4, 6));
    writeRank(1, "k1", 10, ",\n" + slice("cpu_op", "busy elsewhere", 1, 1, 25, 30));
    RangeRequest asked;
    const auto summary = summarizeRange(*open()->joined, asked, JobControl());
    QVERIFY(summary.has_value());
    QCOMPARE(summary->gpus.size(), std::size_t(2));
    QCOMPARE(summary->gpus[1].name, std::string("rank 1 · GPU 0"));
    bool isFound = false;
    for (const IdleGap& gap : summary->gaps) {
        if (gap.range.beginNs != 12000 || gap.range.endNs != 50000)
            continue;
        isFound = true;
        QVERIFY(gap.cpu.empty());
    }
    QVERIFY(isFound);
}

void TestSessionQuestions::findingsNameTheirRank()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10, ",\n{\"ph\": \"X\", \"name\": \"odd\", \"pid\": 1, \"tid\": 1, \"ts\": NaN, \"dur\": 1}");
    const auto opened = open();
    QVERIFY(!opened->warnings.empty());
    for (const Finding& finding : opened->warnings)
        QVERIFY(finding.message.ends_with(" (rank 1)"));
    bool isPlaced = false;
    const auto diagnoses = diagnosesOf(*opened, JobControl());
    for (const Diagnosis& diagnosis : *diagnoses) {
        for (const DiagnosedPlace& place : diagnosis.places) {
            isPlaced = isPlaced || place.event != kNoEvent;
            QVERIFY(place.event == kNoEvent || opened->trace->name(place.event) == "odd");
        }
    }
    QVERIFY(isPlaced);
}

LANESCOPE_TEST(TestSessionQuestions)
#include "tst_session_questions.moc"
