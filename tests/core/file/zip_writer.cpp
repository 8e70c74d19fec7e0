// SPDX-License-Identifier: Apache-2.0
#include "tests/core/file/zip_writer.h"

#include <zlib.h>

namespace lanescope::test {
namespace {

void put(std::string& out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        out.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint32_t crcOf(const ZipFile& file)
{
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(file.text.data()), static_cast<uInt>(file.text.size()));
    return static_cast<std::uint32_t>(crc) + file.crcError;
}

struct Sizes {
    std::uint64_t packed = 0;
    std::uint64_t plain = 0;
    std::uint64_t headerAt = 0;
};

// What local and central headers share, from "version needed" on.
void putHeader(std::string& out, const ZipFile& file, const Sizes& sizes, std::uint32_t crc)
{
    put(out, file.isZip64 ? 45 : 20, 2);
    put(out, file.flags, 2);
    put(out, file.method, 2);
    put(out, 0, 4); // time
    put(out, crc, 4);
    put(out, file.isZip64 ? UINT32_MAX : sizes.packed, 4);
    put(out, file.isZip64 ? UINT32_MAX : sizes.plain, 4);
    put(out, file.name.size(), 2);
}

void putEnd(std::string& out, const ZipArchive& archive, std::uint64_t directoryAt)
{
    const std::uint64_t directoryBytes = out.size() - directoryAt;
    if (archive.isZip64) {
        const std::uint64_t recordAt = out.size();
        out += "PK\x06\x06";
        put(out, 44, 8);
        put(out, 45, 2);
        put(out, 45, 2);
        put(out, archive.disk, 4);
        put(out, archive.disk, 4);
        put(out, archive.files.size(), 8);
        put(out, archive.files.size(), 8);
        put(out, directoryBytes, 8);
        put(out, directoryAt, 8);
        out += "PK\x06\x07";
        put(out, 0, 4);
        put(out, recordAt, 8);
        put(out, 1, 4);
    }
    out += "PK\x05\x06";
    put(out, archive.disk, 2);
    put(out, archive.disk, 2);
    put(out, archive.isZip64 ? UINT16_MAX : archive.files.size(), 2);
    put(out, archive.isZip64 ? UINT16_MAX : archive.files.size(), 2);
    put(out, archive.isZip64 ? UINT32_MAX : directoryBytes, 4);
    // A split archive's list lies in another part.
    put(out, archive.isZip64 || archive.disk != 0 ? UINT32_MAX : directoryAt, 4);
    put(out, archive.comment.size(), 2);
    out += archive.comment;
}

} // namespace

std::string deflated(const std::string& text, DeflateWrap wrap, int level)
{
    z_stream stream{};
    const int windowBits = wrap == DeflateWrap::Gzip ? 15 + 16 : -15;
    if (deflateInit2(&stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
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

std::string zipOf(const ZipArchive& archive)
{
    std::string out;
    std::vector<Sizes> sizes;
    for (const ZipFile& file : archive.files) {
        const std::string data = file.method == 8 ? deflated(file.text, DeflateWrap::None) : file.text;
        const bool sizesFollow = (file.flags & 8U) != 0;
        const Sizes size{data.size(), file.text.size() + static_cast<std::uint64_t>(file.sizeError), out.size()};
        sizes.push_back(size);
        out += "PK\x03\x04";
        putHeader(out, file, sizesFollow ? Sizes{} : size, sizesFollow ? 0 : crcOf(file));
        put(out, file.isZip64 ? 20 : 0, 2);
        out += file.name;
        if (file.isZip64) {
            put(out, 1, 2);
            put(out, 16, 2);
            put(out, sizesFollow ? 0 : size.plain, 8);
            put(out, sizesFollow ? 0 : size.packed, 8);
        }
        out += data;
        if (sizesFollow) {
            out += "PK\x07\x08";
            put(out, crcOf(file), 4);
            put(out, size.packed, file.isZip64 ? 8 : 4);
            put(out, size.plain, file.isZip64 ? 8 : 4);
        }
    }
    const std::uint64_t directoryAt = out.size();
    if (!archive.hasDirectory)
        return out;
    for (std::size_t i = 0; i < archive.files.size(); ++i) {
        const ZipFile& file = archive.files[i];
        const std::uint64_t headerAt = sizes[i].headerAt + static_cast<std::uint64_t>(file.headerError);
        out += "PK\x01\x02";
        put(out, 20, 2);
        putHeader(out, file, sizes[i], crcOf(file));
        put(out, file.isZip64 ? 28 : 0, 2);
        put(out, 0, 2); // comment
        put(out, 0, 2); // disk
        put(out, 0, 6); // attributes
        put(out, file.isZip64 ? UINT32_MAX : headerAt, 4);
        out += file.name;
        if (file.isZip64) {
            put(out, 1, 2);
            put(out, 24, 2);
            put(out, sizes[i].plain, 8);
            put(out, sizes[i].packed, 8);
            put(out, headerAt, 8);
        }
    }
    putEnd(out, archive, directoryAt);
    return out;
}

std::string zipOf(const std::string& name, const std::string& text)
{
    return zipOf(ZipArchive{{{name, text}}, {}});
}

} // namespace lanescope::test
