// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_builder.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// Watches the commas between the entries of one array or the members of one object, and notes what must change so that
// exactly one stands between two of them and none elsewhere.
class CommaRepairs {
public:
    explicit CommaRepairs(TraceBuilder& builder) : m_builder(builder) {}

    void comma(std::uint64_t at) { m_commas.push_back(at); }
    // An entry that stays begins at `at`.
    void entry(std::uint64_t at);
    // The closing bracket stands at `at`.
    void closed();
    // The text ends instead: a comma before that is no oddity of its own.
    void cutOff();

private:
    void drop(std::size_t firstComma);
    void report(std::size_t firstComma);

    TraceBuilder& m_builder;
    std::vector<std::uint64_t> m_commas; // since the last entry
    bool m_hasEntry = false;
};

} // namespace lanescope
