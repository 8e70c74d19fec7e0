// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_events.h"

#include "core/base/run_for_each.h"
#include "core/query/filter_tables.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanescope {
namespace {

// A few pages: answers of a block stay in the nearest cache while terms are combined.
constexpr std::size_t kBlock = 4096;
constexpr std::size_t kBlocksAtOnce = 16;

using Block = std::array<std::uint8_t, kBlock>;

// Runs the postfix steps on one block of events after the other.
class BlockEvaluator {
public:
    BlockEvaluator(const FilterExpression& expression, const std::vector<FilterTermTable>& terms)
        : m_expression(expression), m_terms(terms)
    {}

    void run(std::size_t first, std::span<std::uint8_t> answers)
    {
        m_depth = 0;
        for (const FilterStep& step : m_expression.steps)
            take(step, first, answers.size());
        std::copy_n(m_stack.front().begin(), answers.size(), answers.begin());
    }

private:
    void take(const FilterStep& step, std::size_t first, std::size_t count)
    {
        switch (step.kind) {
        case FilterStep::Kind::Term:
            if (m_depth == m_stack.size())
                m_stack.emplace_back();
            m_terms[step.term].answer(first, std::span(m_stack[m_depth]).first(count));
            ++m_depth;
            break;
        case FilterStep::Kind::Not:
            for (std::uint8_t& answer : m_stack[m_depth - 1])
                answer ^= 1;
            break;
        case FilterStep::Kind::And:
        case FilterStep::Kind::Or:
            --m_depth;
            combine(step.kind, m_stack[m_depth - 1], m_stack[m_depth]);
            break;
        }
    }

    static void combine(FilterStep::Kind kind, Block& left, const Block& right)
    {
        for (std::size_t i = 0; i < kBlock; ++i) {
            const int both = kind == FilterStep::Kind::And ? left[i] & right[i] : left[i] | right[i];
            left[i] = static_cast<std::uint8_t>(both);
        }
    }

    const FilterExpression& m_expression;
    const std::vector<FilterTermTable>& m_terms;
    std::vector<Block> m_stack;
    std::size_t m_depth = 0;
};

} // namespace

std::uint64_t EventMask::count() const
{
    return std::accumulate(m_answers.begin(), m_answers.end(), std::uint64_t{0});
}

Result<EventMask> matchingEvents(const JoinedTrace& joined, const FilterExpression& expression, const JobControl& job)
{
    const std::size_t count = joined.trace->eventCount();
    if (job.stopRequested())
        return JobControl::stopped();
    std::vector<std::uint8_t> answers(count, 1);
    if (expression.isEmpty())
        return EventMask(std::move(answers));
    const FilterTexts texts(*joined.trace, expression, job);
    std::vector<FilterTermTable> terms;
    terms.reserve(expression.terms.size());
    for (const FilterTerm& term : expression.terms) {
        if (job.stopRequested())
            return JobControl::stopped();
        terms.emplace_back(joined, texts, term, job);
    }
    constexpr std::size_t kPart = kBlock * kBlocksAtOnce;
    runForEach(job, (count + kPart - 1) / kPart, [&](std::size_t part) {
        BlockEvaluator evaluator(expression, terms);
        const std::size_t end = std::min(count, (part + 1) * kPart);
        for (std::size_t first = part * kPart; first < end && !job.stopRequested(); first += kBlock)
            evaluator.run(first, std::span(answers).subspan(first, std::min(kBlock, end - first)));
    });
    if (job.stopRequested())
        return JobControl::stopped();
    return EventMask(std::move(answers));
}

} // namespace lanescope
