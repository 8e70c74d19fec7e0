// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/region_scheme.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

namespace lanescope {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

std::string_view digitsAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view digits = text.substr(at, end - at);
    while (digits.size() > 1 && digits.front() == '0')
        digits.remove_prefix(1);
    return digits;
}

// "model.layers.5.attn": "model", "model.layers.5".
std::vector<std::string_view> parentsOfModule(std::string_view path)
{
    std::vector<std::string_view> parents;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
        const std::size_t next = path.find('.', dot + 1);
        if (dot > 0 && !isNumber(path.substr(dot + 1, next - dot - 1)))
            parents.push_back(path.substr(0, dot));
    }
    return parents;
}

std::vector<std::string_view> parentsOf(std::string_view modules)
{
    constexpr std::string_view kFused = " + ";
    std::size_t end = modules.find(kFused);
    std::vector<std::string_view> shared = parentsOfModule(modules.substr(0, end));
    while (end != std::string_view::npos) {
        modules.remove_prefix(end + kFused.size());
        end = modules.find(kFused);
        const std::vector<std::string_view> other = parentsOfModule(modules.substr(0, end));
        const auto [mine, theirs] = std::ranges::mismatch(shared, other);
        shared.erase(mine, shared.end());
    }
    return shared;
}

// What a module is called: by the title its own work carries, where that is one title only; else by its path.
class ModuleNames {
public:
    explicit ModuleNames(std::span<const Annotation> annotations)
    {
        for (const Annotation& annotation : annotations) {
            if (annotation.modulePath().empty())
                continue;
            const auto [known, isNew] = m_titles.emplace(annotation.modulePath(), annotation.title());
            if (!isNew && known->second != annotation.title())
                known->second = std::string_view{};
        }
    }
    [[nodiscard]] std::string_view nameOf(std::string_view path) const
    {
        const auto known = m_titles.find(path);
        return known == m_titles.end() || known->second.empty() ? path : known->second;
    }

private:
    std::unordered_map<std::string_view, std::string_view> m_titles;
};

struct Usage {
    std::uint64_t workCount = 0;
    TimeNs totalNs = 0;
};

std::vector<Usage> usageOfAnnotations(const JoinedTrace& joined, std::size_t annotationCount)
{
    const Trace& trace = *joined.trace;
    std::vector<Usage> usage(annotationCount);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        if (!trace.isGpuWork(event))
            continue;
        const std::uint32_t row = trace.launchRow(event);
        if (row == Trace::kNoRow || joined.annotationOf[row] == JoinedTrace::kNone)
            continue;
        Usage& used = usage[joined.annotationOf[row]];
        ++used.workCount;
        used.totalNs += trace.durationNs(event);
    }
    return usage;
}

struct TitleUse {
    bool isParent = true;
    bool isKept = true;
    Usage usage;
    std::set<std::string_view> children;
};

using Chain = std::vector<std::string_view>;

Chain chainOf(const Annotation& annotation, const ModuleNames& names)
{
    Chain chain;
    for (const std::string_view parent : parentsOf(annotation.modulePath())) {
        const std::string_view name = names.nameOf(parent);
        if (name != annotation.title() && std::ranges::find(chain, name) == chain.end())
            chain.push_back(name);
    }
    chain.push_back(annotation.title());
    return chain;
}

std::map<std::string_view, TitleUse> usesOf(const std::vector<Chain>& chains, const std::vector<Usage>& usage)
{
    std::map<std::string_view, TitleUse> uses;
    for (std::size_t a = 0; a < chains.size(); ++a) {
        for (std::size_t depth = 0; depth < chains[a].size(); ++depth) {
            TitleUse& use = uses[chains[a][depth]];
            use.usage.workCount += usage[a].workCount;
            use.usage.totalNs += usage[a].totalNs;
            if (depth + 1 < chains[a].size())
                use.children.insert(chains[a][depth + 1]);
            else
                use.isParent = false;
        }
    }
    for (auto& [text, use] : uses) {
        const bool addsNothing =
            use.children.size() == 1 && uses[*use.children.begin()].usage.workCount == use.usage.workCount;
        use.isKept = !use.isParent || !addsNothing;
    }
    return uses;
}

} // namespace

bool comesBefore(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (isDigit(a[i]) && isDigit(b[k])) {
            const std::string_view left = digitsAt(a, i);
            const std::string_view right = digitsAt(b, k);
            if (left.size() != right.size())
                return left.size() < right.size();
            if (left != right)
                return left < right;
            while (i < a.size() && isDigit(a[i]))
                ++i;
            while (k < b.size() && isDigit(b[k]))
                ++k;
        } else {
            if (a[i] != b[k])
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[k]);
            ++i;
            ++k;
        }
    }
    if (i == a.size() && k == b.size())
        return a < b; // alike but for leading zeros
    return i == a.size();
}

RegionScheme::RegionScheme(const JoinedTrace& joined)
{
    if (!joined.annotations)
        return;
    const std::span<const Annotation> annotations = joined.annotations->annotations();
    const std::vector<Usage> usage = usageOfAnnotations(joined, annotations.size());
    const ModuleNames names(annotations);
    std::vector<Chain> chains(annotations.size());
    for (std::size_t a = 0; a < annotations.size(); ++a) {
        if (usage[a].workCount > 0 && !annotations[a].title().empty())
            chains[a] = chainOf(annotations[a], names);
    }

    const std::map<std::string_view, TitleUse> uses = usesOf(chains, usage);
    for (const auto& [text, use] : uses) {
        if (use.isKept)
            m_titles.push_back({std::string(text), use.isParent, use.usage.workCount, use.usage.totalNs});
    }
    std::ranges::sort(m_titles, comesBefore, &RegionTitle::text);
    std::unordered_map<std::string_view, std::uint32_t> positions;
    for (const RegionTitle& title : m_titles)
        positions.emplace(title.text, static_cast<std::uint32_t>(positions.size()));

    m_chainAt.reserve(chains.size() + 1);
    for (const Chain& chain : chains) {
        m_chainAt.push_back(static_cast<std::uint32_t>(m_chains.size()));
        for (const std::string_view text : chain) {
            if (const auto position = positions.find(text); position != positions.end())
                m_chains.push_back(position->second);
        }
    }
    m_chainAt.push_back(static_cast<std::uint32_t>(m_chains.size()));
}

std::span<const std::uint32_t> RegionScheme::chain(std::uint32_t annotation) const
{
    if (std::size_t{annotation} + 1 >= m_chainAt.size())
        return {};
    const std::size_t begin = m_chainAt[annotation];
    return std::span(m_chains).subspan(begin, m_chainAt[annotation + 1] - begin);
}

} // namespace lanescope
