// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info_session.h"

#include "app/cli/command.h"
#include "app/cli/info_output.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"
#include "app/cli/text_table.h"

#include "core/query/summary.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cstdio>
#include <map>
#include <string_view>

namespace lanescope::cli {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

// What is kept of a trace once it is let go.
struct Figures {
    TraceSummary summary;
    std::uint64_t gpuWork = 0;
    std::string annotations; // path, empty when there are none
    std::string json;        // its own `info`
    std::vector<Finding> warnings;
};

using FiguresByPath = std::map<std::filesystem::path, Figures>;

std::string_view roleName(SessionTrace::Role role)
{
    switch (role) {
    case SessionTrace::Role::Rank:
        return "rank";
    case SessionTrace::Role::Coordinator:
        return "no rank";
    case SessionTrace::Role::NotOpened:
        break;
    }
    return "not opened";
}

Figures figuresOf(const OpenedTrace& opened, OutputFormat format)
{
    Figures figures;
    figures.summary = summarize(*opened.joined);
    figures.gpuWork = opened.joined->match.gpuWork;
    if (opened.annotations)
        figures.annotations = opened.annotations->path.filename().string();
    if (format == OutputFormat::Json)
        figures.json = infoAsJson(opened, figures.summary);
    figures.warnings = opened.warnings;
    return figures;
}

std::string asTable(const Session& session, const FiguresByPath& figures)
{
    using Align = TextTable::Align;
    TextTable table({{"Rank", Align::Right},
                     {"Trace", Align::Left},
                     {"Entries", Align::Right},
                     {"Time", Align::Right},
                     {"GPU work", Align::Right},
                     {"In graphs", Align::Right},
                     {"Annotated", Align::Right},
                     {"Annotations", Align::Left}});
    for (const SessionTrace& trace : session.traces) {
        const std::string name = trace.path.filename().string();
        const auto found = figures.find(trace.path);
        if (found == figures.end()) {
            table.addRow({"-", name, "", "", "", "", "", std::string(roleName(trace.role))});
            continue;
        }
        const Figures& known = found->second;
        const TraceSummary& summary = known.summary;
        const std::string rank = trace.rank ? fmt::format("{}", *trace.rank) : "-";
        const std::string annotations = known.annotations.empty() ? "none" : known.annotations;
        table.addRow({rank, name, groupedDigits(summary.events), durationText(summary.endNs - summary.beginNs),
                      groupedDigits(known.gpuWork), groupedDigits(summary.graphed), groupedDigits(summary.annotated),
                      trace.role == SessionTrace::Role::Rank ? annotations : std::string(roleName(trace.role))});
    }
    std::string out;
    table.appendTo(out);
    return out;
}

void writeText(JsonWriter& json, std::string_view key, std::string_view text)
{
    json.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

std::string asJson(const Session& session, const FiguresByPath& figures)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    json.Key("schema");
    json.Int(kInfoSchema);
    json.Key("session");
    json.StartArray();
    for (const SessionTrace& trace : session.traces) {
        json.StartObject();
        writeText(json, "trace", trace.path.string());
        writeText(json, "role", roleName(trace.role));
        json.Key("rank");
        if (trace.rank)
            json.Int64(*trace.rank);
        else
            json.Null();
        writeText(json, "error", trace.error.message);
        json.Key("info");
        const auto found = figures.find(trace.path);
        if (found == figures.end())
            json.Null();
        else
            json.RawValue(found->second.json.data(), found->second.json.size() - 1, rapidjson::kObjectType);
        json.EndObject();
    }
    json.EndArray();
    json.Key("warnings");
    json.StartArray();
    for (const Finding& finding : session.warnings) {
        json.StartObject();
        writeText(json, "code", finding.code);
        writeText(json, "message", finding.message);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

} // namespace

int printSessionInfo(std::span<const std::filesystem::path> paths, const OpenRequest& like, OutputFormat format)
{
    FiguresByPath figures;
    const auto session = [&] {
        const TerminalJob job;
        return openSession(paths, like, KeepTraces::No, job.control(), [&](const SessionTrace& trace) {
            if (trace.opened)
                figures.emplace(trace.path, figuresOf(*trace.opened, format));
        });
    }();
    if (!session)
        return printError(session.error());
    for (const SessionTrace& trace : session->traces) {
        const auto found = figures.find(trace.path);
        if (found == figures.end())
            continue;
        for (const Finding& finding : found->second.warnings)
            printWarning(fmt::format("{}: {}", trace.path.filename().string(), finding.line()));
    }
    printWarnings(session->warnings);
    const std::string text = format == OutputFormat::Json ? asJson(*session, figures) : asTable(*session, figures);
    std::fwrite(text.data(), 1, text.size(), stdout); // main() tells whether it got out
    return kFine;
}

} // namespace lanescope::cli
