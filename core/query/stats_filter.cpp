// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_filter.h"

#include "core/query/filter_expression.h"
#include "core/query/filter_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kMostNames = 50;
constexpr std::size_t kLongestText = 900; // filters take 1000 bytes a text

// A name that is too long for a filter stands for all that begin as it does.
std::string nameTerm(std::string_view name)
{
    if (name.size() <= kLongestText)
        return filterTermText("name", name);
    std::string pattern;
    for (const char c : name.substr(0, kLongestText / 2)) {
        if (c == '\\' || c == '*' || c == '?' || c == '"' || c == ' ' || c == '(' || c == ')' || c == '/')
            pattern += '\\';
        pattern += c;
    }
    while (!pattern.empty() && (static_cast<unsigned char>(name[kLongestText / 2]) & 0xC0) == 0x80 &&
           (static_cast<unsigned char>(pattern.back()) & 0x80) != 0)
        pattern.pop_back(); // not inside a character
    return "name:" + pattern + "*";
}

std::optional<std::string> kernelTerm(const Trace& trace, const std::vector<EventId>& work)
{
    std::set<StringId> names;
    for (const EventId event : work) {
        names.insert(trace.nameId(event));
        if (names.size() > kMostNames)
            return std::nullopt;
    }
    std::string term;
    for (const StringId name : names)
        term += (term.empty() ? "" : " OR ") + nameTerm(trace.text(name));
    return names.size() > 1 ? "(" + term + ")" : term;
}

// Of the file that work stands in; empty for the only one.
std::string partTerm(const Trace& trace, std::uint32_t number)
{
    if (trace.parts().empty())
        return {};
    const TracePart& part = trace.parts()[number];
    const auto isOfRank = [&](const TracePart& other) { return other.rank == part.rank; };
    return part.rank && std::count_if(trace.parts().begin(), trace.parts().end(), isOfRank) == 1
               ? fmt::format("rank:{}", *part.rank)
               : filterTermText("file", part.title);
}

std::string withPart(const Trace& trace, std::uint32_t part, std::string term)
{
    const std::string ofPart = partTerm(trace, part);
    return ofPart.empty() ? term : std::move(term) + ' ' + ofPart;
}

std::string streamTerm(const Trace& trace, EventId work)
{
    const TrackId track = trace.track(work);
    const auto stream = filterStreamNumber(trace, track);
    const auto& device = trace.process(trace.track(track).process).device;
    if (stream && device)
        return withPart(trace, trace.partOf(work), fmt::format("stream:{} device:{}", *stream, *device));
    return filterTermText("track", trace.trackTitle(track)) + ' ' +
           filterTermText("process", trace.processTitle(trace.track(track).process));
}

std::optional<std::string> termOf(const JoinedTrace& joined, const StatsRow& row, const std::vector<EventId>& work)
{
    switch (row.key) {
    case StatsKey::Region:
        return row.name.empty() ? "-ann:*" : filterTermText("ann", row.name);
    case StatsKey::Module:
        return row.name.empty() ? "-module:*" : filterTermText("module", row.name);
    case StatsKey::Kernel:
        return kernelTerm(*joined.trace, work);
    case StatsKey::Phase:
        return filterTermText("phase", row.name);
    case StatsKey::Stream:
        return streamTerm(*joined.trace, work.front());
    case StatsKey::Rank:
        return partTerm(*joined.trace, joined.trace->partOf(work.front()));
    case StatsKey::Replay:
        break;
    }
    const Replay* replay = joined.replay(work.front());
    return replay == nullptr ? "-replay:0.." : filterOfReplay(*joined.trace, *replay);
}

} // namespace

std::string filterOfGraph(const Trace& trace, GraphOfPart graph)
{
    return withPart(trace, graph.part, fmt::format("graph:{}", graph.execGraphId));
}

std::string filterOfReplay(const Trace& trace, const Replay& replay)
{
    return fmt::format("{} replay:{}", filterOfGraph(trace, graphOf(replay)), replay.number);
}

std::optional<std::string> filterOfRow(const JoinedTrace& joined, const StatsTable& table, std::size_t row)
{
    const std::vector<EventId> work = table.workOf(row);
    std::string filter;
    bool isModuleTold = false;
    for (auto i = static_cast<std::uint32_t>(row); i != StatsRow::kNoParent; i = table.rows[i].parent) {
        const bool isModule = table.rows[i].key == StatsKey::Module;
        if (isModule && isModuleTold)
            continue; // the inmost module is told
        isModuleTold = isModuleTold || isModule;
        const auto term = termOf(joined, table.rows[i], work);
        if (!term)
            return std::nullopt;
        if (!term->empty())
            filter = filter.empty() ? *term : *term + ' ' + filter;
    }
    return filter.size() <= kLongestFilter ? std::optional(filter) : std::nullopt;
}

} // namespace lanescope
