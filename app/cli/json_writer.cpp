// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_writer.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

namespace lanescope::cli {

struct JsonWriter::Parts {
    rapidjson::StringBuffer buffer;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer{buffer};
};

JsonWriter::JsonWriter() : m_parts(std::make_unique<Parts>())
{
    m_parts->writer.SetIndent(' ', 1);
}

JsonWriter::~JsonWriter() = default;

void JsonWriter::startReport(int schema)
{
    startObject();
    key("schema");
    whole(schema);
}

void JsonWriter::startObject()
{
    m_parts->writer.StartObject();
}

void JsonWriter::endObject()
{
    m_parts->writer.EndObject();
}

void JsonWriter::startArray()
{
    m_parts->writer.StartArray();
}

void JsonWriter::endArray()
{
    m_parts->writer.EndArray();
}

void JsonWriter::key(std::string_view name)
{
    m_parts->writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
}

void JsonWriter::null()
{
    m_parts->writer.Null();
}

void JsonWriter::boolean(bool value)
{
    m_parts->writer.Bool(value);
}

void JsonWriter::whole(std::int64_t number)
{
    m_parts->writer.Int64(number);
}

void JsonWriter::counted(std::uint64_t number)
{
    m_parts->writer.Uint64(number);
}

void JsonWriter::real(double number)
{
    m_parts->writer.Double(number);
}

void JsonWriter::text(std::string_view text)
{
    m_parts->writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void JsonWriter::field(std::string_view name, std::int64_t number)
{
    key(name);
    whole(number);
}

void JsonWriter::field(std::string_view name, std::string_view value)
{
    key(name);
    text(value);
}

void JsonWriter::field(std::string_view name, const std::optional<TimeRange>& range)
{
    key(name);
    if (!range) {
        null();
        return;
    }
    startArray();
    whole(range->beginNs);
    whole(range->endNs);
    endArray();
}

std::string JsonWriter::written() const
{
    return std::string(m_parts->buffer.GetString(), m_parts->buffer.GetSize()) + '\n';
}

void writeCodes(JsonWriter& json, std::span<const StatsCaveat* const> caveats)
{
    json.key("unreliable");
    json.startArray();
    std::vector<std::string_view> known;
    for (const StatsCaveat* caveat : caveats) {
        if (std::find(known.begin(), known.end(), caveat->code) != known.end())
            continue;
        known.emplace_back(caveat->code);
        json.text(caveat->code);
    }
    json.endArray();
}

void writeCaveats(JsonWriter& json, std::span<const StatsCaveat> caveats)
{
    json.key("unreliable");
    json.startArray();
    for (const StatsCaveat& caveat : caveats) {
        json.startObject();
        json.field("code", std::string_view(caveat.code));
        json.field("severity", severityName(caveat.severity));
        json.field("reason", std::string_view(caveat.reason));
        json.key("figures");
        json.startArray();
        for (const StatsColumnText& texts : statsColumns()) {
            if (caveat.columns.contains(texts.column))
                json.text(texts.field);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

} // namespace lanescope::cli
