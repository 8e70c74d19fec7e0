// SPDX-License-Identifier: Apache-2.0
#include "app/cli/print_warnings.h"

#include "app/cli/command.h"
#include "app/cli/printable_text.h"

#include <fmt/format.h>

#include <cstdio>

namespace lanescope::cli {

void printWarning(std::string_view message)
{
    fmt::print(stderr, "lanescope-cli: warning: {}\n", printableText(message));
}

void printWarnings(std::span<const Finding> findings)
{
    for (const Finding& finding : findings)
        printWarning(finding.line());
}

int printError(const Error& error)
{
    if (error.code == ErrorCode::Stopped)
        fmt::print(stderr, "lanescope-cli: stopped\n");
    else
        fmt::print(stderr, "lanescope-cli: error: {}\n", printableText(error.message));
    switch (error.code) {
    case ErrorCode::WrongUsage:
        return kWrongUsage;
    case ErrorCode::Stopped:
        return kStopped;
    default:
        return kInputAtFault;
    }
}

} // namespace lanescope::cli
