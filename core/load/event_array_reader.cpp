// SPDX-License-Identifier: Apache-2.0
#include "core/load/event_array_reader.h"

#include "core/load/entry_boundary.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
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
        : m_source(source), m_begin(begin), m_options(options), m_job(job),
          m_count(static_cast<std::size_t>((source.sizeBytes() - begin) / options.chunkBytes + 1)),
          m_aheadLimit(std::size_t{job.threads()} * 2)
    {}

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::uint64_t placeOf(std::size_t chunk) const { return m_begin + chunk * m_options.chunkBytes; }

    // What a thread does until there is no chunk left or somebody calls close().
    void work()
    {
        EntryRunReader reader(m_source, m_job, m_options.path);
        for (;;) {
            std::size_t chunk = 0;
            std::unique_ptr<EntryTable> table;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return m_closed || m_next >= m_count || m_next < m_taken + m_aheadLimit; });
                if (m_closed || m_next >= m_count)
                    return;
                chunk = m_next++;
                if (!m_spareTables.empty()) {
                    table = std::move(m_spareTables.back());
                    m_spareTables.pop_back();
                }
            }
            if (!table)
                table = std::make_unique<EntryTable>();
            ReadChunk read = readChunk(chunk, std::move(table), reader);
            const std::lock_guard lock(m_mutex);
            m_read.emplace(chunk, std::move(read));
            m_changed.notify_all();
        }
    }

    // The next chunk in order; waits for it.
    ReadChunk take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_read.contains(m_taken); });
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
    // Where the entries of a chunk seem to begin; the end of the content when nowhere.
    Result<std::uint64_t> beginOf(std::size_t chunk) const
    {
        if (chunk == 0)
            return m_begin;
        if (chunk >= m_count)
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
    const std::size_t m_count;
    const std::size_t m_aheadLimit;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<std::size_t, ReadChunk> m_read;
    std::vector<std::unique_ptr<EntryTable>> m_spareTables;
    std::size_t m_next = 0;  // the next chunk to read
    std::size_t m_taken = 0; // the next chunk to take
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
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(job.threads(), queue.count()));
    const QueueThreads workers(queue, threads);
    EntryRunReader again(source, job, options.path); // for chunks that began at a wrong guess
    CommaRepairs commas(builder.repairs(), builder.report());
    End reached{End::Kind::AtEntry, begin, {}};
    for (std::size_t i = 0; i < queue.count(); ++i) {
        if (job.stopRequested())
            return JobControl::stopped();
        ReadChunk chunk = queue.take();
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
        if (i == 0)
            builder.reserveFor(source.sizeBytes() - begin, reached.at - begin);
        job.report({JobStage::Reading, source.diskBytesUpTo(reached.at), diskBytes, builder.entryCount()});
        if (reached.kind != End::Kind::AtEntry)
            break;
    }
    return reached;
}

} // namespace lanescope
