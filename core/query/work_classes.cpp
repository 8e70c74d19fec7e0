// SPDX-License-Identifier: Apache-2.0
#include "core/query/work_classes.h"

#include "core/base/trimmed.h"
#include "core/query/filter_events.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kBlanks = " \t\r";

constexpr std::string_view kDefaultRules = "communication: kernel:/nccl|rccl|nvshmem|cross_device_reduce|multimem_/i\n"
                                           "communication: @collective\n"
                                           "communication: name:Memcpy\\ PtoP* OR name:Memcpy\\ P2P*\n"
                                           "copy: cat:gpu_memcpy OR cat:gpu_memset OR cat:Memcpy OR cat:Memset\n";

constexpr std::string_view kCollective = "Collective name";

WorkRole roleNamed(std::string_view className)
{
    const std::string_view first = className.substr(0, className.find('/'));
    for (const WorkRole role : {WorkRole::Communication, WorkRole::Copy}) {
        if (first == nameOf(role))
            return role;
    }
    return WorkRole::Computation;
}

Result<WorkClassRule> parseRule(std::string_view line)
{
    const std::size_t colon = line.find(':');
    const std::string_view name = trimmed(line.substr(0, colon), kBlanks);
    const std::string_view asked =
        colon == std::string_view::npos ? std::string_view() : trimmed(line.substr(colon + 1), kBlanks);
    if (name.empty() || asked.empty())
        return failure(ErrorCode::WrongUsage, "expected a class, a colon and a filter expression, such as "
                                              "\"communication: kernel:my_all_reduce*\"");
    WorkClassRule rule;
    rule.name = name;
    rule.asksForCollective = asked == "@collective";
    if (rule.asksForCollective)
        return rule;
    auto filter = parseFilterOption(asked);
    if (!filter)
        return failureOf(filter);
    rule.filter = *std::move(filter);
    return rule;
}

// Names of kernels whose first event tells a collective; of others the args are not looked at.
Result<std::vector<bool>> namesWithCollective(const Trace& trace, const JobControl& job)
{
    std::vector<bool> isKnown(trace.strings().size());
    std::vector<bool> hasCollective(trace.strings().size());
    const std::string quoted = fmt::format("\"{}\"", kCollective);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (i % (1 << 14) == 0 && job.stopRequested())
            return JobControl::stopped();
        const std::size_t name = indexOf(trace.nameId(event));
        if (!trace.isGpuWork(event) || isKnown[name])
            continue;
        isKnown[name] = true;
        const auto text = trace.file().content->text(trace.bytes(event));
        if (!text)
            return failureOf(text);
        hasCollective[name] = text->find(quoted) != std::string::npos;
    }
    return hasCollective;
}

class CollectiveTest {
public:
    static Result<CollectiveTest> of(const JoinedTrace& joined, const JobControl& job)
    {
        auto names = namesWithCollective(*joined.trace, job);
        if (!names)
            return failureOf(names);
        return CollectiveTest(joined, *std::move(names));
    }
    [[nodiscard]] bool operator()(EventId event) const
    {
        if (m_hasName[indexOf(m_joined.trace->nameId(event))])
            return true;
        const Annotation* annotation = m_joined.annotation(event);
        return annotation != nullptr && annotation->json(kCollective).has_value();
    }

private:
    CollectiveTest(const JoinedTrace& joined, std::vector<bool> hasName)
        : m_joined(joined), m_hasName(std::move(hasName))
    {}
    const JoinedTrace& m_joined;
    std::vector<bool> m_hasName; // by StringId
};

} // namespace

std::string_view nameOf(WorkRole role)
{
    switch (role) {
    case WorkRole::Communication:
        return "communication";
    case WorkRole::Copy:
        return "copy";
    case WorkRole::Computation:
        break;
    }
    return "computation";
}

std::string_view defaultWorkClassText()
{
    return kDefaultRules;
}

std::vector<WorkClassRule> defaultWorkClasses()
{
    return *parseWorkClasses({}, {});
}

Result<std::vector<WorkClassRule>> parseWorkClasses(std::string_view text, std::string_view source)
{
    std::vector<WorkClassRule> rules;
    std::size_t number = 0;
    const std::string all = std::string(text) + '\n' + std::string(kDefaultRules);
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        const std::string_view line = trimmed(std::string_view(all).substr(begin, end - begin), kBlanks);
        begin = end + 1;
        ++number;
        if (line.empty() || line.starts_with('#'))
            continue;
        auto rule = parseRule(line);
        if (!rule)
            return failure(ErrorCode::WrongUsage, fmt::format("{}, line {}: {}", source, number, rule.error().message));
        if (rules.size() == kMostWorkClasses)
            return failure(ErrorCode::TooLarge,
                           fmt::format("{}, line {}: more than {} rules", source, number, kMostWorkClasses));
        rules.push_back(*std::move(rule));
    }
    return rules;
}

std::uint8_t WorkClasses::indexOfClass(std::string_view name)
{
    const auto known =
        std::find_if(m_classes.begin(), m_classes.end(), [&](const Class& other) { return other.name == name; });
    const auto index = static_cast<std::uint8_t>(known - m_classes.begin());
    if (known == m_classes.end())
        m_classes.push_back({std::string(name), roleNamed(name)});
    return index;
}

Result<WorkClasses> WorkClasses::of(const JoinedTrace& joined, std::span<const WorkClassRule> rules,
                                    const JobControl& job)
{
    const Trace& trace = *joined.trace;
    WorkClasses classes;
    constexpr std::uint8_t kNone = 0xff;
    classes.m_ofEvent.assign(trace.eventCount(), kNone);
    const auto give = [&](std::uint8_t number, const auto& belongs) {
        for (std::size_t i = 0; i < classes.m_ofEvent.size(); ++i) {
            const EventId event = idAt<EventId>(i);
            if (classes.m_ofEvent[i] == kNone && trace.isGpuWork(event) && belongs(event))
                classes.m_ofEvent[i] = number;
        }
    };
    for (const WorkClassRule& rule : rules) {
        const std::uint8_t number = classes.indexOfClass(rule.name);
        if (rule.asksForCollective) {
            const auto hasCollective = CollectiveTest::of(joined, job);
            if (!hasCollective)
                return failureOf(hasCollective);
            give(number, *hasCollective);
            continue;
        }
        const auto mask = matchingEvents(joined, rule.filter, job);
        if (!mask)
            return failureOf(mask);
        give(number, [&](EventId event) { return (*mask)[event]; });
    }
    const std::uint8_t others = classes.indexOfClass(nameOf(WorkRole::Computation));
    std::replace(classes.m_ofEvent.begin(), classes.m_ofEvent.end(), kNone, others);
    return classes;
}

} // namespace lanescope
