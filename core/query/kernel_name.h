// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

// A GPU kernel's name as a person says it: without return type, namespaces, parameters and template arguments. Where
// the template's argument is what tells kernels apart (a functor, a CUTLASS kernel), that one is kept: "void
// at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, …>(…)" gives
// "vectorized_elementwise_kernel<CUDAFunctor_add>". Names that are no C++ signature stay as they are. Never empty for a
// name that is not empty. O(length).
[[nodiscard]] std::string shortKernelName(std::string_view name);

} // namespace lanescope
