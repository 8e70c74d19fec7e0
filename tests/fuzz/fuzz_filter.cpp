// SPDX-License-Identifier: Apache-2.0
// Filter expressions: any text is an expression or a problem that lies inside of it; what it matches does not depend on
// threads, and is the opposite of what its negation matches.
#include "core/annotate/read_annotations.h"
#include "core/query/filter_events.h"
#include "tests/fuzz/check.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace lanescope;

namespace {

constexpr std::string_view kTrace = R"({"traceEvents": [
{"ph": "X", "cat": "kernel", "name": "gemm_a", "pid": 0, "tid": 7, "ts": 0, "dur": 10,
 "args": {"device": 0, "stream": 7, "correlation": 11, "graph node id": 8589934593}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel", "pid": 0, "tid": 20, "ts": 5.5, "dur": 0.25,
 "args": {"device": 0, "stream": 20, "correlation": 18446744073709551615, "graph node id": 8589934594}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": "python", "tid": "main", "ts": -3, "dur": "x"},
{"ph": "X", "cat": "cpu_op", "name": "\u00e4 /\"*?", "pid": 31, "tid": 5, "dur": 1},
{"ph": "i", "name": "", "pid": 31, "tid": 5, "ts": 1e9},
{"ph": "C", "name": "memory", "pid": 31, "ts": 3, "args": {"bytes": 1}}
]})";

std::shared_ptr<const JoinedTrace> sample()
{
    auto annotations = std::make_shared<AnnotationSet>(*readAnnotationsJson(
        R"({"8589934593": [{"name": "layer_1", "module": "L.a.b + c", "stream": 60}], "8589934594": []})"));
    return *joinTrace(*test::readTraceText(kTrace), std::move(annotations), JobControl());
}

std::string answersOf(const JoinedTrace& joined, const FilterExpression& expression, unsigned threads)
{
    JobControl job;
    job.setThreads(threads);
    const auto mask = matchingEvents(joined, expression, job);
    LANESCOPE_CHECK(mask.has_value(), "an expression cannot be evaluated");
    std::string answers;
    for (std::size_t i = 0; i < mask->size(); ++i)
        answers += (*mask)[idAt<EventId>(i)] ? '1' : '0';
    return answers;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto joined = sample();
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto expression = parseFilter(text);
    if (!expression) {
        const FilterProblem& problem = expression.error();
        LANESCOPE_CHECK(problem.at <= size && problem.length <= size - problem.at, "a problem outside of the text");
        LANESCOPE_CHECK(!problem.message.empty(), "a problem without a message");
        LANESCOPE_CHECK(!parseFilterOption(text), "a problem that is none for a command");
        return 0;
    }
    const std::string answers = answersOf(*joined, *expression, 1);
    LANESCOPE_CHECK(answers == answersOf(*joined, *expression, 2), text.c_str());
    const auto negated = parseFilter("-(" + text + ")");
    if (!negated) // empty, or at a limit
        return 0;
    std::string opposite = answersOf(*joined, *negated, 1);
    for (char& answer : opposite)
        answer = answer == '1' ? '0' : '1';
    LANESCOPE_CHECK(opposite == answers, text.c_str());
    return 0;
}
