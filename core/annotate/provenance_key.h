// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

// "triton_poi_fused_add_0:5" in its two parts; without a number behind the last colon all is name.
struct KernelCallName {
    std::string_view kernel;
    std::optional<std::uint64_t> handle;
};
[[nodiscard]] KernelCallName splitKernelHandle(std::string_view label);

// "('Torch-Compiled Region: 0/0', False)": a tuple of a string and a truth value as Python's repr() writes it, with
// either quotes.
struct CompiledGraphKey {
    std::string region;
    bool isBackward = false;
};
[[nodiscard]] std::optional<CompiledGraphKey> parseCompiledGraphKey(std::string_view text);

} // namespace lanescope
