// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/lanescope_node.h"
#include "core/annotate/recorded_body.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What the nodes of a graph and of its bodies refer to.
struct LanescopeGraphParts {
    struct Kernel {
        std::string name;
        std::string mangled;
    };
    std::vector<Kernel> kernels;
    std::vector<std::shared_ptr<const AnnotationEntry>> regions;
};

// Reads the bodies of a graph's nodes. `top`: all nodes of the outermost graph, in node order; `next`: the number
// after its largest. A part that is damaged would shift the numbers of all behind it, so then there are none, and the
// error says where. Graphs nested deeper than 64 are refused as damage. Errors: NotAnnotations.
[[nodiscard]] Result<std::vector<RecordedBody>>
readLanescopeBodies(const std::vector<LanescopeNode>& top, std::uint64_t next, const LanescopeGraphParts& parts);

} // namespace lanescope
