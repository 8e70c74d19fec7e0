// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"
#include "core/base/result.h"

#include <string_view>

namespace lanescope {

// One provenance file's content.
struct ProvenanceText {
    std::vector<ProvenanceGraph> graphs; // one for each key of a file keyed by compiled graph, else at most one
    std::unordered_map<std::uint64_t, ProvenanceRecord> ofNodes;
    LoadReport report;
};

// Reads the JSON of any of these, told by its content (DESIGN §3):
//   {"<kernel>[:<handle>]": ["<stack>", …]}                           kernel stack traces
//   {"<kernel>": ["<node>", …]}                                       the old form: post-grad nodes, no stacks
//   {"cppCodeToPost": {…}, "postToPre": {…}, "version": 2}            node mappings; no version: names without handles
//   {"<kernel>[:<handle>]": {"stack_traces": […], "post_grad_nodes": […], "pre_grad_nodes": […]}}   kernel information
//   {"('<compiled region>', <is_backward>)": one of the above but mappings}
//   {"<graph node id>": "file:line:function\n…"}                      Python stacks of graph kernels
// `phase` is that of a graph whose key does not tell it. An odd entry costs itself. Errors: NotAnnotations.
[[nodiscard]] Result<ProvenanceText> readProvenanceText(std::string_view text, CompiledPhase phase);

} // namespace lanescope
