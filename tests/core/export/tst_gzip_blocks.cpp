// SPDX-License-Identifier: Apache-2.0
#include "core/export/gzip_blocks.h"
#include "tests/support/test_main.h"

#include <zlib.h>

#include <string>

using namespace lanescope;

namespace {

constexpr std::size_t kBlock = GzipBlocks::kBlockBytes;

// Text like a trace's: repeats, with numbers that do not.
std::string traceLike(std::size_t bytes)
{
    std::string text;
    for (unsigned i = 0; text.size() < bytes; ++i)
        text += "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm_" + std::to_string(i % 37) +
                "\", \"ts\": " + std::to_string(i * 2654435761U) + "},\n";
    text.resize(bytes);
    return text;
}

std::string compressed(const std::string& text, unsigned threads, std::size_t pieceBytes)
{
    std::string out;
    GzipBlocks gzip(threads, [&out](std::string_view bytes) {
        out += bytes;
        return Result<void>();
    });
    for (std::size_t at = 0; at < text.size(); at += pieceBytes) {
        if (!gzip.write(std::string_view(text).substr(at, pieceBytes)))
            return "<error>";
    }
    return gzip.finish() ? out : "<error>";
}

// One member, no more and no less, by zlib's own reader, which checks the checksum and the length at its end.
std::string inflatedMember(const std::string& gzip, std::size_t length)
{
    std::string text(length + 1, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return "<no zlib>";
    std::string in = gzip;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int outcome = inflate(&stream, Z_FINISH);
    const bool isWhole = outcome == Z_STREAM_END && stream.avail_in == 0;
    text.resize(text.size() - stream.avail_out);
    inflateEnd(&stream);
    return isWhole ? text : "<broken>";
}

// As deflate() gives it when it gets all at once.
std::size_t plainLevelSix(const std::string& text)
{
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    std::string in = text;
    std::string out(deflateBound(&stream, static_cast<uLong>(in.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const std::size_t size = deflate(&stream, Z_FINISH) == Z_STREAM_END ? out.size() - stream.avail_out : 0;
    deflateEnd(&stream);
    return size;
}

} // namespace

class TestGzipBlocks : public QObject {
    Q_OBJECT

private slots:
    void anyLengthIsOneMemberThatReadsBack_data()
    {
        QTest::addColumn<qulonglong>("length");
        for (const std::size_t length :
             {std::size_t{0}, std::size_t{1}, kBlock - 1, kBlock, kBlock + 1, 2 * kBlock, 7 * kBlock + 12345})
            QTest::newRow(std::to_string(length).c_str()) << qulonglong(length);
    }
    void anyLengthIsOneMemberThatReadsBack()
    {
        QFETCH(qulonglong, length);
        const std::string text = traceLike(length);
        for (const unsigned threads : {1U, 3U})
            QVERIFY(inflatedMember(compressed(text, threads, 100003), text.size()) == text);
    }

    void theBytesAreTheSameForAnyNumberOfThreadsAndPieces()
    {
        const std::string text = traceLike(9 * kBlock + 77);
        const std::string one = compressed(text, 1, text.size());
        for (const unsigned threads : {2U, 3U, 8U, 0U}) {
            QVERIFY(compressed(text, threads, text.size()) == one);
            QVERIFY(compressed(text, threads, 4099) == one);
        }
    }

    void theSizeIsWithinFivePercentOfPlainLevelSix()
    {
        const std::string text = traceLike(16 * kBlock);
        const std::size_t plain = plainLevelSix(text);
        QVERIFY(plain > 0);
        const std::size_t size = compressed(text, 2, text.size()).size();
        QVERIFY2(size <= plain + plain / 20, std::to_string(size).c_str());
    }

    void bytesThatDoNotCompressComeThrough()
    {
        std::string noise(3 * kBlock + 5, '\0');
        unsigned state = 1;
        for (char& c : noise)
            c = static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
        QVERIFY(inflatedMember(compressed(noise, 2, 65536), noise.size()) == noise);
    }

    void anErrorOfTheSinkComesBack()
    {
        const std::string text = traceLike(40 * kBlock);
        for (const unsigned threads : {1U, 4U}) {
            int calls = 0;
            GzipBlocks gzip(threads, [&calls](std::string_view) -> Result<void> {
                if (++calls == 3)
                    return failure(ErrorCode::CannotWrite, "full");
                return {};
            });
            const auto written = gzip.write(text);
            QVERIFY(!written.has_value());
            QCOMPARE(written.error().message, std::string("full"));
            QCOMPARE(calls, 3);
        }
    }

    void anObjectThatIsGivenUpEnds() // with blocks in work
    {
        GzipBlocks gzip(4, [](std::string_view) { return Result<void>(); });
        QVERIFY(gzip.write(traceLike(5 * kBlock)).has_value());
    }
};

LANESCOPE_TEST(TestGzipBlocks)
#include "tst_gzip_blocks.moc"
