// SPDX-License-Identifier: Apache-2.0
#include "core/load/key_memory.h"
#include "tests/support/test_main.h"

#include <string>

using namespace lanescope;

namespace {

// Text that a key memory may look at: long enough behind its end.
std::string padded(const char* text)
{
    return text + std::string(KeyMemory::kLongestText, '\0');
}

} // namespace

class TestKeyMemory : public QObject {
    Q_OBJECT

private slots:
    void nothingIsExpectedAtFirst();
    void aKeyIsExpectedAfterTheOneItCameAfter();
    void threeFollowersAreRemembered();
    void aKeyOf32BytesIsHeldAndALongerOneNot();
    void nothingFollowsAnUnknownKey();
    void hostileNumbersOfKeysAreBounded();
};

void TestKeyMemory::nothingIsExpectedAtFirst()
{
    const KeyMemory keys;
    QCOMPARE(keys.expectedAt(KeyMemory::kStart, padded("{\"ph\":").data()), KeyMemory::kUnknown);
}

void TestKeyMemory::aKeyIsExpectedAfterTheOneItCameAfter()
{
    KeyMemory keys;
    const auto ph = keys.learn(KeyMemory::kStart, "{ \"ph\": ", 7);
    const auto ts = keys.learn(ph, ", \"ts\": ", 9);
    QCOMPARE(keys.expectedAt(KeyMemory::kStart, padded("{ \"ph\": \"X\"").data()), ph);
    QCOMPARE(keys.expectedAt(ph, padded(", \"ts\": 5").data()), ts);
    QCOMPARE(keys.memberOf(ts), std::uint8_t{9});
    QCOMPARE(keys.lengthOf(ts), std::size_t{8});
    QCOMPARE(keys.expectedAt(ph, padded(", \"tz\": 5").data()), KeyMemory::kUnknown);
    QCOMPARE(keys.expectedAt(ph, padded(", \"ts\"").data()), KeyMemory::kUnknown); // the text ends early
    QCOMPARE(keys.expectedAt(ts, padded(", \"ts\": 5").data()), KeyMemory::kUnknown);
    QCOMPARE(keys.learn(ts, ", \"ts\": ", 9), ts);
}

void TestKeyMemory::threeFollowersAreRemembered()
{
    KeyMemory keys;
    const auto a = keys.learn(KeyMemory::kStart, "{\"a\":", 1);
    const auto b = keys.learn(a, ",\"b\":", 2);
    const auto c = keys.learn(a, ",\"c\":", 3);
    const auto d = keys.learn(a, ",\"d\":", 4);
    QCOMPARE(keys.expectedAt(a, padded(",\"b\":").data()), b);
    QCOMPARE(keys.expectedAt(a, padded(",\"c\":").data()), c);
    QCOMPARE(keys.expectedAt(a, padded(",\"d\":").data()), d);
    const auto e = keys.learn(a, ",\"e\":", 5); // in place of the oldest
    QCOMPARE(keys.expectedAt(a, padded(",\"e\":").data()), e);
    QCOMPARE(keys.expectedAt(a, padded(",\"b\":").data()), KeyMemory::kUnknown);
}

void TestKeyMemory::aKeyOf32BytesIsHeldAndALongerOneNot()
{
    KeyMemory keys;
    const std::string longest = ",\"" + std::string(28, 'k') + "\":";
    QCOMPARE(longest.size(), KeyMemory::kLongestText);
    const auto key = keys.learn(KeyMemory::kStart, longest, 1);
    QVERIFY(key != KeyMemory::kUnknown);
    QCOMPARE(keys.expectedAt(KeyMemory::kStart, longest.data()), key);
    std::string other = longest;
    other.back() = ' ';
    QCOMPARE(keys.expectedAt(KeyMemory::kStart, other.data()), KeyMemory::kUnknown);
    QCOMPARE(keys.learn(KeyMemory::kStart, longest + " ", 1), KeyMemory::kUnknown);
}

void TestKeyMemory::nothingFollowsAnUnknownKey()
{
    KeyMemory keys;
    // Else a brace could be taken where a comma must stand.
    QVERIFY(keys.learn(KeyMemory::kUnknown, ",\"x\":", 1) != KeyMemory::kUnknown);
    QCOMPARE(keys.expectedAt(KeyMemory::kUnknown, padded(",\"x\":").data()), KeyMemory::kUnknown);
}

void TestKeyMemory::hostileNumbersOfKeysAreBounded()
{
    KeyMemory keys;
    auto previous = KeyMemory::kStart;
    int held = 0;
    for (int i = 0; i < 10'000; ++i) {
        previous = keys.learn(previous, ",\"" + std::to_string(i) + "\":", 1);
        held += previous != KeyMemory::kUnknown ? 1 : 0;
    }
    QVERIFY(held >= 100 && held < 1000);
    // Those that are held still work.
    QVERIFY(keys.expectedAt(KeyMemory::kStart, padded(",\"0\":").data()) != KeyMemory::kUnknown);
}

LANESCOPE_TEST(TestKeyMemory)
#include "tst_key_memory.moc"
