// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_expression.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class WorkRole : std::uint8_t { Computation, Communication, Copy };
[[nodiscard]] std::string_view nameOf(WorkRole role); // "computation", "communication", "copy"

// GPU work that matches belongs to the class.
struct WorkClassRule {
    std::string name; // "communication/all_reduce": the part before the slash is the role, if it is one
    FilterExpression filter;
    bool asksForCollective = false; // instead of the filter: has a "Collective name" in its args or annotation
};

// The rules that hold without a file: NCCL, RCCL, NVSHMEM, work with a collective name and copies between GPUs are
// communication, other copies and memsets are "copy", everything else "computation". As a file says it, too.
[[nodiscard]] std::string_view defaultWorkClassText();
[[nodiscard]] std::vector<WorkClassRule> defaultWorkClasses();

// One rule a line, "class: filter expression" or "class: @collective"; the first that matches wins; empty lines and
// those that begin with # do not count. Rules of a class "computation…", "communication…" or "copy…" have that role,
// other classes are computation. The default rules follow behind. `source` is named in messages. Errors: WrongUsage, in
// one line with the line's number; TooLarge beyond kMostWorkClasses.
inline constexpr std::size_t kMostWorkClasses = 64;
[[nodiscard]] Result<std::vector<WorkClassRule>> parseWorkClasses(std::string_view text, std::string_view source);

// The class of each piece of GPU work.
class WorkClasses {
public:
    struct Class {
        std::string name;
        WorkRole role = WorkRole::Computation;
    };

    // Errors: Stopped, those of reading the file for "Collective name": one event of each kernel name is looked at.
    [[nodiscard]] static Result<WorkClasses> of(const JoinedTrace& joined, std::span<const WorkClassRule> rules,
                                                const JobControl& job);

    // Each name once, in the order of the rules; "computation" is always there.
    [[nodiscard]] std::span<const Class> classes() const { return m_classes; }
    [[nodiscard]] std::size_t classOf(EventId work) const { return m_ofEvent[indexOf(work)]; }

private:
    [[nodiscard]] std::uint8_t indexOfClass(std::string_view name);

    std::vector<Class> m_classes;
    std::vector<std::uint8_t> m_ofEvent; // of what is no GPU work: any
};

} // namespace lanescope
