// SPDX-License-Identifier: Apache-2.0
// Any bytes unpack to a text, a damaged text or an error, and a text that is said to be whole has a checksum that the
// archive names. A text that is packed as the first byte says comes out again, also when the archive loses its end;
// with a few bytes wrong it is any bytes again.
#include "core/file/unpack_zip.h"
#include "tests/core/file/zip_writer.h"
#include "tests/fuzz/check.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace lanescope;

namespace {

struct Unpacked {
    std::string text;
    std::string damage;
};

Result<Unpacked> unpacked(const std::string& archive)
{
    const auto content = unpackZip(contentInMemory(archive), "input", JobControl());
    if (!content)
        return failureOf(content);
    auto text = (*content)->text({0, (*content)->sizeBytes()});
    if (!text)
        return failureOf(text);
    return Unpacked{*std::move(text), (*content)->damage()};
}

std::string checksumOf(const std::string& text)
{
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<char>(crc >> shift));
    return bytes;
}

void checkAnyBytes(const std::string& archive)
{
    const auto result = unpacked(archive);
    if (!result) {
        LANESCOPE_CHECK(result.error().message.find('\n') == std::string::npos, result.error().message.c_str());
        return;
    }
    LANESCOPE_CHECK(!result->damage.empty() || archive.find(checksumOf(result->text)) != std::string::npos,
                    "a text with another checksum passes for whole");
}

test::ZipArchive archiveOf(unsigned choice, const std::string& text)
{
    test::ZipFile file{"t.json", text};
    file.method = (choice & 1U) != 0 ? 0 : 8;
    file.flags = (choice & 2U) != 0 ? 8 : 0;
    file.isZip64 = (choice & 4U) != 0;
    test::ZipArchive archive{{file}, (choice & 8U) != 0 ? std::string("PK\x05\x06") : std::string()};
    archive.isZip64 = (choice & 16U) != 0;
    archive.hasDirectory = (choice & 32U) == 0;
    return archive;
}

void checkRoundTrip(unsigned choice, const std::string& text)
{
    const test::ZipArchive archive = archiveOf(choice, text);
    const auto result = unpacked(test::zipOf(archive));
    const bool isWhole = archive.hasDirectory;
    // Without the archive's list a text that looks like one is taken for it.
    if (!isWhole && (text.empty() || text.find("PK\x05\x06") != std::string::npos))
        return;
    LANESCOPE_CHECK(result.has_value(), result ? "" : result.error().message.c_str());
    LANESCOPE_CHECK(isWhole == result->damage.empty(), result->damage.c_str());
    // Without the archive's list nothing tells where a stored file of unknown size ends.
    LANESCOPE_CHECK(isWhole || (choice & 3U) != 3U ? result->text == text : result->text.starts_with(text),
                    "another text came out");
}

// A good archive of two files in which a few bytes are wrong: three of `data` name a place and what is wrong there.
void checkDamaged(unsigned choice, std::string_view data)
{
    constexpr std::size_t kPlaces = 4;
    const std::size_t patchBytes = std::min(data.size(), 3 * kPlaces);
    test::ZipArchive archive = archiveOf(choice, std::string(data.substr(patchBytes)));
    archive.files.push_back({"u.json", "{\"traceEvents\":[]}"});
    std::string bytes = test::zipOf(archive);
    for (std::size_t i = 0; i + 3 <= patchBytes; i += 3) {
        const auto low = static_cast<unsigned char>(data[i]);
        const auto high = static_cast<unsigned char>(data[i + 1]);
        char& wrong = bytes[(low + 256U * high) % bytes.size()];
        wrong = static_cast<char>(wrong ^ data[i + 2]);
    }
    checkAnyBytes(bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string rest(reinterpret_cast<const char*>(data + 1), size - 1);
    if (data[0] == 'P')
        checkAnyBytes('P' + rest);
    else if ((data[0] & 64U) != 0)
        checkDamaged(data[0], rest);
    else
        checkRoundTrip(data[0], rest);
    return 0;
}
