// SPDX-License-Identifier: Apache-2.0
#include "core/load/event_array_reader.h"

#include "core/load/entry_boundary.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lanescope {
namespace {

using End = EntryRunReader::End;

// The entries of one chunk, as one thread read them.
struct ReadChunk {
    std::uint64_t begin = 0; // where its first entry seemed to begin
    std::uint64_t limit = 0; // where that of the next chunk seemed to begin
    Result<End> end = End{};
    std::unique_ptr<EntryTable> table;
};

// Chunks are numbered; chunk i holds the entries that begin in [place of i, place of i + 1), where places are multiples
// of the chunk size moved on to where an entry seems to begin.
class ChunkQueue {
public:
    ChunkQueue(const ByteSource& source, std::uint64_t begin, const ReadOptions& options, const JobControl& job)
        : m_source(source), m_begin(begin), m_options(options), m_job(job), m_aheadLimit(std::size_t{job.threads()} * 2)
    {}

    // Whether there is such a chunk; of a content that is being unpacked, waits until that is known.
    [[nodiscard]] bool has(std::size_t chunk) const { return chunk == 0 || m_source.hasByteAt(placeOf(chunk)); }

    // What a thread does until there is no chunk left or somebody calls close().
    void work()
    {
        EntryRunReader reader(m_source, m_job, m_options.path);
        for (;;) {
            std::size_t chunk = 0;
            std::unique_ptr<EntryTable> table;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return m_closed || m_next < m_taken + m_aheadLimit; });
                if (m_closed)
                    return;
                chunk = m_next++;
                if (!m_spareTables.empty()) {
                    table = std::move(m_spareTables.back());
                    m_spareTables.pop_back();
                }
            }
            if (!has(chunk)) {
                end(chunk);
                return;
            }
            if (!table)
                table = std::make_unique<EntryTable>();
            ReadChunk read = readChunk(chunk, std::move(table), reader);
            const std::lock_guard lock(m_mutex);
            m_read.emplace(chunk, std::move(read));
            m_changed.notify_all();
        }
    }

    // The next chunk in order, or nothing behind the last; waits for it.
    std::optional<ReadChunk> take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_taken >= m_end || m_read.contains(m_taken); });
        if (m_taken >= m_end)
            return std::nullopt;
        ReadChunk chunk = std::move(m_read.extract(m_taken).mapped());
        ++m_taken;
        m_changed.notify_all();
        return chunk;
    }

    void recycle(std::unique_ptr<EntryTable> table)
    {
        table->clear();
        const std::lock_guard lock(m_mutex);
        m_spareTables.push_back(std::move(table));
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }

private:
    [[nodiscard]] std::uint64_t placeOf(std::size_t chunk) const { return m_begin + chunk * m_options.chunkBytes; }

    // There is no chunk from this one on.
    void end(std::size_t chunk)
    {
        const std::lock_guard lock(m_mutex);
        m_end = std::min(m_end, chunk);
        m_changed.notify_all();
    }

    // Where the entries of a chunk seem to begin; the end of the content when nowhere.
    Result<std::uint64_t> beginOf(std::size_t chunk) const
    {
        if (chunk == 0)
            return m_begin;
        if (!has(chunk))
            return m_source.sizeBytes();
        const auto guess = guessEntryBegin(m_source, placeOf(chunk));
        if (!guess)
            return failureOf(guess);
        return guess->value_or(m_source.sizeBytes());
    }

    ReadChunk readChunk(std::size_t chunk, std::unique_ptr<EntryTable> table, EntryRunReader& reader) const
    {
        const auto begin = beginOf(chunk);
        const auto limit = begin ? beginOf(chunk + 1) : begin;
        if (!limit)
            return {0, 0, failureOf(limit), std::move(table)};
        if (*begin >= *limit) // all of it lies inside one entry, or behind the events
            return {*begin, *limit, End{End::Kind::AtEntry, *begin, {}}, std::move(table)};
        auto end = reader.read(*begin, *limit, *table);
        return {*begin, *limit, std::move(end), std::move(table)};
    }

    const ByteSource& m_source;
    const std::uint64_t m_begin;
    const ReadOptions& m_options;
    const JobControl& m_job;
    const std::size_t m_aheadLimit;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<std::size_t, ReadChunk> m_read;
    std::vector<std::unique_ptr<EntryTable>> m_spareTables;
    std::size_t m_next = 0;       // the next chunk to read
    std::size_t m_taken = 0;      // the next chunk to take
    std::size_t m_end = SIZE_MAX; // the first chunk that there is not, once it is known
    bool m_closed = false;
};

// Closes the queue before the threads are joined, on every way out.
class QueueThreads {
public:
    QueueThreads(ChunkQueue& queue, unsigned count) : m_queue(queue)
    {
        for (unsigned i = 0; i < count; ++i)
            m_threads.emplace_back([&queue] { queue.work(); });
    }
    ~QueueThreads() { m_queue.close(); }
    QueueThreads(const QueueThreads&) = delete;
    QueueThreads& operator=(const QueueThreads&) = delete;

private:
    ChunkQueue& m_queue;
    std::vector<std::jthread> m_threads;
};

} // namespace

Result<End> readEventArray(const ByteSource& source, std::uint64_t begin, std::uint64_t diskBytes,
                           const ReadOptions& options, TraceBuilder& builder, const JobControl& job)
{
    ChunkQueue queue(source, begin, options, job);
    const auto threads = queue.has(1) ? job.threads() : 1U;
    const QueueThreads workers(queue, threads);
    EntryRunReader again(source, job, options.path); // for chunks that began at a wrong guess
    CommaRepairs commas(builder.repairs(), builder.report());
    End reached{End::Kind::AtEntry, begin, {}};
    for (bool isFirst = true;; isFirst = false) {
        if (job.stopRequested())
            return JobControl::stopped();
        std::optional<ReadChunk> taken = queue.take();
        if (!taken)
            return reached;
        ReadChunk& chunk = *taken;
        if (!chunk.end)
            return chunk.end;
        if (chunk.begin != reached.at) {
            // The guess was wrong: reading all before went past it. Only what is left of the chunk counts, read anew.
            chunk.table->clear();
            if (reached.at >= chunk.limit) {
                queue.recycle(std::move(chunk.table));
                continue;
            }
            chunk.end = again.read(reached.at, chunk.limit, *chunk.table);
            if (!chunk.end)
                return chunk.end;
        }
        commas.joinHead(chunk.end->seam);
        builder.append(*chunk.table);
        commas.joinTail(chunk.end->seam);
        queue.recycle(std::move(chunk.table));
        reached = *chunk.end;
        if (isFirst)
            builder.reserveFor(source.likelySizeBytes() - begin, reached.at - begin);
        job.report({JobStage::Reading, source.diskBytesUpTo(reached.at), diskBytes, builder.entryCount()});
        if (reached.kind != End::Kind::AtEntry)
            return reached;
    }
}

} // namespace lanescope
