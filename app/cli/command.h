// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace lanescope::cli {

// Exit statuses of every command.
inline constexpr int kFine = 0;
inline constexpr int kInputAtFault = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kStopped = 130; // by Ctrl-C, as shells report it

// A subcommand: `app` parses its options, `run` does the work once parsing is done and returns the exit status.
struct Command {
    CLI::App* app = nullptr;
    std::function<int()> run;
};

[[nodiscard]] Command addCheckCommand(CLI::App& root);
[[nodiscard]] Command addInfoCommand(CLI::App& root);
[[nodiscard]] Command addAnnotateCommand(CLI::App& root);
[[nodiscard]] Command addDiffCommand(CLI::App& root);
[[nodiscard]] Command addExportCommand(CLI::App& root);
[[nodiscard]] Command addMatchCommand(CLI::App& root);
[[nodiscard]] Command addStatsCommand(CLI::App& root);

} // namespace lanescope::cli
