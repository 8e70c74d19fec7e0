// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_session.h"

#include "core/annotate/discover.h"
#include "core/join/explain_match.h"
#include "core/load/nsys_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFilesOfASession = 10000;

std::string withoutEnding(std::string name, std::string_view ending)
{
    if (name.ends_with(ending))
        name.erase(name.size() - ending.size());
    return name;
}

bool hasTraceName(const std::string& name)
{
    constexpr std::array<std::string_view, 6> kEndings{".json",     ".json.gz",        ".json.zip",
                                                       ".trace.gz", ".perfetto_trace", ".pt.trace"};
    constexpr std::array<std::string_view, 3> kOtherFiles{"inductor_provenance", "kernel_information",
                                                          "triton_kernel_to"};
    const bool isTrace = std::any_of(kEndings.begin(), kEndings.end(), [&](auto end) { return name.ends_with(end); });
    return isTrace && !looksLikeAnnotationName(name) &&
           std::none_of(kOtherFiles.begin(), kOtherFiles.end(),
                        [&](auto part) { return name.find(part) != std::string::npos; });
}

// Other databases may lie there too: tables that were exported from the traces.
bool isTraceFile(const fs::path& path)
{
    return hasTraceName(path.filename().string()) || (path.extension() == ".sqlite" && isNsysExport(path));
}

// "x.json.gz" for its export "x.annotated.json.gz".
std::optional<std::string> originalOf(const std::string& name)
{
    const std::size_t at = name.rfind(".annotated.");
    if (at == std::string::npos)
        return std::nullopt;
    return name.substr(0, at) + name.substr(at + std::string_view(".annotated").size());
}

Result<std::vector<fs::path>> tracesIn(const fs::path& folder)
{
    std::set<std::string> names;
    std::error_code error;
    fs::directory_iterator it(folder, error);
    for (const fs::directory_iterator end; !error && it != end && names.size() < kMostFilesOfASession;
         it.increment(error)) {
        std::error_code ignored; // an entry that vanished is no file
        if (it->is_regular_file(ignored) && isTraceFile(it->path()))
            names.insert(it->path().filename().string());
    }
    if (error)
        return failure(ErrorCode::CannotRead, fmt::format("{}: {}", folder.string(), error.message()));
    std::vector<fs::path> traces;
    for (const std::string& name : names) {
        const std::optional<std::string> original = originalOf(name);
        if (!original || !(names.contains(*original) || names.contains(withoutEnding(*original, ".gz"))))
            traces.push_back(folder / name);
    }
    if (traces.empty())
        return failure(ErrorCode::NotATrace,
                       fmt::format("{}: the folder holds no trace (.json, .json.gz, or .sqlite of Nsight Systems)",
                                   folder.string()));
    return traces;
}

SessionTrace traceOf(const fs::path& path, Result<std::shared_ptr<const OpenedTrace>> opened)
{
    SessionTrace trace;
    trace.path = path;
    trace.rank = rankInFileName(path.filename().string());
    if (!opened) {
        trace.role = SessionTrace::Role::NotOpened;
        trace.error = opened.error();
        return trace;
    }
    trace.opened = *std::move(opened);
    const Trace& content = *trace.opened->trace;
    trace.rank = rankOfTrace(content);
    const bool hasWork = trace.opened->joined->match.gpuWork > 0;
    if (!hasWork && !content.header().rank && (isCoordinatorName(path.filename().string()) || !trace.rank)) {
        trace.role = SessionTrace::Role::Coordinator;
        trace.rank.reset();
    }
    return trace;
}

Finding findingOf(std::string code, std::string message)
{
    return {std::move(code), std::move(message), 1, {}, {}};
}

std::vector<Finding> warningsOf(const std::vector<SessionTrace>& traces)
{
    std::vector<Finding> warnings;
    std::map<std::int64_t, std::vector<std::string>> byRank;
    for (const SessionTrace& trace : traces) {
        const std::string name = trace.path.filename().string();
        if (trace.role == SessionTrace::Role::NotOpened)
            warnings.push_back(findingOf("trace-not-opened", trace.error.message));
        else if (trace.role == SessionTrace::Role::Coordinator)
            warnings.push_back(findingOf("not-a-rank", fmt::format("{} has no rank and no GPU work: it is not counted "
                                                                   "as a rank (a coordinator's trace?)",
                                                                   name)));
        else if (trace.rank)
            byRank[*trace.rank].push_back(name);
    }
    for (const auto& [rank, names] : byRank) {
        if (names.size() > 1)
            warnings.push_back(
                findingOf("rank-twice", fmt::format("{} traces are of rank {}: {}, {}{}", names.size(), rank, names[0],
                                                    names[1], names.size() > 2 ? ", …" : "")));
    }
    return warnings;
}

} // namespace

Result<std::vector<fs::path>> sessionFiles(std::span<const fs::path> paths)
{
    std::vector<fs::path> files;
    for (const fs::path& path : paths) {
        std::error_code ignored; // openTrace() tells what is wrong with it
        if (!fs::is_directory(path, ignored)) {
            files.push_back(path);
            continue;
        }
        const auto inside = tracesIn(path);
        if (!inside)
            return failureOf(inside);
        files.insert(files.end(), inside->begin(), inside->end());
    }
    return files;
}

Result<Session> openSession(std::span<const fs::path> paths, const OpenRequest& like, KeepTraces keep,
                            const JobControl& job, const std::function<void(const SessionTrace&)>& visit)
{
    const auto files = sessionFiles(paths);
    if (!files)
        return failureOf(files);
    Session session;
    for (const fs::path& file : *files) {
        OpenRequest request = like;
        request.trace = file;
        request.session.clear();
        request.annotations.reset();
        auto opened = openTrace(request, job);
        if (!opened && opened.error().code == ErrorCode::Stopped)
            return failureOf(opened);
        SessionTrace trace = traceOf(file, std::move(opened));
        if (visit)
            visit(trace);
        if (keep == KeepTraces::No)
            trace.opened.reset();
        session.traces.push_back(std::move(trace));
    }
    std::stable_sort(session.traces.begin(), session.traces.end(), [](const auto& a, const auto& b) {
        const auto placeOf = [](const SessionTrace& trace) {
            constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
            return std::tuple(trace.role, trace.rank.value_or(kLast), trace.path);
        };
        return placeOf(a) < placeOf(b);
    });
    if (!session.traces.empty() && session.traces.front().role == SessionTrace::Role::NotOpened)
        return tl::unexpected<Error>(session.traces.front().error);
    session.warnings = warningsOf(session.traces);
    return session;
}

} // namespace lanescope
