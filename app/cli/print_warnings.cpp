// SPDX-License-Identifier: Apache-2.0
#include "app/cli/print_warnings.h"

#include "app/cli/command.h"
#include "app/cli/printable_text.h"

#include <fmt/format.h>

#include <cstdio>

namespace lanescope::cli {

namespace {

// Not fmt::print, which throws when standard error is closed.
void printLine(std::string_view kind, std::string_view message)
{
    std::fputs(fmt::format("lanescope-cli: {}{}\n", kind, printableText(message)).c_str(), stderr);
}

} // namespace

void printWarning(std::string_view message)
{
    printLine("warning: ", message);
}

void printWarnings(std::span<const Finding> findings)
{
    for (const Finding& finding : findings)
        printWarning(finding.line());
}

int printError(const Error& error)
{
    if (error.code == ErrorCode::Stopped)
        printLine("", "stopped");
    else
        printLine("error: ", error.message);
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
