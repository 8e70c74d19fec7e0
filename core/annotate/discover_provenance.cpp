// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/discover_provenance.h"

#include "core/annotate/discover.h"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFilesLookedAt = 100000;
constexpr std::size_t kMostFiles = 1000; // of one trace: a large program compiles some hundred graphs
constexpr std::array<std::string_view, 3> kNames{"inductor_provenance_tracking_",
                                                 "inductor_triton_kernel_to_post_grad_nodes", "kernel_information"};

std::size_t placeOfName(std::string_view fileName)
{
    for (const std::string_view name : kNames) {
        if (const std::size_t at = fileName.find(name); at != std::string_view::npos)
            return at;
    }
    return std::string_view::npos;
}

std::string_view withoutEnd(std::string_view text, std::string_view ends)
{
    return text.substr(0, text.find_last_not_of(ends) + 1);
}

// "run" of "run.forward.inductor_…"; empty for a file that is named after nothing.
std::string_view traceNamedBy(std::string_view fileName)
{
    constexpr std::string_view kSeparators = "._-";
    std::string_view name = withoutEnd(fileName.substr(0, placeOfName(fileName)), kSeparators);
    for (const std::string_view phase : {"forward", "backward", "inference"}) {
        if (name.ends_with(phase))
            return withoutEnd(name.substr(0, name.size() - phase.size()), kSeparators);
    }
    return name;
}

bool isNamedAfter(std::string_view trace, std::string_view name)
{
    return trace.starts_with(name) && (trace.size() == name.size() || trace[name.size()] == '.');
}

} // namespace

bool isProvenanceFileName(std::string_view fileName)
{
    return (fileName.ends_with(".json") || fileName.ends_with(".json.gz")) &&
           placeOfName(fileName) != std::string_view::npos;
}

std::vector<fs::path> findProvenanceFor(const fs::path& trace, std::optional<std::int64_t> rankInTrace)
{
    const std::string traceName = trace.filename().string();
    const std::optional<std::int64_t> rank = rankInTrace ? rankInTrace : rankInFileName(traceName);
    std::vector<fs::path> named;
    std::vector<fs::path> unnamed;
    std::error_code error;
    const fs::path folder = trace.has_parent_path() ? trace.parent_path() : fs::path(".");
    std::size_t looked = 0;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && looked < kFilesLookedAt;
         it.increment(error), ++looked) {
        const std::string name = it->path().filename().string();
        std::error_code ignored; // an entry that vanished is no file
        if (name == traceName || !isProvenanceFileName(name) || !it->is_regular_file(ignored))
            continue;
        const std::optional<std::int64_t> otherRank = rankInFileName(name);
        if (rank && otherRank && *rank != *otherRank)
            continue;
        const std::string_view of = traceNamedBy(name);
        if (of.empty())
            unnamed.push_back(it->path());
        else if (isNamedAfter(traceName, of))
            named.push_back(it->path());
    }
    std::vector<fs::path>& found = named.empty() ? unnamed : named;
    std::sort(found.begin(), found.end());
    if (found.size() > kMostFiles)
        found.resize(kMostFiles);
    return std::move(found);
}

} // namespace lanescope
