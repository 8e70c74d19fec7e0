// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lanescope {

// A content in memory, in blocks: it grows without being copied, and its end wastes less than one block. One thread
// fills it; others may read meanwhile, and wait for what has not arrived yet.
class TextBlocks final : public ByteSource {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{2} << 20;

    // What fills a content: it ends early when the job is stopped. An error is what every later read gives.
    using Fill = std::function<Result<void>(TextBlocks& text, const JobControl& job)>;

    TextBlocks() = default;
    ~TextBlocks() override;

    // A content that `fill` fills: on a thread of its own that ends with the content, where the job may use two, else
    // at once. Returns when something can be read. Errors: that of `fill`, if it came before any text; Damaged when
    // nothing but damage comes out (`name` is for its message).
    [[nodiscard]] static Result<std::shared_ptr<const ByteSource>> filledBy(Fill fill, std::string_view name,
                                                                            const JobControl& job);

    [[nodiscard]] std::uint64_t sizeBytes() const override;
    [[nodiscard]] bool hasByteAt(std::uint64_t offset) const override;
    [[nodiscard]] std::uint64_t likelySizeBytes() const override;
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override;
    [[nodiscard]] std::uint64_t diskBytesUpTo(std::uint64_t offset) const override;
    [[nodiscard]] const std::string& damage() const override;

    // Filling. Room behind the end: never empty; what was written there is added with advance(). `diskBytes`: how much
    // of the file on disk stands for all text so far.
    [[nodiscard]] std::span<char> room();
    void advance(std::size_t bytes, std::uint64_t diskBytes);
    void append(std::string_view text);
    void setDamage(std::string damage) { m_damage = std::move(damage); } // before finish()
    // What the file on disk has in all.
    void setDiskBytes(std::uint64_t bytes);
    // Nothing more comes.
    void finish(Result<void> result);

private:
    using Block = std::array<char, kBlockBytes>;
    struct FreeBlock {
        void operator()(Block* block) const;
    };
    void fillOnThread(Fill fill, const JobControl& job);
    // Waits until the content reaches beyond `offset`, or ends.
    std::unique_lock<std::mutex> waitFor(std::uint64_t offset) const;

    mutable std::mutex m_mutex; // of all below while it is filled
    mutable std::condition_variable m_grown;
    std::vector<std::unique_ptr<Block, FreeBlock>> m_blocks;
    std::uint64_t m_sizeBytes = 0;
    std::uint64_t m_diskBytes = 0;     // in all
    std::uint64_t m_diskBytesUsed = 0; // so far
    bool m_isFinished = false;
    std::optional<Error> m_error;
    std::jthread m_filling; // the last member: it uses the others
};

} // namespace lanescope
