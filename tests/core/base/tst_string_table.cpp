// SPDX-License-Identifier: Apache-2.0
#include "core/base/string_table.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestStringTable : public QObject {
    Q_OBJECT

private slots:
    void theEmptyStringIsThereFirst();
    void equalTextsShareOneId();
    void textsThatDifferInOneByteHaveIdsOfTheirOwn();
    void aNulIsPartOfTheText();
    void textsLargerThanABlockAreKept();
    void viewsStayValidWhenTheTableGrowsAndMoves();
    void findDoesNotIntern();
};

void TestStringTable::theEmptyStringIsThereFirst()
{
    StringTable table;
    QCOMPARE(table.size(), std::size_t{1});
    QCOMPARE(table.intern(""), kEmptyString);
    QVERIFY(table.text(kEmptyString).empty());
}

void TestStringTable::equalTextsShareOneId()
{
    StringTable table;
    const StringId a = table.intern("kernel");
    const StringId b = table.intern("memcpy");
    QVERIFY(a != b);
    QCOMPARE(table.intern(std::string("ker") + "nel"), a);
    QCOMPARE(table.size(), std::size_t{3});
}

// The table looks at the ends of a text first: no byte in between may be forgotten, whatever the length.
void TestStringTable::textsThatDifferInOneByteHaveIdsOfTheirOwn()
{
    for (std::size_t length = 1; length <= 40; ++length) {
        StringTable table;
        const std::string text(length, 'a');
        const StringId first = table.intern(text);
        for (std::size_t at = 0; at < length; ++at) {
            std::string other = text;
            other[at] = '\xE9';
            const StringId id = table.intern(other);
            QCOMPARE(table.size(), at + 3); // "", the first and all others
            QCOMPARE(table.text(id), std::string_view(other));
            QCOMPARE(table.intern(text), first);
            QCOMPARE(table.intern(other), id);
        }
    }
}

void TestStringTable::aNulIsPartOfTheText()
{
    StringTable table;
    const StringId cut = table.intern("half");
    const StringId whole = table.intern(std::string_view("half\0name", 9));
    QVERIFY(cut != whole);
    QCOMPARE(table.text(whole).size(), std::size_t{9});
}

void TestStringTable::textsLargerThanABlockAreKept()
{
    StringTable table;
    const std::string large(300'000, 'x');
    const StringId before = table.intern("before");
    const StringId id = table.intern(large);
    const StringId after = table.intern("after");
    QVERIFY(table.text(id) == large);
    QVERIFY(table.text(before) == "before");
    QVERIFY(table.text(after) == "after");
}

void TestStringTable::viewsStayValidWhenTheTableGrowsAndMoves()
{
    StringTable table;
    const StringId first = table.intern("first");
    const std::string_view view = table.text(first);
    for (int i = 0; i < 50'000; ++i)
        (void)table.intern("text number " + std::to_string(i)); // only the growth matters
    const StringTable moved = std::move(table);
    QCOMPARE(static_cast<const void*>(moved.text(first).data()), static_cast<const void*>(view.data()));
    QVERIFY(view == "first");
}

void TestStringTable::findDoesNotIntern()
{
    StringTable table;
    QVERIFY(!table.find("absent"));
    QCOMPARE(table.size(), std::size_t{1});
    const StringId id = table.intern("present");
    QVERIFY(table.find("present") == id);
}

LANESCOPE_TEST(TestStringTable)
#include "tst_string_table.moc"
