// SPDX-License-Identifier: Apache-2.0
#include "core/load/value_ids.h"

#include "core/load/decimal_time.h"

namespace lanescope {
namespace {

// Most ids are a few digits: no need to look for white space, signs and fractions.
std::optional<std::uint64_t> plainDigits(std::string_view text)
{
    if (text.empty() || text.size() > 18)
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return value;
}

std::optional<std::uint64_t> unsignedOf(std::string_view text)
{
    const auto plain = plainDigits(text);
    return plain ? plain : parseUnsigned(text);
}

std::optional<std::int64_t> signedOf(std::string_view text)
{
    if (const auto plain = plainDigits(text))
        return static_cast<std::int64_t>(*plain);
    return parseSigned(text);
}

template<typename Args>
void setUnsigned(Args& args, std::uint64_t Args::*field, typename Args::Field bit, std::string_view text)
{
    if (const auto number = unsignedOf(text)) {
        args.*field = *number;
        args.present |= static_cast<std::uint8_t>(bit);
    }
}

void setSmall(LaunchArgs& args, std::int32_t LaunchArgs::*field, LaunchArgs::Field bit, std::string_view text)
{
    const auto number = signedOf(text);
    if (number && *number >= INT32_MIN && *number <= INT32_MAX) {
        args.*field = static_cast<std::int32_t>(*number);
        args.present |= static_cast<std::uint8_t>(bit);
    }
}

void setSigned(OpArgs& args, std::int64_t OpArgs::*field, OpArgs::Field bit, std::string_view text)
{
    if (const auto number = signedOf(text)) {
        args.*field = *number;
        args.present |= static_cast<std::uint8_t>(bit);
    }
}

} // namespace

std::string_view canonicalNumberId(std::string_view number)
{
    const std::size_t point = number.find('.');
    if (point != std::string_view::npos && number.find_first_not_of('0', point + 1) == std::string_view::npos)
        return number.substr(0, point);
    return number;
}

bool isColumnArg(std::string_view key)
{
    switch (key.size()) {
    case 6:
        return key == "device" || key == "stream";
    case 8:
        return key == "graph id";
    case 10:
        return key == "sort_index";
    case 11:
        return key == "correlation" || key == "External id";
    case 13:
        return key == "graph node id" || key == "Fwd thread id";
    case 15:
        return key == "Sequence number";
    default:
        return false;
    }
}

void takeColumnArg(std::string_view key, std::string_view text, ParsedEntry& entry)
{
    if (key == "correlation") {
        setUnsigned(entry.launch, &LaunchArgs::correlation, LaunchArgs::Correlation, text);
    } else if (key == "External id") {
        setUnsigned(entry.launch, &LaunchArgs::externalId, LaunchArgs::ExternalId, text);
        setUnsigned(entry.op, &OpArgs::externalId, OpArgs::ExternalId, text);
    } else if (key == "graph id") {
        setUnsigned(entry.launch, &LaunchArgs::graphId, LaunchArgs::GraphId, text);
    } else if (key == "graph node id") {
        setUnsigned(entry.launch, &LaunchArgs::graphNodeId, LaunchArgs::GraphNodeId, text);
    } else if (key == "device") {
        setSmall(entry.launch, &LaunchArgs::device, LaunchArgs::Device, text);
    } else if (key == "stream") {
        setSmall(entry.launch, &LaunchArgs::stream, LaunchArgs::Stream, text);
    } else if (key == "Sequence number") {
        setSigned(entry.op, &OpArgs::sequenceNumber, OpArgs::SequenceNumber, text);
    } else if (key == "Fwd thread id") {
        setSigned(entry.op, &OpArgs::forwardThread, OpArgs::ForwardThread, text);
    } else if (key == "sort_index") {
        entry.metadataSortIndex = parseSigned(text);
    }
}

} // namespace lanescope
