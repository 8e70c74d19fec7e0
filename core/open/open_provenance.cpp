// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_provenance.h"

#include "core/annotate/discover_provenance.h"
#include "core/annotate/read_provenance.h"

#include <fmt/format.h>

#include <string_view>

namespace lanescope {
namespace {

bool ranCompiledCode(const StringTable& strings)
{
    for (std::size_t i = 0; i < strings.size(); ++i) {
        const std::string_view text = strings.text(idAt<StringId>(i));
        if (text.starts_with("triton_") || text.starts_with("Torch-Compiled Region"))
            return true;
    }
    return false;
}

} // namespace

Result<OpenedProvenance> openProvenance(const OpenRequest& request, const Trace& trace, const JobControl& job)
{
    OpenedProvenance opened;
    std::vector<std::filesystem::path> paths = request.provenance;
    if (paths.empty() && request.discoverProvenance && ranCompiledCode(trace.strings())) {
        paths = findProvenanceFor(request.trace, trace.header().rank);
        opened.wasDiscovered = !paths.empty();
    }
    if (paths.empty())
        return opened;
    auto set = std::make_shared<ProvenanceSet>();
    for (const std::filesystem::path& path : paths) {
        const auto read = readProvenance(path, *set, job);
        if (read)
            continue;
        if (!opened.wasDiscovered || read.error().code == ErrorCode::Stopped)
            return failureOf(read);
        opened.warnings.push_back(
            {"provenance-not-usable",
             fmt::format("a provenance file beside the trace is not used: {}", read.error().message),
             1,
             {},
             {}});
    }
    if (!set->files.empty())
        opened.set = std::move(set);
    return opened;
}

std::vector<Finding> provenanceWarnings(const OpenedProvenance& opened, const JoinedProvenance* joined)
{
    std::vector<Finding> warnings = opened.warnings;
    if (joined == nullptr)
        return warnings;
    const auto append = [&warnings](const std::vector<Finding>& findings) {
        warnings.insert(warnings.end(), findings.begin(), findings.end());
    };
    append(joined->set->findings);
    append(joined->report.findings);
    const std::string& problem = joined->report.problem;
    if (!problem.empty())
        warnings.push_back({"no-stacks-match",
                            opened.wasDiscovered ? fmt::format("{} (provenance found beside the trace: {})", problem,
                                                               joined->set->files.front().path.string())
                                                 : problem,
                            1,
                            {},
                            {}});
    return warnings;
}

} // namespace lanescope
