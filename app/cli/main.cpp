// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

#include <cstdio>
#include <vector>

using namespace lanescope::cli;

namespace {

constexpr const char* kFooter = "Results go to standard output, messages to standard error.\n"
                                "Exit status: 0 fine, 1 the input is at fault, 2 wrong usage.\n"
                                "'lanescope-cli COMMAND --help' tells the options of a command.";

int run(int argc, char** argv)
{
    CLI::App root{"Reads profiler traces of CUDA-graph programs and joins them with their annotations."};
    root.name("lanescope-cli");
    root.set_version_flag("--version", "lanescope-cli " LANESCOPE_VERSION);
    root.footer(kFooter);
    root.require_subcommand(1);
    const std::vector<Command> commands{addInfoCommand(root), addAnnotateCommand(root)};

    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return root.exit(error) == 0 ? kFine : kWrongUsage;
    }
    for (const Command& command : commands) {
        if (command.app->parsed())
            return command.run();
    }
    return kWrongUsage;
}

} // namespace

int main(int argc, char** argv)
{
    int status = kInputAtFault;
    try {
        status = run(argc, argv);
    } catch (const std::exception& error) {
        // Only the libraries that CLI11 builds on throw; memory can end anywhere.
        std::fprintf(stderr, "lanescope-cli: error: %s\n", error.what());
    }
    if (std::fflush(stdout) != 0 && status == kFine) {
        std::fputs("lanescope-cli: error: standard output could not be written\n", stderr);
        status = kInputAtFault;
    }
    return status;
}
