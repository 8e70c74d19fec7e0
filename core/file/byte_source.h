// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace lanescope {

// A piece of a file's content, in bytes from its start.
struct ByteRange {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    [[nodiscard]] std::uint64_t end() const { return offset + length; }
    friend bool operator==(ByteRange, ByteRange) = default;
};

// The whole content of one file, decompressed, readable at any place by any thread. It never changes: a file that was
// cut or rewritten since it was opened gives ChangedOnDisk instead of other bytes. Plain files are read in place with
// pread (as fast as a mapping into a reused buffer, works on network file systems, and cannot fault); compressed ones
// are kept inflated in memory, and can be read while they are still being inflated.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    // Bytes of the decompressed content. Waits until all of a content that is still being unpacked is there.
    [[nodiscard]] virtual std::uint64_t sizeBytes() const = 0;

    // Whether the content has a byte at `offset`. Waits only until that is known.
    [[nodiscard]] virtual bool hasByteAt(std::uint64_t offset) const { return offset < sizeBytes(); }

    // About what sizeBytes() will be, without waiting.
    [[nodiscard]] virtual std::uint64_t likelySizeBytes() const { return sizeBytes(); }

    // Fills `into` from `offset` on; the number of bytes read is smaller only at the end of the content.
    [[nodiscard]] virtual Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const = 0;

    // How many bytes of the file on disk stand for the first `offset` bytes of content, for progress.
    [[nodiscard]] virtual std::uint64_t diskBytesUpTo(std::uint64_t offset) const { return offset; }

    // Set when a container ended early: what came out before is the content, and this says what is missing. Waits as
    // sizeBytes() does.
    [[nodiscard]] virtual const std::string& damage() const { return m_damage; }

    // The text of a range, for small pieces that are shown or rewritten. At most 256 MiB.
    [[nodiscard]] Result<std::string> text(ByteRange range) const;

protected:
    ByteSource() = default;
    std::string m_damage;
};

// A trace file as it lies on disk, with its content.
struct OpenedFile {
    std::filesystem::path path;
    std::uint64_t diskBytes = 0;
    bool isCompressed = false;
    std::shared_ptr<const ByteSource> content;
};

// Opens a regular file and unpacks it if it is a gzip file (one or many members) or a zip archive with one trace, also
// one in the other. Unpacking may go on after it returns, on a thread of the content's, until the job is stopped. A
// container that ends early gives what came out, with damage() set. Errors: NotFound, CannotRead, Damaged
// (nothing came out), Refused (an archive that leaves a choice, or cannot be unpacked), Stopped.
[[nodiscard]] Result<OpenedFile> openFile(const std::filesystem::path& path, const JobControl& job);

// A content that is in memory already (tests, standard input).
[[nodiscard]] std::shared_ptr<const ByteSource> contentInMemory(std::string text);

} // namespace lanescope
