// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_options.h"

#include <fmt/format.h>

#include <vector>

namespace lanescope::cli {

OpenRequest requestOf(const TraceAsked& asked)
{
    OpenRequest request;
    request.trace = asked.trace;
    request.guessGraphs = asked.guess ? GuessGraphs::Yes : GuessGraphs::No;
    if (!asked.annotations.empty())
        request.annotations = asked.annotations;
    return request;
}

CLI::Option* addTraceOption(CLI::App& app, std::string& trace)
{
    return app.add_option("TRACE", trace, "Chrome trace (.json, .json.gz or .zip; told by its content)")
        ->required()
        ->type_name("FILE");
}

CLI::Option* addAnnotationsOption(CLI::App& app, std::string& annotations)
{
    return app
        .add_option("-a,--annotations", annotations,
                    "Annotation file; without it, one that lies beside the trace is used")
        ->type_name("FILE");
}

CLI::Option* addGuessOption(CLI::App& app, bool& guess, std::string_view consequence)
{
    return app.add_flag("--guess", guess,
                        fmt::format("Give graphs that are not in the annotation file the annotations of a graph with "
                                    "the same kernels and node numbers{}",
                                    consequence));
}

CLI::Option* addFormatOption(CLI::App& app, std::string& format, std::initializer_list<const char*> formats)
{
    const std::vector<std::string> names(formats.begin(), formats.end());
    std::string text = "Output: ";
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    format = names.front();
    return app.add_option("--format", format, text)->check(CLI::IsMember(names))->capture_default_str();
}

} // namespace lanescope::cli
