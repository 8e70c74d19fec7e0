// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_trace.h"

#include "core/annotate/discover.h"
#include "core/annotate/read_annotations.h"
#include "core/file/byte_source.h"
#include "core/join/annotations_in_trace.h"
#include "core/join/body_keys.h"
#include "core/join/explain_match.h"
#include "core/load/nsys_export.h"
#include "core/load/read_chrome_json.h"
#include "core/open/join_annotations.h"
#include "core/open/merge_session.h"
#include "core/open/open_provenance.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

Finding findingOf(std::string code, std::string message)
{
    return {std::move(code), std::move(message), 1, {}, {}};
}

void append(std::vector<Finding>& warnings, const LoadReport& report)
{
    warnings.insert(warnings.end(), report.findings().begin(), report.findings().end());
}

class Opening {
public:
    Opening(const OpenRequest& request, const JobControl& job) : m_job(job), m_opened(std::make_shared<OpenedTrace>())
    {
        m_opened->request = request;
    }

    Result<std::shared_ptr<const OpenedTrace>> open()
    {
        if (const auto read = readTrace(); !read)
            return failureOf(read);
        if (const auto annotated = findAnnotations(); !annotated)
            return failureOf(annotated);
        const auto provenance = openProvenance(m_opened->request, *m_opened->trace, m_job);
        if (!provenance)
            return failureOf(provenance);
        m_opened->annotations = annotationsWithBodies(*m_opened->trace, m_opened->annotations);
        auto joined = joinTrace(m_opened->trace, m_opened->annotations, m_job, provenance->set);
        if (!joined)
            return failureOf(joined);
        auto all = joinByAllKeys(*joined, m_opened->request.guessGraphs, provenance->set, m_job);
        if (!all)
            return failureOf(all);
        m_opened->joined = std::move(all->joined);
        m_opened->annotations = m_opened->joined->annotations; // with the keys that were found
        m_joinWarnings = std::move(all->warnings);
        m_opened->provenanceWasDiscovered = provenance->wasDiscovered;
        collectWarnings();
        const std::vector<Finding> more = provenanceWarnings(*provenance, m_opened->joined->provenance.get());
        m_opened->warnings.insert(m_opened->warnings.end(), more.begin(), more.end());
        return std::shared_ptr<const OpenedTrace>(std::move(m_opened));
    }

private:
    Result<void> readTrace()
    {
        auto file = openFile(m_opened->request.trace, m_job);
        if (!file)
            return failureOf(file);
        const auto isDatabase = isSqliteFile(*file);
        if (!isDatabase)
            return failureOf(isDatabase);
        if (*isDatabase) {
            auto exported = openNsysExport(*std::move(file), m_job);
            if (!exported)
                return failureOf(exported);
            file = std::move(exported->file);
            m_exportWarnings = std::move(exported->findings);
        }
        auto trace = readChromeJson(*std::move(file), m_job);
        if (!trace)
            return failureOf(trace);
        m_opened->trace = *std::move(trace);
        return {};
    }

    // In this order: the file the user names, what the trace itself carries, what lies beside it.
    Result<void> findAnnotations()
    {
        if (m_opened->request.annotations)
            return readNamedAnnotations(*m_opened->request.annotations);
        auto own = annotationsInTrace(*m_opened->trace, m_job);
        if (!own)
            return failureOf(own);
        m_opened->annotations = *std::move(own);
        if (m_opened->annotations || !m_opened->request.discoverAnnotations)
            return {};
        return discoverAnnotations();
    }

    Result<void> readNamedAnnotations(const std::filesystem::path& path)
    {
        auto set = readAnnotations(path, m_job);
        if (!set)
            return failureOf(set);
        m_opened->annotations = std::make_shared<const AnnotationSet>(*std::move(set));
        return {};
    }

    Result<void> discoverAnnotations()
    {
        // Annotations are of CUDA graphs. Beside a trace without any they are another trace's.
        if (!hasGraphedWork(*m_opened->trace) && !hasGraphLaunches(*m_opened->trace))
            return {};
        const AnnotationSearch search = findAnnotationsFor(m_opened->request.trace, m_opened->trace->header().rank);
        if (!search.equals.empty())
            warnAboutEquals(search.equals);
        if (!search.found)
            return {};
        auto set = readAnnotations(*search.found, m_job);
        if (set && isOfAnotherRank(*set))
            return {};
        if (set) {
            m_opened->annotations = std::make_shared<const AnnotationSet>(*std::move(set));
            m_opened->annotationsWereDiscovered = true;
            return {};
        }
        if (set.error().code == ErrorCode::Stopped)
            return failureOf(set);
        m_discoveryWarnings.push_back(
            findingOf("annotations-not-usable",
                      fmt::format("the annotation file beside the trace is not used: {}", set.error().message)));
        return {};
    }

    // Such a file is joined only when the user names it.
    bool isOfAnotherRank(const AnnotationSet& set)
    {
        const std::optional<std::int64_t> rank = rankOfTrace(*m_opened->trace);
        if (!rank || !set.rank || *rank == *set.rank)
            return false;
        m_discoveryWarnings.push_back(findingOf(
            "annotations-of-another-rank",
            fmt::format("{} lies beside the trace but is of rank {}, the trace is of rank {}: it is not used; name it "
                        "to join it all the same",
                        set.path.filename().string(), *set.rank, *rank)));
        return true;
    }

    void warnAboutEquals(const std::vector<std::filesystem::path>& files)
    {
        m_discoveryWarnings.push_back(
            findingOf("several-annotation-files",
                      fmt::format("{} annotation files fit this trace equally well ({}, {}{}): none is used, name one",
                                  files.size(), files[0].filename().string(), files[1].filename().string(),
                                  files.size() > 2 ? ", …" : "")));
    }

    static bool hasGraphedWork(const Trace& trace)
    {
        for (std::size_t i = 0; i < trace.eventCount(); ++i) {
            const EventId event = idAt<EventId>(i);
            const LaunchArgs* args = trace.isGpuWork(event) ? trace.launchArgs(event) : nullptr;
            if (args != nullptr && args->graphNodeKey())
                return true;
        }
        return false;
    }

    void collectWarnings()
    {
        std::vector<Finding>& warnings = m_opened->warnings;
        warnings = m_exportWarnings;
        append(warnings, m_opened->trace->loadReport());
        warnings.insert(warnings.end(), m_discoveryWarnings.begin(), m_discoveryWarnings.end());
        if (!m_opened->annotations)
            return;
        append(warnings, m_opened->annotations->report);
        warnings.insert(warnings.end(), m_joinWarnings.begin(), m_joinWarnings.end());
        const MatchReport& match = m_opened->joined->match;
        if (!match.problem.empty()) {
            warnings.push_back(
                findingOf("nothing-matches", m_opened->annotationsWereDiscovered
                                                 ? fmt::format("{} (annotations found beside the trace: {})",
                                                               match.problem, m_opened->annotations->path.string())
                                                 : match.problem));
            return;
        }
        const std::optional<std::int64_t> rank = rankOfTrace(*m_opened->trace);
        if (rank && m_opened->annotations->rank && *rank != *m_opened->annotations->rank)
            warnings.push_back(findingOf(
                "rank-differs", fmt::format("the annotations are of rank {}, the trace is of rank {}: graphs of two "
                                            "processes can have equal ids by chance",
                                            *m_opened->annotations->rank, *rank)));
        warnAboutStrangeGraphs(warnings, match);
    }

    // Graphs on both sides that the other side does not know: most likely one graph, instantiated twice.
    static void warnAboutStrangeGraphs(std::vector<Finding>& warnings, const MatchReport& match)
    {
        const GraphMatch* unknownToFile = nullptr;
        bool fileHasOthers = false;
        std::uint64_t count = 0;
        for (const GraphMatch& graph : match.graphs) {
            fileHasOthers = fileHasOthers || graph.nodesInTrace == 0;
            if (graph.nodesInTrace > 0 && graph.nodesInFile == 0 && graph.how.empty()) {
                unknownToFile = unknownToFile == nullptr ? &graph : unknownToFile;
                ++count;
            }
        }
        if (unknownToFile == nullptr || !fileHasOthers)
            return;
        Finding finding =
            findingOf("graph-not-in-annotations",
                      fmt::format("exec graph {} of the trace: {}", unknownToFile->execGraphId, unknownToFile->reason));
        finding.count = count;
        warnings.push_back(std::move(finding));
    }

    const JobControl& m_job;
    std::shared_ptr<OpenedTrace> m_opened;
    std::vector<Finding> m_exportWarnings; // of a profiler's database
    std::vector<Finding> m_discoveryWarnings;
    std::vector<Finding> m_joinWarnings;
};

} // namespace

Result<std::shared_ptr<const OpenedTrace>> openTrace(const OpenRequest& request, const JobControl& job)
{
    return request.session.empty() ? Opening(request, job).open() : openMergedSession(request, job);
}

} // namespace lanescope
