// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stats_question.h"

#include "core/open/merge_session.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace lanescope::cli {
namespace {

constexpr std::size_t kMostRuleBytes = std::size_t{1} << 20;

} // namespace

void addQuestionOptions(CLI::App& app, StatsAsked& asked)
{
    app.add_option("--filter", asked.filter,
                   "Only work that matches, for example \"ann:layer_* phase:backward dur>10us\"; see lanescope(1)")
        ->type_name("EXPR");
    app.add_option("--range", asked.range,
                   "Only this time, from the trace's start: 1.5ms:20ms, 2s:, :800us; work is cut at its ends")
        ->type_name("FROM:TO");
    app.add_option("--names", asked.names,
                   "Names of kernels: full, or short: without namespaces, parameters and most template arguments")
        ->check(CLI::IsMember({"full", "short"}))
        ->capture_default_str();
}

Result<StatsQuestion> questionOf(const StatsAsked& asked)
{
    StatsQuestion question;
    auto by = statsKeysNamed(asked.by);
    if (!by)
        return failureOf(by);
    question.by = *std::move(by);
    auto filter = parseFilterOption(asked.filter);
    if (!filter)
        return failureOf(filter);
    question.filter = *std::move(filter);
    if (!asked.range.empty()) {
        auto range = parseTimeRange(asked.range);
        if (!range)
            return failureOf(range);
        question.range = *std::move(range);
    }
    question.names = asked.names == "short" ? KernelNames::Short : KernelNames::Full;
    return question;
}

Result<PlacedQuestion> placedOn(const OpenedTrace& opened, const StatsQuestion& question, const JobControl& job)
{
    PlacedQuestion placed;
    if (!question.filter.isEmpty()) {
        auto matching = matchingEvents(*opened.joined, question.filter, job);
        if (!matching)
            return failureOf(matching);
        placed.mask = *std::move(matching);
    }
    if (question.range) {
        const auto range = placeTimeRange(*question.range, *opened.trace);
        if (!range)
            return failureOf(range);
        placed.range = *range;
    }
    return placed;
}

Result<StatsAnswer> answerOf(const OpenedTrace& opened, const StatsQuestion& question, const JobControl& job)
{
    const auto placed = placedOn(opened, question, job);
    if (!placed)
        return failureOf(placed);
    StatsRequest request;
    request.by = question.by;
    request.names = question.names;
    request.mask = placed->mask ? &*placed->mask : nullptr;
    request.range = placed->range;
    auto table = statsTable(*opened.joined, request, job);
    if (!table)
        return failureOf(table);
    const auto diagnoses = diagnosesOf(opened, job);
    if (!diagnoses)
        return failureOf(diagnoses);
    StatsAnswer answer;
    answer.caveats = statsCaveats(*opened.joined, *table, *diagnoses);
    answer.table = *std::move(table);
    return answer;
}

Result<std::vector<WorkClassRule>> readWorkClasses(const std::string& path)
{
    if (path.empty())
        return defaultWorkClasses();
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string text(kMostRuleBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (!file.eof() && file.fail()) {
        const int why = errno;
        return failure(why == ENOENT ? ErrorCode::NotFound : ErrorCode::CannotRead,
                       fmt::format("{} cannot be read: {}", path, std::strerror(why)));
    }
    if (text.size() > kMostRuleBytes)
        return failure(ErrorCode::TooLarge, fmt::format("{} is larger than 1 MiB: is it a file of rules?", path));
    return parseWorkClasses(text, path);
}

} // namespace lanescope::cli
