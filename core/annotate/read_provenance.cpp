// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_provenance.h"

#include "core/annotate/content_hash.h"
#include "core/annotate/provenance_text.h"
#include "core/file/byte_source.h"
#include "core/file/content_kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end])))
            return true;
    }
    return false;
}

CompiledPhase phaseInName(std::string_view name)
{
    const bool isForward = hasWord(name, "forward") || hasWord(name, "inference");
    const bool isBackward = hasWord(name, "backward");
    if (isForward == isBackward)
        return CompiledPhase::Unknown;
    return isForward ? CompiledPhase::Forward : CompiledPhase::Backward;
}

// Files of one graph have these in common.
bool areOfOneGraph(const fs::path& a, const fs::path& b)
{
    const auto prefix = [](const fs::path& path) {
        const std::string name = path.filename().string();
        return name.substr(0, name.find("inductor_"));
    };
    return a.parent_path() == b.parent_path() && prefix(a) == prefix(b);
}

// Of two files of one graph one has the stacks, the other the nodes.
bool completeEachOther(const ProvenanceGraph& a, const ProvenanceGraph& b)
{
    return a.region().empty() && b.region().empty() && a.phase() == b.phase() && !(a.hasStacks() && b.hasStacks()) &&
           !(a.hasNodes() && b.hasNodes()) && a.sharesAKernelWith(b);
}

class SetFiller {
public:
    explicit SetFiller(ProvenanceSet& set) : m_set(set) {}

    void add(ProvenanceText text, ProvenanceFile file)
    {
        for (ProvenanceGraph& graph : text.graphs) {
            ProvenanceGraph* other = otherHalf(graph, file.path);
            if (other != nullptr) {
                other->merge(graph);
                continue;
            }
            m_set.graphs.push_back(std::move(graph));
            m_set.graphFiles.push_back(static_cast<std::uint32_t>(m_set.files.size()));
        }
        for (auto& [node, record] : text.ofNodes)
            m_set.ofNodes.insert_or_assign(node, std::move(record));
        for (Finding finding : text.report.findings()) {
            finding.message = fmt::format("{}: {}", file.path.filename().string(), finding.message);
            m_set.findings.push_back(std::move(finding));
        }
        m_set.files.push_back(std::move(file));
    }

private:
    ProvenanceGraph* otherHalf(const ProvenanceGraph& graph, const fs::path& path)
    {
        for (std::size_t i = 0; graph.region().empty() && i < m_set.graphs.size(); ++i) {
            if (areOfOneGraph(m_set.files[m_set.graphFiles[i]].path, path) && completeEachOther(m_set.graphs[i], graph))
                return &m_set.graphs[i];
        }
        return nullptr;
    }

    ProvenanceSet& m_set;
};

tl::unexpected<Error> failureFor(const fs::path& path, ErrorCode code, std::string_view message)
{
    return failure(code, fmt::format("{}: {}", path.string(), message));
}

} // namespace

CompiledPhase phaseInPath(const fs::path& path)
{
    const CompiledPhase phase = phaseInName(path.filename().string());
    return phase != CompiledPhase::Unknown ? phase : phaseInName(path.parent_path().filename().string());
}

Result<void> readProvenance(const fs::path& path, ProvenanceSet& set, const JobControl& job)
{
    const Result<OpenedFile> file = openFile(path, job);
    if (!file)
        return failureOf(file); // its message names the file
    const std::uint64_t size = file->content->sizeBytes();
    if (size > kLargestProvenanceFileBytes)
        return failureFor(
            path, ErrorCode::TooLarge,
            fmt::format("{} bytes; provenance files of up to {} bytes are read", size, kLargestProvenanceFileBytes));
    const Result<std::string> text = file->content->text({0, size});
    if (!text)
        return failureOf(text);
    const ContentKind kind = contentKindOf(std::string_view(*text).substr(0, 64));
    if (kind == ContentKind::Empty)
        return failureFor(path, ErrorCode::NotAnnotations, "the provenance file is empty");
    if (kind != ContentKind::Json)
        return failureFor(path, ErrorCode::NotAnnotations,
                          fmt::format("not a provenance file: it is {}", contentKindName(kind)));
    if (job.stopRequested())
        return JobControl::stopped();
    Result<ProvenanceText> read = readProvenanceText(*text, phaseInPath(path));
    if (!read)
        return failureFor(path, read.error().code, read.error().message);
    SetFiller(set).add(*std::move(read), {path, contentHash(*text)});
    return {};
}

} // namespace lanescope
