// SPDX-License-Identifier: Apache-2.0
#include "core/trace/begin_end_pairs.h"
#include "tests/support/test_main.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

using namespace lanescope;

namespace {

// "B1:a@10" is a begin on track 1 named a at 10, "E1:a@20" its end, "E1@20" an end without a name.
std::vector<BeginEnd> entriesOf(const QString& text)
{
    std::vector<BeginEnd> entries;
    std::uint32_t begins = 0;
    std::uint32_t ends = 0;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        BeginEnd entry;
        entry.side = word[0] == 'B' ? BeginEnd::Side::Begin : BeginEnd::Side::End;
        entry.track = idAt<TrackId>(static_cast<std::size_t>(word[1].digitValue()));
        const auto at = word.indexOf('@');
        if (word[2] == ':')
            entry.name = idAt<StringId>(word[3].unicode());
        entry.atNs = word.mid(at + 1).toLongLong();
        if (entry.side == BeginEnd::Side::Begin)
            entry.event = idAt<EventId>(begins++);
        else
            entry.end = ends++;
        entries.push_back(entry);
    }
    return entries;
}

// "0:end0@20" slice 0 closed by end 0 at 20, "1:cut@30" cut short, "2:open" never ends, "stray1" end 1 closes nothing.
QString pairsAsText(std::vector<BeginEndPair> pairs)
{
    QStringList words;
    for (const BeginEndPair& pair : pairs) {
        const auto event = static_cast<unsigned>(indexOf(pair.event));
        switch (pair.outcome) {
        case BeginEndPair::Outcome::Closed:
            words << QString("%1:end%2@%3").arg(event).arg(pair.end).arg(pair.endNs);
            break;
        case BeginEndPair::Outcome::CutShort:
            words << QString("%1:cut@%2").arg(event).arg(pair.endNs);
            break;
        case BeginEndPair::Outcome::NeverEnds:
            words << QString("%1:open").arg(event);
            break;
        case BeginEndPair::Outcome::StrayEnd:
            words << QString("stray%1").arg(pair.end);
            break;
        }
    }
    words.sort();
    return words.join(' ');
}

} // namespace

class TestBeginEndPairs : public QObject {
    Q_OBJECT

private slots:
    void endsCloseTheRightBegins_data();
    void endsCloseTheRightBegins();
    void manyUnfinishedSlicesCostNoMoreThanTheirNumber();
};

void TestBeginEndPairs::endsCloseTheRightBegins_data()
{
    QTest::addColumn<QString>("entries");
    QTest::addColumn<QString>("pairs");
    QTest::newRow("one") << "B1:a@10 E1:a@20"
                         << "0:end0@20";
    QTest::newRow("nested") << "B1:a@10 B1:b@12 E1:b@14 E1:a@20"
                            << "0:end1@20 1:end0@14";
    QTest::newRow("no names on the ends") << "B1:a@10 B1:b@12 E1@14 E1@20"
                                          << "0:end1@20 1:end0@14";
    QTest::newRow("same name nested") << "B1:a@10 B1:a@12 E1:a@14 E1:a@20"
                                      << "0:end1@20 1:end0@14";
    QTest::newRow("crossing") << "B1:p@0 B1:q@5 E1:p@8 E1:q@10"
                              << "0:end0@8 1:end1@10";
    QTest::newRow("inner never ends") << "B1:a@10 B1:b@20 B1:l@25 E1:b@40 E1:a@60"
                                      << "0:end1@60 1:end0@40 2:cut@40";
    QTest::newRow("opened after a slice inside was cut") << "B1:o@0 B1:a@1 B1:x@2 E1:a@3 B1:y@4 E1:o@9"
                                                         << "0:end1@9 1:end0@3 2:cut@3 3:cut@9";
    QTest::newRow("never ends") << "B1:a@10"
                                << "0:open";
    QTest::newRow("stray ends") << "E1:a@5 B1:a@10 E1:a@12 E1:a@14"
                                << "0:end1@12 stray0 stray2";
    QTest::newRow("an end of another name") << "B1:a@10 E1:b@12"
                                            << "0:open stray0";
    QTest::newRow("threads are apart") << "B1:a@10 B2:a@11 E2:a@12 E1:a@13"
                                       << "0:end1@13 1:end0@12";
    QTest::newRow("an end on another thread") << "B1:a@10 E2:a@12"
                                              << "0:open stray0";
    QTest::newRow("end written first") << "E1:a@40 B1:a@30"
                                       << "0:end0@40";
    QTest::newRow("length 0") << "B1:a@50 E1:a@50"
                              << "0:end0@50";
    QTest::newRow("back to back at one time") << "B1:a@0 E1:a@5 B1:a@5 E1:a@9"
                                              << "0:end0@5 1:end1@9";
}

void TestBeginEndPairs::endsCloseTheRightBegins()
{
    QFETCH(QString, entries);
    QFETCH(QString, pairs);
    auto list = entriesOf(entries);
    QCOMPARE(pairsAsText(pairBeginsAndEnds(list)), pairs);
}

void TestBeginEndPairs::manyUnfinishedSlicesCostNoMoreThanTheirNumber()
{
    // 100,000 outer slices, then 100,000 lost inner ones, then the ends of the outer ones: a search or a walk per end
    // would take 10^10 steps.
    constexpr std::uint32_t kCount = 100'000;
    std::vector<BeginEnd> entries;
    for (std::uint32_t i = 0; i < 2 * kCount; ++i)
        entries.push_back({BeginEnd::Side::Begin, idAt<TrackId>(0), idAt<StringId>(i + 1), i, idAt<EventId>(i), 0});
    for (std::uint32_t i = 0; i < kCount; ++i)
        entries.push_back({BeginEnd::Side::End, idAt<TrackId>(0), idAt<StringId>(i + 1), 1'000'000 + i, kNoEvent, i});
    const auto pairs = pairBeginsAndEnds(entries);
    QCOMPARE(pairs.size(), std::size_t{2 * kCount});
    const auto cut = std::count_if(pairs.begin(), pairs.end(), [](const BeginEndPair& pair) {
        return pair.outcome == BeginEndPair::Outcome::CutShort && pair.endNs == 1'000'000;
    });
    QCOMPARE(cut, std::ptrdiff_t{kCount});
}

LANESCOPE_TEST(TestBeginEndPairs)
#include "tst_begin_end_pairs.moc"
