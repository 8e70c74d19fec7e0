// SPDX-License-Identifier: Apache-2.0
#include "core/export/gzip_blocks.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

constexpr int kLevel = 6;
constexpr int kRawWindowBits = -15; // negative: without a header, which is written once
constexpr int kMemoryLevel = 9;
constexpr std::size_t kDictionaryBytes = std::size_t{32} << 10;
constexpr unsigned kMostThreads = 64;

struct Block {
    enum class State { Waiting, Taken, Done };

    std::string text; // the dictionary, then what is to be compressed
    std::size_t dictionaryBytes = 0;
    bool isLast = false;
    State state = State::Waiting;
    std::string deflated;
    std::uint32_t checksum = 0;
    int outcome = Z_OK;

    [[nodiscard]] std::size_t length() const { return text.size() - dictionaryBytes; }
};

// One thread's compressor.
class Deflater {
public:
    Deflater() { m_outcome = deflateInit2(&m_stream, kLevel, Z_DEFLATED, kRawWindowBits, kMemoryLevel, 0); }
    ~Deflater()
    {
        if (m_outcome == Z_OK)
            deflateEnd(&m_stream);
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    void compress(Block& block)
    {
        block.outcome = m_outcome;
        if (m_outcome != Z_OK)
            return;
        deflateReset(&m_stream);
        // zlib's interface is older than const.
        auto* bytes = reinterpret_cast<Bytef*>(block.text.data());
        if (block.dictionaryBytes > 0)
            deflateSetDictionary(&m_stream, bytes, static_cast<uInt>(block.dictionaryBytes));
        m_stream.next_in = bytes + block.dictionaryBytes;
        m_stream.avail_in = static_cast<uInt>(block.length());
        block.checksum = static_cast<std::uint32_t>(crc32(0, m_stream.next_in, static_cast<uInt>(block.length())));
        // The bound is one for Z_FINISH; a flush adds a few bytes.
        block.deflated.resize(deflateBound(&m_stream, static_cast<uLong>(block.length())) + 64);
        m_stream.next_out = reinterpret_cast<Bytef*>(block.deflated.data());
        m_stream.avail_out = static_cast<uInt>(block.deflated.size());
        const int outcome = deflate(&m_stream, block.isLast ? Z_FINISH : Z_SYNC_FLUSH);
        const bool isWhole = block.isLast ? outcome == Z_STREAM_END : outcome == Z_OK && m_stream.avail_out > 0;
        block.outcome = isWhole ? Z_OK : Z_BUF_ERROR;
        block.deflated.resize(block.deflated.size() - m_stream.avail_out);
    }

private:
    z_stream m_stream{};
    int m_outcome = Z_OK;
};

void appendLittleEndian(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>((value >> shift) & 0xffU);
}

} // namespace

class GzipBlocks::Work {
public:
    Work(unsigned threads, Sink sink) : m_sink(std::move(sink))
    {
        const unsigned wanted = std::clamp(threads, 1U, kMostThreads);
        m_mostInFlight = 2 * std::size_t{wanted};
        try {
            for (unsigned i = 1; i < wanted; ++i)
                m_workers.emplace_back([this] { runWorker(); });
        } catch (const std::system_error&) { // fewer threads take longer, no more
        }
    }

    ~Work()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
        }
        m_blockCame.notify_all();
        for (std::thread& worker : m_workers)
            worker.join();
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    Result<void> write(std::string_view text)
    {
        while (!text.empty()) {
            if (m_filling == nullptr)
                m_filling = std::make_unique<Block>();
            const std::string_view piece = text.substr(0, kBlockBytes - m_filling->length());
            m_filling->text += piece;
            text.remove_prefix(piece.size());
            if (m_filling->length() == kBlockBytes) {
                if (auto handed = handOver(); !handed)
                    return handed;
            }
        }
        return {};
    }

    Result<void> finish()
    {
        if (m_filling == nullptr)
            m_filling = std::make_unique<Block>();
        m_filling->isLast = true;
        if (auto handed = handOver(); !handed)
            return handed;
        while (!m_blocks.empty()) {
            if (auto written = writeOldest(); !written)
                return written;
        }
        std::string trailer;
        appendLittleEndian(trailer, static_cast<std::uint32_t>(m_checksum));
        appendLittleEndian(trailer, static_cast<std::uint32_t>(m_length));
        return m_sink(trailer);
    }

private:
    Result<void> handOver()
    {
        std::unique_ptr<Block> next;
        if (!m_filling->isLast) {
            next = std::make_unique<Block>();
            next->text.reserve(kDictionaryBytes + kBlockBytes);
            next->text.assign(m_filling->text, m_filling->text.size() - kDictionaryBytes);
            next->dictionaryBytes = kDictionaryBytes;
        }
        {
            const std::lock_guard lock(m_mutex);
            m_blocks.push_back(std::move(m_filling));
        }
        m_blockCame.notify_one();
        m_filling = std::move(next);
        if (m_blocks.size() >= m_mostInFlight || m_workers.empty())
            return writeOldest();
        return {};
    }

    // The first that nobody has taken yet; null when there is none. With the mutex held.
    Block* takeWaiting()
    {
        for (const std::unique_ptr<Block>& block : m_blocks) {
            if (block->state == Block::State::Waiting) {
                block->state = Block::State::Taken;
                return block.get();
            }
        }
        return nullptr;
    }

    void compress(Deflater& deflater, Block& block)
    {
        deflater.compress(block);
        {
            const std::lock_guard lock(m_mutex);
            block.state = Block::State::Done;
        }
        m_blockDone.notify_one();
    }

    void runWorker()
    {
        Deflater deflater;
        for (;;) {
            Block* block = nullptr;
            {
                std::unique_lock lock(m_mutex);
                m_blockCame.wait(lock, [&] { return m_isEnding || (block = takeWaiting()) != nullptr; });
                if (block == nullptr)
                    return;
            }
            compress(deflater, *block);
        }
    }

    // Compresses along with the others until the oldest block is done, then passes that on.
    Result<void> writeOldest()
    {
        std::unique_ptr<Block> oldest;
        for (;;) {
            std::unique_lock lock(m_mutex);
            if (m_blocks.front()->state == Block::State::Done) {
                oldest = std::move(m_blocks.front());
                m_blocks.pop_front();
                break;
            }
            if (Block* waiting = takeWaiting(); waiting != nullptr) {
                lock.unlock();
                compress(m_own, *waiting);
                continue;
            }
            m_blockDone.wait(lock, [&] { return m_blocks.front()->state == Block::State::Done; });
        }
        if (oldest->outcome != Z_OK)
            return failure(ErrorCode::CannotWrite, fmt::format("zlib could not compress ({})", oldest->outcome));
        if (std::exchange(m_isFirst, false)) {
            // Deflate, no flags, no time (the same trace gives the same bytes), no extra flags, Unix.
            constexpr std::array<char, 10> kHeader{'\x1f', '\x8b', 8, 0, 0, 0, 0, 0, 0, 3};
            if (auto written = m_sink({kHeader.data(), kHeader.size()}); !written)
                return written;
        }
        const auto length = static_cast<z_off_t>(oldest->length());
        m_checksum = crc32_combine(m_checksum, oldest->checksum, length);
        m_length += oldest->length();
        return m_sink(oldest->deflated);
    }

    Sink m_sink;
    std::size_t m_mostInFlight;
    std::unique_ptr<Block> m_filling;
    Deflater m_own;
    bool m_isFirst = true;
    uLong m_checksum = 0;
    std::uint64_t m_length = 0;

    std::mutex m_mutex; // guards the two below and the states of the blocks
    std::deque<std::unique_ptr<Block>> m_blocks;
    bool m_isEnding = false;
    std::condition_variable m_blockCame;
    std::condition_variable m_blockDone; // waited for by the caller only
    std::vector<std::thread> m_workers;
};

GzipBlocks::GzipBlocks(unsigned threads, Sink sink) : m_work(std::make_unique<Work>(threads, std::move(sink))) {}

GzipBlocks::~GzipBlocks() = default;

Result<void> GzipBlocks::write(std::string_view text)
{
    return m_work->write(text);
}

Result<void> GzipBlocks::finish()
{
    return m_work->finish();
}

} // namespace lanescope
