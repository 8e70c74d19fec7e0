// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/lanes/arrangement.h"
#include "core/query/filter_keys.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// The values of a trace that a filter can ask for, by key, each list in the order a person reads it. Keys whose values
// are too many to list (correlation ids, durations) have none.
struct FilterVocabulary {
    std::map<FilterKey, std::vector<std::string>> values;
};

// O(events). Errors: Stopped.
[[nodiscard]] Result<FilterVocabulary> filterVocabulary(const Arrangement& arrangement, const JobControl& job);

struct FilterCompletion {
    std::string text;    // what stands in the filter instead
    std::string meaning; // of a key; empty for values
};

// What the word around a position of a filter's text could become: keys, values of its key, and annotation titles with
// the word in them. `[begin, end)` are the bytes to replace. Empty inside of a regular expression.
struct FilterCompletions {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<FilterCompletion> list;
};
inline constexpr std::size_t kMostFilterCompletions = 40;
[[nodiscard]] FilterCompletions completeFilter(std::string_view text, std::size_t at,
                                               const FilterVocabulary& vocabulary);

} // namespace lanescope
