// SPDX-License-Identifier: Apache-2.0
#include "app/cli/annotate_nsys.h"
#include "app/cli/command.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace lanescope::cli;

namespace {

constexpr const char* kFooter = "Results go to standard output, messages to standard error.\n"
                                "Exit status: 0 fine, 1 the input is at fault, 2 wrong usage.\n"
                                "'lanescope-cli COMMAND --help' tells the options of a command.";

std::string usageMessage(const CLI::App* app, const CLI::Error& error)
{
    return std::string("lanescope-cli: error: ") + error.what() + "\nRun 'lanescope-cli" +
           (app->get_parent() == nullptr ? "" : " " + app->get_name()) + " --help' for the options.\n";
}

int run(int argc, char** argv)
{
    CLI::App root{"Reads profiler traces of CUDA-graph programs and joins them with their annotations."};
    root.name("lanescope-cli");
    root.set_version_flag("--version", "lanescope-cli " LANESCOPE_VERSION);
    root.footer(kFooter);
    root.failure_message(usageMessage);
    root.require_subcommand(0, 1); // none is answered below: with 1, an unknown command is reported as none given
    const std::vector<Command> commands{
        addInfoCommand(root),  addCheckCommand(root), addMatchCommand(root), alsoForNsys(addAnnotateCommand(root)),
        addStatsCommand(root), addDiffCommand(root),  addExportCommand(root)};

    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return root.exit(error) == 0 ? kFine : kWrongUsage;
    }
    for (const Command& command : commands) {
        if (command.app->parsed())
            return command.run();
    }
    std::fputs("lanescope-cli: error: a command is needed\n\n", stderr);
    std::fputs(root.help().c_str(), stderr);
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
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && status == kFine) {
        std::fputs("lanescope-cli: error: standard output could not be written\n", stderr);
        status = kInputAtFault;
    }
    return status;
}
