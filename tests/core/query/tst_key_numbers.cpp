// SPDX-License-Identifier: Apache-2.0
#include "core/query/key_numbers.h"

#include "tests/support/test_main.h"

#include <map>
#include <random>

using namespace lanescope;

class TestKeyNumbers : public QObject {
    Q_OBJECT

private slots:
    void keysAreNumberedAsTheyAreMet();
    void numbersStayWhenTheTableGrows();
};

void TestKeyNumbers::keysAreNumberedAsTheyAreMet()
{
    KeyNumbers numbers;
    QCOMPARE(numbers.count(), std::uint32_t{0});
    QCOMPARE(numbers.numberOf(0), std::uint32_t{0});
    QCOMPARE(numbers.numberOf(0xffffffffffffffff), std::uint32_t{1});
    QCOMPARE(numbers.numberOf(0), std::uint32_t{0});
    QCOMPARE(numbers.count(), std::uint32_t{2});
}

// Neighbours, multiples of large powers of two, and random keys, against a std::map.
void TestKeyNumbers::numbersStayWhenTheTableGrows()
{
    std::mt19937_64 random(1);
    KeyNumbers numbers;
    std::map<std::uint64_t, std::uint32_t> expected;
    for (std::uint64_t i = 0; i < 30000; ++i) {
        const std::uint64_t key = i % 3 == 0 ? i : i % 3 == 1 ? (i / 5) << 32 : random() % 20000;
        const auto next = static_cast<std::uint32_t>(expected.size());
        const std::uint32_t known = expected.try_emplace(key, next).first->second;
        if (numbers.numberOf(key) != known)
            QCOMPARE(numbers.numberOf(key), known);
    }
    QCOMPARE(std::size_t{numbers.count()}, expected.size());
    for (const auto& [key, number] : expected) {
        if (numbers.numberOf(key) != number)
            QCOMPARE(numbers.numberOf(key), number);
    }
}

LANESCOPE_TEST(TestKeyNumbers)
#include "tst_key_numbers.moc"
