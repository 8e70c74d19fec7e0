// SPDX-License-Identifier: Apache-2.0
#include "core/export/refuse_inputs.h"

#include <fmt/format.h>

#include <system_error>

namespace lanescope {

Result<void> refuseToOverwrite(const std::filesystem::path& target, const std::filesystem::path& input,
                               std::string_view what)
{
    std::error_code error; // a path that is not there is nobody's file
    if (input.empty() || !std::filesystem::equivalent(target, input, error) || error)
        return {};
    return failure(ErrorCode::WrongUsage,
                   fmt::format("\"{}\" is {} itself; choose another name for the output", target.string(), what));
}

} // namespace lanescope
