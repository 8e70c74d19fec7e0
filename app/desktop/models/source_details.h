// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/slice_details.h"
#include "core/join/provenance.h"

#include <optional>
#include <string_view>

namespace lanescope::desktop {

// Where a kernel comes from, as a group "Source": a line "file:line" with its code for each stack, the calls around it
// below; candidates apart, equal ones together. Any thread.
[[nodiscard]] DetailNode sourceGroup(const ProvenanceMatch& match);

// The same for an event whose own args carry its stacks ("stack", "stack_candidates": an export of ours or of
// PyTorch's trace handler). `eventText`: the event as the file has it. Nothing when it carries none.
[[nodiscard]] std::optional<DetailNode> sourceGroupOfArgs(std::string_view eventText);

} // namespace lanescope::desktop
