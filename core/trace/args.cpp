// SPDX-License-Identifier: Apache-2.0
#include "core/trace/args.h"

namespace lanescope {

std::optional<std::uint64_t> LaunchArgs::graphNodeKey() const
{
    if (!has(GraphNodeId))
        return std::nullopt;
    if (graphNodeId >= (std::uint64_t{1} << 32))
        return graphNodeId;
    if (has(GraphId) && graphId != 0)
        return (graphId << 32) | graphNodeId;
    if (graphNodeId == 0)
        return std::nullopt;
    return graphNodeId;
}

} // namespace lanescope
