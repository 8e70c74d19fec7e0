// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"
#include "app/cli/trace_options.h"

#include "core/export/table_export.h"
#include "core/join/explain_match.h"
#include "core/open/open_session.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace lanescope::cli {
namespace {

struct ExportArguments {
    std::vector<std::string> traces;
    TraceAsked asked; // its trace: the first
    std::string format;
    std::string output;
    bool withArgs = false;
    bool gzip = false;
};

bool isFolder(const fs::path& path)
{
    std::error_code ignored; // what cannot be looked at is told when it is opened
    return fs::is_directory(path, ignored);
}

// "t.json.gz" becomes "t.sqlite", or the folder "t.tables"; so does a folder of traces.
fs::path defaultOutput(const fs::path& trace, TableFormat format)
{
    const bool endsInSlash = !trace.has_filename();
    const fs::path named = endsInSlash ? trace.parent_path() : trace;
    std::string name = named.filename().string();
    for (const std::string_view ending : {".gz", ".zip", ".json"}) {
        if (name.size() > ending.size() && name.ends_with(ending))
            name.erase(name.size() - ending.size());
    }
    if (name.empty() || name == "." || name == "..")
        name = "traces";
    return named.parent_path() / (name + (format == TableFormat::Csv ? ".tables" : ".sqlite"));
}

std::string_view roleOf(SessionTrace::Role role)
{
    switch (role) {
    case SessionTrace::Role::Rank:
        return "rank";
    case SessionTrace::Role::Coordinator:
        return "coordinator";
    case SessionTrace::Role::NotOpened:
        break;
    }
    return "not_opened";
}

void printTraceWarnings(const SessionTrace& trace, bool isOnlyOne)
{
    if (!trace.opened)
        return;
    for (const Finding& finding : trace.opened->warnings)
        printWarning(isOnlyOne ? finding.line()
                               : fmt::format("{}: {}", trace.path.filename().string(), finding.line()));
}

Result<void> addTrace(TableExport& tables, const SessionTrace& trace)
{
    TableSource source;
    source.path = trace.path;
    source.role = roleOf(trace.role);
    source.rank = trace.rank;
    source.error = trace.error.message;
    if (trace.opened) {
        source.joined = trace.opened->joined;
        source.findings = trace.opened->warnings;
    }
    return tables.add(source);
}

Result<void> exportOne(TableExport& tables, const OpenRequest& request, const JobControl& job)
{
    auto opened = openTrace(request, job);
    if (!opened)
        return failureOf(opened);
    SessionTrace trace;
    trace.path = request.trace;
    trace.rank = rankOfTrace(*(*opened)->trace);
    trace.opened = *std::move(opened);
    printTraceWarnings(trace, true);
    return addTrace(tables, trace);
}

// Each trace is written as soon as it is open, and let go.
Result<void> exportSession(TableExport& tables, const std::vector<fs::path>& paths, const OpenRequest& like,
                           const JobControl& job)
{
    std::stop_source stop; // by the user, or because writing failed
    const std::stop_callback whenUserStops(job.stopToken(), [&stop] { stop.request_stop(); });
    const JobControl opening(stop.get_token(), [&job](const JobProgress& progress) { job.report(progress); });
    Result<void> written;
    const auto session = openSession(paths, like, KeepTraces::No, opening, [&](const SessionTrace& trace) {
        printTraceWarnings(trace, false);
        if (written)
            written = addTrace(tables, trace);
        if (!written)
            stop.request_stop();
    });
    if (!written)
        return written;
    if (!session)
        return failureOf(session);
    printWarnings(session->warnings);
    return tables.addFindings(session->warnings);
}

int runExport(const ExportArguments& arguments)
{
    TableOptions options;
    options.format = arguments.format == "csv" ? TableFormat::Csv : TableFormat::Sqlite;
    options.compress = arguments.gzip ? CompressTables::Yes : CompressTables::No;
    options.copyArgs = arguments.withArgs ? CopyArgs::Yes : CopyArgs::No;
    options.toolVersion = LANESCOPE_VERSION;
    if (arguments.gzip && options.format != TableFormat::Csv)
        return printError({ErrorCode::WrongUsage, "--gzip is for --to csv: SQLite reads no compressed database"});
    const std::vector<fs::path> paths(arguments.traces.begin(), arguments.traces.end());
    const bool isSession = paths.size() > 1 || isFolder(paths.front());
    if (isSession && !arguments.asked.annotations.empty())
        return printError({ErrorCode::WrongUsage, "-a belongs to one trace: with several, each gets the annotations of "
                                                  "its rank that lie beside it"});
    // A file that may not grow further is then an error of the write, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);

    OpenRequest request = requestOf(arguments.asked);
    request.trace = paths.front();
    request.discoverProvenance = false; // no table has it
    const fs::path output =
        arguments.output.empty() ? defaultOutput(paths.front(), options.format) : fs::path(arguments.output);

    const TerminalJob job;
    const auto tables = TableExport::create(output, options, job.control());
    if (!tables)
        return printError(tables.error());
    auto done = isSession ? exportSession(**tables, paths, request, job.control())
                          : exportOne(**tables, request, job.control());
    if (done)
        done = (*tables)->commit();
    if (!done)
        return printError(done.error());
    for (std::size_t i = 0; i < kTableCount; ++i)
        fmt::print("{}: {}\n", tableSchemas()[i].name, (*tables)->rowCounts()[i]);
    fmt::print("output: {}\n", output.string());
    return kFine;
}

} // namespace

Command addExportCommand(CLI::App& root)
{
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* app = root.add_subcommand("export", "Write a trace as tables, for SQL and data frames");
    app->add_option("TRACE", arguments->traces,
                    "Chrome trace (.json, .json.gz or .zip; told by its content); a folder or several: all ranks into "
                    "the same tables")
        ->required()
        ->type_name("FILE");
    app->add_option("--to", arguments->format, "sqlite: one database; csv: a folder with one file a table")
        ->required()
        ->check(CLI::IsMember({"csv", "sqlite"}));
    addAnnotationsOption(*app, arguments->asked.annotations);
    app->add_option("-o,--output", arguments->output,
                    "The database, or the folder of the CSV files; TRACE.sqlite or TRACE.tables otherwise")
        ->type_name("PATH");
    app->add_flag("--args", arguments->withArgs, "Copy all args of events, as JSON: the output grows several times");
    app->add_flag("--gzip", arguments->gzip, "With --to csv: compress the files");
    addGuessOption(*app, arguments->asked.guess, "; marked as a guess");
    return {app, [arguments] { return runExport(*arguments); }};
}

} // namespace lanescope::cli
