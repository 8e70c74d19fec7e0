// SPDX-License-Identifier: Apache-2.0
#include "core/file/text_blocks.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestTextBlocks : public QObject {
    Q_OBJECT

private slots:
    void readsAcrossBlocks();
    void readsLessOnlyAtTheEnd();
    void progressFollowsTheFileOnDisk();
};

void TestTextBlocks::readsAcrossBlocks()
{
    std::string text(3 * TextBlocks::kBlockBytes + 17, ' ');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>('a' + i % 23);
    TextBlocks blocks;
    blocks.append(text);
    QCOMPARE(blocks.sizeBytes(), std::uint64_t{text.size()});
    const std::uint64_t offset = TextBlocks::kBlockBytes - 5;
    std::string out(TextBlocks::kBlockBytes + 100, '\0');
    QCOMPARE(*blocks.read(offset, out), out.size());
    QVERIFY(out == text.substr(offset, out.size()));
}

void TestTextBlocks::readsLessOnlyAtTheEnd()
{
    TextBlocks blocks;
    blocks.append("0123456789");
    std::string out(8, '\0');
    QCOMPARE(*blocks.read(5, out), std::size_t{5});
    QVERIFY(out.starts_with("56789"));
    QCOMPARE(*blocks.read(10, out), std::size_t{0});
    QCOMPARE(*blocks.read(99, out), std::size_t{0});
    QVERIFY(*blocks.text({3, 4}) == "3456");
    QVERIFY(!blocks.text({0, std::uint64_t{1} << 40})); // refused before memory is asked for
}

void TestTextBlocks::progressFollowsTheFileOnDisk()
{
    TextBlocks blocks;
    blocks.append(std::string(1000, 'x'));
    blocks.setDiskBytes(100);
    QCOMPARE(blocks.diskBytesUpTo(0), std::uint64_t{0});
    QCOMPARE(blocks.diskBytesUpTo(500), std::uint64_t{50});
    QCOMPARE(blocks.diskBytesUpTo(1000), std::uint64_t{100});
}

LANESCOPE_TEST(TestTextBlocks)
#include "tst_text_blocks.moc"
