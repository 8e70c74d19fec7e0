// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_key.h"

#include "core/join/explain_match.h"
#include "core/query/kernel_name.h"
#include "core/query/replay_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::array<std::pair<std::string_view, StatsKey>, 7> kKeys{{{"region", StatsKey::Region},
                                                                      {"module", StatsKey::Module},
                                                                      {"kernel", StatsKey::Kernel},
                                                                      {"phase", StatsKey::Phase},
                                                                      {"stream", StatsKey::Stream},
                                                                      {"replay", StatsKey::Replay},
                                                                      {"rank", StatsKey::Rank}}};

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

StatsGroups::Chain moduleChain(std::string_view path)
{
    StatsGroups::Chain chain;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
        const std::size_t next = path.find('.', dot + 1);
        if (dot > 0 && !isNumber(path.substr(dot + 1, next - dot - 1)))
            chain.emplace_back(path.substr(0, dot));
    }
    chain.emplace_back(path);
    return chain;
}

std::string partTitle(const Trace& trace, std::uint32_t part)
{
    if (!trace.parts().empty())
        return trace.parts()[part].title;
    const auto rank = rankOfTrace(trace);
    return rank ? fmt::format("rank {}", *rank) : trace.file().path.filename().string();
}

std::uint32_t orLast(std::uint32_t number, std::size_t count) // kNone becomes the number behind the others
{
    return number == JoinedTrace::kNone ? static_cast<std::uint32_t>(count) : number;
}

} // namespace

std::optional<StatsKey> statsKeyNamed(std::string_view name)
{
    for (const auto& [known, key] : kKeys) {
        if (known == name)
            return key;
    }
    return std::nullopt;
}

std::string_view nameOf(StatsKey key)
{
    for (const auto& [name, known] : kKeys) {
        if (known == key)
            return name;
    }
    return {};
}

Result<std::vector<StatsKey>> statsKeysNamed(std::string_view names)
{
    std::vector<StatsKey> keys;
    for (std::size_t begin = 0; begin <= names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        const std::string_view name = names.substr(begin, end - begin);
        const auto key = statsKeyNamed(name);
        if (!key)
            return failure(ErrorCode::WrongUsage,
                           fmt::format("nothing can be summed up by \"{}\": region, module, kernel, phase, stream, "
                                       "replay or rank, or several with commas between them",
                                       name));
        if (std::find(keys.begin(), keys.end(), *key) != keys.end())
            return failure(ErrorCode::WrongUsage, fmt::format("\"{}\" stands twice in \"{}\"", name, names));
        keys.push_back(*key);
        begin = end + 1;
    }
    return keys;
}

std::vector<StatsGroups::Chain> moduleChains(std::string_view modulePath)
{
    constexpr std::string_view kFused = " + ";
    std::vector<StatsGroups::Chain> chains;
    for (std::size_t end = modulePath.find(kFused); end != std::string_view::npos; end = modulePath.find(kFused)) {
        chains.push_back(moduleChain(modulePath.substr(0, end)));
        modulePath.remove_prefix(end + kFused.size());
    }
    chains.push_back(moduleChain(modulePath));
    return chains;
}

std::uint32_t StatsGroups::limit() const
{
    const auto past = [](std::size_t count) { return static_cast<std::uint32_t>(count + 1); };
    const Trace& trace = *m_joined.trace;
    switch (m_key) {
    case StatsKey::Region:
    case StatsKey::Module:
        return past(m_joined.annotations != nullptr ? m_joined.annotations->annotations().size() : 0);
    case StatsKey::Kernel:
        return past(trace.strings().size());
    case StatsKey::Phase:
        return past(m_joined.phases.size());
    case StatsKey::Stream:
        return past(trace.tracks().size());
    case StatsKey::Replay:
        return past(m_joined.replays.size());
    case StatsKey::Rank:
        return past(std::max<std::size_t>(trace.parts().size(), 1));
    }
    return 1;
}

std::uint32_t StatsGroups::numberOf(EventId work) const
{
    const Trace& trace = *m_joined.trace;
    const std::uint32_t row = trace.launchRow(work);
    switch (m_key) {
    case StatsKey::Region:
    case StatsKey::Module:
        return orLast(row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone,
                      limit() - 1);
    case StatsKey::Kernel:
        return static_cast<std::uint32_t>(indexOf(trace.nameId(work)));
    case StatsKey::Phase:
        return m_joined.phaseIndex(work);
    case StatsKey::Stream:
        return static_cast<std::uint32_t>(indexOf(trace.track(work)));
    case StatsKey::Replay:
        return orLast(row < m_joined.replayOf.size() ? m_joined.replayOf[row] : JoinedTrace::kNone, limit() - 1);
    case StatsKey::Rank:
        return trace.partOf(work);
    }
    return 0;
}

std::vector<StatsGroups::Chain> StatsGroups::chainsOf(std::uint32_t number, EventId work) const
{
    const Trace& trace = *m_joined.trace;
    const bool isNone = number == limit() - 1;
    switch (m_key) {
    case StatsKey::Region:
        return {{isNone ? std::string() : m_joined.annotations->annotations()[number].title()}};
    case StatsKey::Module:
        return isNone ? std::vector<Chain>{{std::string()}}
                      : moduleChains(m_joined.annotations->annotations()[number].modulePath());
    case StatsKey::Kernel:
        return {{m_names == KernelNames::Short ? shortKernelName(trace.name(work)) : std::string(trace.name(work))}};
    case StatsKey::Phase:
        return {{m_joined.phases[number]}};
    case StatsKey::Stream: {
        const TrackId track = trace.track(work);
        return {{fmt::format("{} {}", trace.processTitle(trace.track(track).process), trace.trackTitle(track))}};
    }
    case StatsKey::Replay:
        if (isNone)
            return {{std::string()}};
        return {{replayTitle(trace, m_joined.replays[number])}};
    case StatsKey::Rank:
        return {{partTitle(trace, number)}};
    }
    return {};
}

} // namespace lanescope
