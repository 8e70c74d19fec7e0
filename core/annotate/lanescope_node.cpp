// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/lanescope_node.h"

#include "core/annotate/whole_number.h"
#include "core/load/json_walk.h"

#include "capture_lib/include/lanescope/annotation_format.h"

namespace lanescope {

LanescopeNode readLanescopeNode(std::string_view json)
{
    LanescopeNode node;
    node.isObject = walkObject(json, [&node](std::string_view key, const JsonCursor::Value& value) {
        if (key == LSC_KEY_ID)
            node.id = wholeNumber<std::uint64_t>(value.raw);
        else if (key == LSC_KEY_KERNEL)
            node.kernel = wholeNumber<std::uint64_t>(value.raw);
        else if (key == LSC_KEY_REGION)
            node.region = wholeNumber<std::uint64_t>(value.raw).value_or(LanescopeNode::kLargestId);
        else if (key == LSC_KEY_KIND)
            node.isKernel = value.raw == "\"kernel\"";
        else if (key == LSC_KEY_BODIES)
            node.bodies = value.raw;
    });
    return node;
}

} // namespace lanescope
