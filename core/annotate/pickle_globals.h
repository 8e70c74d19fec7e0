// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/pickle_values.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

// The name of a global as Python 3 says it: "posix.system"; "__builtin__" of Python 2 is "builtins". Control characters
// and ill-formed UTF-8 are replaced, long names are cut: it is for messages too.
[[nodiscard]] std::string pickleGlobalName(std::string_view module, std::string_view name);

// What a pickle of annotations may name: Global for the classes that Python writes for containers and bytes and for the
// factories of a defaultdict, Dtype for torch's dtypes. Nothing for any other: the pickle is refused.
[[nodiscard]] std::optional<PickleKind> allowedGlobal(std::string_view name);

// What calling one of these classes makes, without calling anything. `arguments` are the items of the tuple. Nothing
// when Python writes no such call.
[[nodiscard]] std::optional<PickleId> makeOfGlobal(PickleValues& values, std::string_view name,
                                                   std::span<const PickleId> arguments, std::uint64_t atByte);

} // namespace lanescope
