// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::test {

// A zip archive built byte by byte, as different writers make them, and wrong in one place at will.
struct ZipFile {
    std::string name;
    std::string text;
    std::uint16_t method = 8; // 0: stored; others are stored and only say otherwise
    std::uint16_t flags = 0;  // 8: sizes and checksum follow the data
    bool isZip64 = false;
    std::uint32_t crcError = 0;   // added to the checksum
    std::int64_t sizeError = 0;   // added to the size
    std::int64_t headerError = 0; // added to the place in the archive's list
};

struct ZipArchive {
    std::vector<ZipFile> files;
    std::string comment;
    bool isZip64 = false;   // the end records
    std::uint16_t disk = 0; // a part of a split archive
    bool hasDirectory = true;
};

[[nodiscard]] std::string zipOf(const ZipArchive& archive);

// One good file.
[[nodiscard]] std::string zipOf(const std::string& name, const std::string& text);

// Bare deflate data, or a gzip member.
enum class DeflateWrap { None, Gzip };
[[nodiscard]] std::string deflated(const std::string& text, DeflateWrap wrap, int level = 6);

} // namespace lanescope::test
