// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/file/concatenated_source.h"

using namespace lanescope;

class TestConcatenatedSource : public QObject {
    Q_OBJECT

private slots:
    void contentsStandBehindEachOther();
    void aReadGoesOnInTheNextContent();
    void aRangeIsReadFromTheContentItFallsInto();
    void aContentWithoutBytesIsSkipped();
    void nothingIsReadBehindTheEnd();
};

namespace {

ConcatenatedSource sourceOf(const std::vector<std::string>& texts)
{
    std::vector<std::shared_ptr<const ByteSource>> contents;
    for (const std::string& text : texts)
        contents.push_back(contentInMemory(text));
    return ConcatenatedSource(std::move(contents));
}

} // namespace

void TestConcatenatedSource::contentsStandBehindEachOther()
{
    const ConcatenatedSource source = sourceOf({"abc", "defg"});
    QCOMPARE(source.sizeBytes(), std::uint64_t(7));
    QCOMPARE(source.beginOf(0), std::uint64_t(0));
    QCOMPARE(source.beginOf(1), std::uint64_t(3));
    QVERIFY(source.hasByteAt(6));
    QVERIFY(!source.hasByteAt(7));
}

void TestConcatenatedSource::aReadGoesOnInTheNextContent()
{
    const ConcatenatedSource source = sourceOf({"abc", "d", "efg"});
    QCOMPARE(*source.text({1, 5}), std::string("bcdef"));
}

void TestConcatenatedSource::aRangeIsReadFromTheContentItFallsInto()
{
    const ConcatenatedSource source = sourceOf({"abc", "defg"});
    QCOMPARE(*source.text({0, 3}), std::string("abc"));
    QCOMPARE(*source.text({3, 4}), std::string("defg"));
    QCOMPARE(*source.text({6, 1}), std::string("g"));
}

void TestConcatenatedSource::aContentWithoutBytesIsSkipped()
{
    const ConcatenatedSource source = sourceOf({"", "ab", "", "c", ""});
    QCOMPARE(*source.text({0, 3}), std::string("abc"));
}

void TestConcatenatedSource::nothingIsReadBehindTheEnd()
{
    const ConcatenatedSource source = sourceOf({"abc", "de"});
    std::array<char, 10> into{};
    QCOMPARE(*source.read(4, into), std::size_t(1));
    QCOMPARE(*source.read(5, into), std::size_t(0));
    QCOMPARE(*source.read(99, into), std::size_t(0));
    QCOMPARE(*sourceOf({}).read(0, into), std::size_t(0));
}

LANESCOPE_TEST(TestConcatenatedSource)
#include "tst_concatenated_source.moc"
