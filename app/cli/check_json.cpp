// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_output.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <string_view>

namespace lanescope::cli {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void writeText(JsonWriter& json, std::string_view text)
{
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void writeTextOf(JsonWriter& json, const char* key, std::string_view text)
{
    json.Key(key);
    writeText(json, text);
}

void writeTime(JsonWriter& json, const char* key, const std::optional<std::int64_t>& ns)
{
    json.Key(key);
    if (ns)
        json.Int64(*ns);
    else
        json.Null();
}

std::string_view sourceName(Diagnosis::Source source)
{
    switch (source) {
    case Diagnosis::Source::Reading:
        return "load";
    case Diagnosis::Source::Joining:
        return "annotations";
    case Diagnosis::Source::Trace:
        break;
    }
    return "trace";
}

void writePlaces(JsonWriter& json, const Trace& trace, std::span<const DiagnosedPlace> places)
{
    json.Key("places");
    json.StartArray();
    for (const DiagnosedPlace& place : places) {
        json.StartObject();
        json.Key("byte");
        if (place.byte)
            json.Uint64(*place.byte);
        else
            json.Null();
        writeTextOf(json, "name", place.name);
        writeTextOf(json, "process", place.process);
        writeTextOf(json, "track", place.track);
        writeTime(json, "time_ns", place.atNs ? std::optional(*place.atNs + trace.baseNs()) : std::nullopt);
        json.EndObject();
    }
    json.EndArray();
}

void writeDiagnosis(JsonWriter& json, const Trace& trace, const Diagnosis& diagnosis)
{
    json.StartObject();
    writeTextOf(json, "code", diagnosis.code);
    writeTextOf(json, "severity", severityName(diagnosis.severity));
    writeTextOf(json, "source", sourceName(diagnosis.source));
    writeTextOf(json, "message", diagnosis.message);
    json.Key("count");
    json.Uint64(diagnosis.count);
    writeTime(json, "total_ns", diagnosis.totalNs);
    writeTime(json, "largest_ns", diagnosis.largestNs);
    writeTextOf(json, "meaning", diagnosis.meaning);
    json.Key("unreliable");
    json.StartArray();
    for (const std::string& figure : diagnosis.unreliable)
        writeText(json, figure);
    json.EndArray();
    writePlaces(json, trace, diagnosis.places);
    json.EndObject();
}

} // namespace

std::string checkAsJson(const OpenedTrace& opened, std::span<const Diagnosis> found)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    json.Key("schema");
    json.Int(kCheckSchema);
    writeTextOf(json, "trace", opened.trace->file().path.string());
    json.Key("clean");
    json.Bool(found.empty());
    json.Key("findings");
    json.StartArray();
    for (const Diagnosis& diagnosis : found)
        writeDiagnosis(json, *opened.trace, diagnosis);
    json.EndArray();
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

} // namespace lanescope::cli
