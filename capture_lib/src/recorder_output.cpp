// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/annotation_writer.h"
#include "capture_lib/src/atomic_file.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

namespace lanescope::capture {

RegistrySnapshot Recorder::snapshot() const
{
    RegistrySnapshot snapshot;
    snapshot.idSource = m_driver.idSource();
    snapshot.cudaVersion = m_driver.cudaVersion();
    const std::scoped_lock lock(m_mutex);
    snapshot.process = m_process;
    snapshot.droppedScopes = m_droppedScopes;
    snapshot.streams = m_streamIds.entries();
    snapshot.graphs = m_graphs;
    return snapshot;
}

Status Recorder::get(std::uint64_t key, std::string& json) const
{
    std::vector<std::shared_ptr<const GraphRecord>> alive;
    std::vector<const Region*> regions;
    {
        const std::scoped_lock lock(m_mutex);
        for (const RecordedGraph& graph : m_graphs) {
            if (graph.currentKey() != static_cast<std::uint32_t>(key >> 32))
                continue;
            if (const Region* region = regionOfNode(*graph.record, static_cast<std::uint32_t>(key))) {
                alive.push_back(graph.record);
                regions.push_back(region);
            }
        }
    }
    if (regions.empty())
        return {LSC_ERROR_UNKNOWN, "no annotation is recorded for node " + std::to_string(key)};
    json = annotationList(regions);
    return {};
}

void Recorder::forEach(const std::function<int(std::uint64_t key, const std::string& json)>& visit) const
{
    const RegistrySnapshot now = snapshot();
    for (const auto& [key, regions] : annotatedKeys(now.graphs, KeysOf::Current)) {
        if (visit(key, annotationList(regions)) != 0)
            return;
    }
}

Status Recorder::save(const std::string& path, FileFormat format)
{
    AtomicFile file(path);
    if (format == FileFormat::PlainMap)
        writePlainMap(snapshot(), file);
    else
        writeAnnotationFile(snapshot(), file);
    return file.commit();
}

std::string Recorder::pathInFolder(const std::string& folder, FileFormat format) const
{
    const std::scoped_lock lock(m_mutex);
    const char* prefix = format == FileFormat::PlainMap ? LSC_PLAIN_MAP_PREFIX : LSC_FILE_PREFIX;
    return folder + "/" + prefix + m_process.fileStem() + LSC_FILE_ENDING;
}

Status Recorder::openJournal(const std::string& folder)
{
    if (m_forked)
        return {LSC_ERROR_UNAVAILABLE, "this process was forked from one that records"};
    std::string stem;
    {
        const std::scoped_lock lock(m_mutex);
        stem = m_process.fileStem();
        m_journaledStreams = m_streamIds.entries().size();
    }
    return m_journal.open(folder + "/" LSC_FILE_PREFIX + stem + LSC_JOURNAL_ENDING, snapshot());
}

Status Recorder::closeJournal(JournalFile file)
{
    return m_journal.close(file);
}

Status Recorder::journalGraph(std::uint32_t id, const std::vector<std::uint32_t>& forgotten)
{
    if (!m_journal.isOpen())
        return {};
    std::string lines;
    {
        RecordedGraph copy;
        std::vector<StreamIds::Entry> streams;
        {
            const std::scoped_lock lock(m_mutex);
            const RecordedGraph* graph = findGraph(id);
            if (!graph)
                return {};
            copy = *graph;
            if (m_journaledStreams != m_streamIds.entries().size())
                streams = m_streamIds.entries();
            m_journaledStreams = m_streamIds.entries().size();
        }
        if (!streams.empty())
            lines = journalStreamsLine(streams);
        for (const std::uint32_t body : forgotten)
            lines += journalRemovedLine(body);
        lines += journalGraphLine(copy);
    }
    if (Status status = m_journal.append(lines); !status.ok())
        return status;
    return tidyJournal();
}

// Removed graphs and repeated lines make a journal grow without end: now and then it starts anew.
Status Recorder::tidyJournal()
{
    return m_journal.wantsRewrite() ? m_journal.rewrite(snapshot()) : Status{};
}

} // namespace lanescope::capture
