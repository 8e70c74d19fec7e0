// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/open/open_trace.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace lanescope::cli {

// What commands that open one trace are asked, as it is written on the command line.
struct TraceAsked {
    std::string trace;
    std::string annotations;
    bool guess = false;
};

// The request that opens it; finding provenance files is left as it is unless said otherwise.
[[nodiscard]] OpenRequest requestOf(const TraceAsked& asked);

// Each declares one option, the same for every command. What they fill must live as long as `app`.
CLI::Option* addTraceOption(CLI::App& app, std::string& trace);
CLI::Option* addAnnotationsOption(CLI::App& app, std::string& annotations);
// `consequence`: what a guess leaves behind, such as "; marked as a guess".
CLI::Option* addGuessOption(CLI::App& app, bool& guess, std::string_view consequence = {});
// `formats`: the first is what holds without the option.
CLI::Option* addFormatOption(CLI::App& app, std::string& format, std::initializer_list<const char*> formats);

} // namespace lanescope::cli
