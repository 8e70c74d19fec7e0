// SPDX-License-Identifier: Apache-2.0
#include "core/export/provenance_args.h"

#include "core/load/json_text.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

std::string jsonList(const std::vector<std::string>& texts)
{
    std::string json = "[";
    for (const std::string& text : texts) {
        if (json.size() > 1)
            json += ", ";
        appendJsonString(text, json);
    }
    return json + ']';
}

std::vector<ArgChange> argsOf(const ProvenanceMatch& match)
{
    std::vector<ArgChange> args;
    args.emplace_back("stack", jsonList(match.candidates.front()->stacks));
    if (match.candidates.size() > 1)
        args.emplace_back("stack_candidates", fmt::to_string(match.candidates.size()));
    return args;
}

} // namespace

ProvenanceArgs::ProvenanceArgs(const JoinedProvenance* provenance)
    : m_provenance(provenance), m_made(provenance != nullptr ? provenance->matches.size() : 0)
{}

bool ProvenanceArgs::hasStack(const Trace& trace, EventId e) const
{
    const ProvenanceMatch* match = m_provenance != nullptr ? m_provenance->match(trace, e) : nullptr;
    return match != nullptr && match->hasStack();
}

std::span<const ArgChange> ProvenanceArgs::of(const Trace& trace, EventId e)
{
    if (!hasStack(trace, e))
        return {};
    const std::uint32_t position = m_provenance->matchOf[trace.launchRow(e)];
    std::optional<std::vector<ArgChange>>& made = m_made[position];
    if (!made)
        made = argsOf(m_provenance->matches[position]);
    return *made;
}

} // namespace lanescope
