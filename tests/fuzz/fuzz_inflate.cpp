// SPDX-License-Identifier: Apache-2.0
// Any bytes inflate to a text, a damaged text or an error; what zlib inflates as one whole member comes out the same.
#include "core/file/inflate.h"
#include "tests/fuzz/check.h"

#include <zlib.h>

#include <optional>

using namespace lanescope;

namespace {

constexpr std::size_t kMostText = std::size_t{4} << 20;

// The text of a file that is exactly one good gzip member by zlib's judgement.
std::optional<std::string> oneMember(const std::string& file)
{
    static std::string room(kMostText, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.data()));
    stream.avail_in = static_cast<uInt>(file.size());
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    const int code = inflate(&stream, Z_FINISH);
    const bool isWhole = code == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return isWhole ? std::optional(room.substr(0, stream.total_out)) : std::nullopt;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t pieceBytes = data[0] + 1U;
    const std::string file(reinterpret_cast<const char*>(data + 1), size - 1);
    const auto source = contentInMemory(file);
    const auto inflated = inflateGzip(source, "input", JobControl(), pieceBytes);
    const auto expected = oneMember(file);
    if (!expected)
        return 0;
    LANESCOPE_CHECK(inflated.has_value(), "zlib reads it");
    LANESCOPE_CHECK((*inflated)->damage().empty(), (*inflated)->damage().c_str());
    LANESCOPE_CHECK(*(*inflated)->text({0, (*inflated)->sizeBytes()}) == *expected, "another text than zlib's");
    return 0;
}
