// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/longest_of_16.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <random>

using namespace lanescope;

class TestLongestOf16 : public QObject {
    Q_OBJECT
private slots:
    void theFirstOfTheLongestIsFound_data();
    void theFirstOfTheLongestIsFound();
    void bothWaysFindTheSameInAllRanges();
};

void TestLongestOf16::theFirstOfTheLongestIsFound_data()
{
    QTest::addColumn<unsigned>("first");
    QTest::addColumn<unsigned>("last");
    QTest::addColumn<unsigned>("expected");
    QTest::newRow("all") << 0U << 16U << 4U;
    QTest::newRow("of equal ones the first") << 5U << 16U << 11U;
    QTest::newRow("without the last one") << 5U << 11U << 8U;
    QTest::newRow("one of length 0") << 0U << 1U << 0U;
    QTest::newRow("the last one") << 15U << 16U << 15U;
}

void TestLongestOf16::theFirstOfTheLongestIsFound()
{
    QFETCH(unsigned, first);
    QFETCH(unsigned, last);
    const SixteenLengths lengths{0, 1, 2, 3, 32767, 5, 4, 3, 6, 2, 1, 9, 0, 9, 8, 9};
    QTEST(placeOfLongest(lengths, first, last), "expected");
    QTEST(placeOfLongestPlain(lengths, first, last), "expected");
}

void TestLongestOf16::bothWaysFindTheSameInAllRanges()
{
    std::mt19937 random(5);
    for (const int different : {1, 2, 5, 1000, 32768}) {
        SixteenLengths lengths;
        std::ranges::generate(lengths,
                              [&] { return static_cast<std::int16_t>(random() % static_cast<unsigned>(different)); });
        for (std::uint32_t first = 0; first < 16; ++first) {
            for (std::uint32_t last = first + 1; last <= 16; ++last)
                QCOMPARE(placeOfLongest(lengths, first, last), placeOfLongestPlain(lengths, first, last));
        }
    }
}

LANESCOPE_TEST(TestLongestOf16)
#include "tst_longest_of_16.moc"
