// SPDX-License-Identifier: Apache-2.0
#include "core/base/sort_runs.h"
#include "tests/support/test_main.h"

#include <random>
#include <stop_token>

using namespace lanescope;

namespace {

struct Item {
    int key;
    int place;
    bool operator==(const Item&) const = default;
};

bool keyIsLess(const Item& a, const Item& b)
{
    return a.key < b.key;
}

std::vector<Item> itemsOf(const std::vector<int>& keys)
{
    std::vector<Item> items;
    for (const int key : keys)
        items.push_back({key, static_cast<int>(items.size())});
    return items;
}

} // namespace

class TestSortRuns : public QObject {
    Q_OBJECT

private slots:
    void equalItemsKeepTheirOrder();
    void itSortsLikeTheStandard_data();
    void itSortsLikeTheStandard();
    void stopIsSeen();
};

void TestSortRuns::equalItemsKeepTheirOrder()
{
    std::vector<Item> items = itemsOf({2, 5, 5, 1, 2, 5, 0});
    QVERIFY(sortRuns(std::span(items), keyIsLess, JobControl()));
    QCOMPARE(items, (std::vector<Item>{{0, 6}, {1, 3}, {2, 0}, {2, 4}, {5, 1}, {5, 2}, {5, 5}}));
}

void TestSortRuns::itSortsLikeTheStandard_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("runLength");
    QTest::newRow("nothing") << 0 << 1;
    QTest::newRow("one item") << 1 << 1;
    QTest::newRow("one run") << 5000 << 5000;
    QTest::newRow("an odd number of runs") << 5000 << 1000;
    QTest::newRow("many runs") << 5000 << 23;
    QTest::newRow("no runs to speak of") << 5000 << 1;
    QTest::newRow("no runs, more than a block") << 100'000 << 1;
}

void TestSortRuns::itSortsLikeTheStandard()
{
    QFETCH(int, count);
    QFETCH(int, runLength);
    std::mt19937 random(5);
    std::vector<int> keys;
    for (int i = 0, key = 0; i < count; ++i) {
        key = i % runLength == 0 ? static_cast<int>(random() % 1000) : key + static_cast<int>(random() % 3);
        keys.push_back(key);
    }
    std::vector<Item> items = itemsOf(keys);
    std::vector<Item> expected = items;
    std::stable_sort(expected.begin(), expected.end(), keyIsLess);
    QVERIFY(sortRuns(std::span(items), keyIsLess, JobControl()));
    QVERIFY(items == expected);
}

void TestSortRuns::stopIsSeen()
{
    std::stop_source stop;
    stop.request_stop();
    std::vector<Item> items = itemsOf({2, 1});
    QVERIFY(!sortRuns(std::span(items), keyIsLess, JobControl(stop.get_token())));
}

LANESCOPE_TEST(TestSortRuns)
#include "tst_sort_runs.moc"
