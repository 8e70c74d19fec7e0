// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"

#include <cuda.h>

namespace lanescope::capture {

NodeKind nodeKindOf(CUgraphNodeType type);

} // namespace lanescope::capture
