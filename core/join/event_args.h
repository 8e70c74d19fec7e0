// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation.h"

#include <string_view>
#include <vector>

namespace lanescope {

// The args of one event, in the file's order, as strict JSON. `event`: its text in the file.
[[nodiscard]] std::vector<AnnotationField> argsOfEvent(std::string_view event);

} // namespace lanescope
