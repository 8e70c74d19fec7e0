// SPDX-License-Identifier: Apache-2.0
#include "core/file/inflate.h"
#include "tests/support/test_main.h"

#include <zlib.h>

#include <random>

using namespace lanescope;

namespace {

std::string gzipMember(const std::string& text, int level = 6)
{
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

// The inflated text, or "error: …".
std::string inflated(const std::string& compressed, std::string* damage = nullptr, std::size_t pieceBytes = 64)
{
    const auto source = contentInMemory(compressed);
    const auto result = inflateGzip(source, "x.gz", JobControl(), pieceBytes);
    if (!result)
        return "error: " + result.error().message;
    if (damage != nullptr)
        *damage = (*result)->damage();
    return *(*result)->text({0, (*result)->sizeBytes()});
}

} // namespace

class TestInflate : public QObject {
    Q_OBJECT

private slots:
    void severalMembersAreOneText();
    void membersOfAnySizeAtAnyPieceBoundary();
    void zerosBehindTheLastMemberAreFine();
    void otherTextBehindTheLastMemberIsDamage();
    void aFileCutAnywhereGivesWhatCameOutAndSaysSo();
    void aWrongChecksumIsDamage();
    void nothingUsableIsAnError();
    void aLargeTextKeepsItsBytes();
    void stopIsSeen();
};

void TestInflate::severalMembersAreOneText()
{
    std::string damage;
    const std::string file = gzipMember("first ") + gzipMember("") + gzipMember("second");
    QCOMPARE(QString::fromStdString(inflated(file, &damage)), QString("first second"));
    QVERIFY(damage.empty());
}

void TestInflate::membersOfAnySizeAtAnyPieceBoundary()
{
    std::mt19937 random(7);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    for (int round = 0; round < 3000; ++round) {
        std::string plain;
        std::string file;
        for (unsigned member = below(5) + 1; member > 0; --member) {
            std::string text;
            for (unsigned length = below(4) == 0 ? 0 : below(300); length > 0; --length)
                text.push_back(static_cast<char>('a' + below(1 + below(20))));
            plain += text;
            file += gzipMember(text, static_cast<int>(below(10)));
        }
        std::string damage;
        const std::string out = inflated(file, &damage, 1 + below(40));
        QVERIFY2(out == plain && damage.empty(), qPrintable(QString("round %1").arg(round)));
    }
}

void TestInflate::zerosBehindTheLastMemberAreFine()
{
    std::string damage;
    QVERIFY(inflated(gzipMember("text") + std::string(512, '\0'), &damage) == "text");
    QVERIFY(damage.empty());
}

void TestInflate::otherTextBehindTheLastMemberIsDamage()
{
    std::string damage;
    QVERIFY(inflated(gzipMember("text") + "trailing text", &damage) == "text");
    QVERIFY(damage.find("damaged at byte") != std::string::npos);
    QVERIFY(inflated(gzipMember("text") + std::string(9, '\0') + "more", &damage) == "text");
    QVERIFY(!damage.empty());
}

void TestInflate::aFileCutAnywhereGivesWhatCameOutAndSaysSo()
{
    const std::string first = gzipMember("the first member is whole. ");
    std::string second;
    for (int i = 0; i < 200; ++i)
        second += "line " + std::to_string(i * 7919) + "\n";
    const std::string file = first + gzipMember(second);
    const std::string plain = "the first member is whole. " + second;
    for (std::size_t length = 1; length < file.size(); ++length) {
        std::string damage;
        const std::string out = inflated(file.substr(0, length), &damage);
        if (out.starts_with("error: "))
            continue; // nothing had come out yet
        QVERIFY(plain.starts_with(out));
        QVERIFY2(!damage.empty() || length == first.size(), qPrintable(QString("cut at %1").arg(length)));
        QVERIFY(length < first.size() || out.size() >= 27);
    }
}

void TestInflate::aWrongChecksumIsDamage()
{
    std::string file = gzipMember("some text");
    file[file.size() - 8] = static_cast<char>(file[file.size() - 8] ^ 1);
    std::string damage;
    QVERIFY(inflated(file, &damage) == "some text");
    QVERIFY(damage.find("checksum") != std::string::npos);
}

void TestInflate::nothingUsableIsAnError()
{
    QVERIFY(inflated(std::string("\x1f\x8b\x08\x00garbage", 11)).starts_with("error: x.gz: "));
    QVERIFY(inflated(std::string("\x1f\x8b", 2)).starts_with("error: x.gz: "));
    QVERIFY(inflated(gzipMember("")).empty()); // an empty text is no error of the container
}

void TestInflate::aLargeTextKeepsItsBytes()
{
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += std::to_string(i * 48271LL % 2147483647) + ",";
    QVERIFY(text.size() > 3'000'000); // several blocks
    std::string damage;
    QVERIFY(inflated(gzipMember(text), &damage, std::size_t{256} << 10) == text);
    QVERIFY(damage.empty());
}

void TestInflate::stopIsSeen()
{
    std::stop_source stop;
    stop.request_stop();
    const auto source = contentInMemory(gzipMember("text"));
    const auto result = inflateGzip(source, "x.gz", JobControl(stop.get_token()));
    QVERIFY(!result && result.error().code == ErrorCode::Stopped);
}

LANESCOPE_TEST(TestInflate)
#include "tst_inflate.moc"
