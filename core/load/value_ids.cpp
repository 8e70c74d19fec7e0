// SPDX-License-Identifier: Apache-2.0
#include "core/load/value_ids.h"

#include "core/load/decimal_time.h"

#include <utility>

namespace lanescope {
namespace {

template<typename Args>
void set(Args& args, std::uint64_t Args::*field, typename Args::Field bit, std::uint64_t value)
{
    args.*field = value;
    args.present |= static_cast<std::uint8_t>(bit);
}

void set(OpArgs& args, std::int64_t OpArgs::*field, OpArgs::Field bit, std::int64_t value)
{
    args.*field = value;
    args.present |= static_cast<std::uint8_t>(bit);
}

void setSmall(LaunchArgs& args, std::int32_t LaunchArgs::*field, LaunchArgs::Field bit, std::int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX)
        return;
    args.*field = static_cast<std::int32_t>(value);
    args.present |= static_cast<std::uint8_t>(bit);
}

bool isUnsigned(ColumnArg arg)
{
    return arg == ColumnArg::Correlation || arg == ColumnArg::ExternalId || arg == ColumnArg::GraphId ||
           arg == ColumnArg::GraphNodeId;
}

void takeUnsigned(ColumnArg arg, std::uint64_t value, ParsedEntry& entry)
{
    switch (arg) {
    case ColumnArg::Correlation:
        return set(entry.launch, &LaunchArgs::correlation, LaunchArgs::Correlation, value);
    case ColumnArg::GraphId:
        return set(entry.launch, &LaunchArgs::graphId, LaunchArgs::GraphId, value);
    case ColumnArg::GraphNodeId:
        return set(entry.launch, &LaunchArgs::graphNodeId, LaunchArgs::GraphNodeId, value);
    default:
        set(entry.launch, &LaunchArgs::externalId, LaunchArgs::ExternalId, value);
        set(entry.op, &OpArgs::externalId, OpArgs::ExternalId, value);
    }
}

void takeSigned(ColumnArg arg, std::int64_t value, ParsedEntry& entry)
{
    switch (arg) {
    case ColumnArg::Device:
        return setSmall(entry.launch, &LaunchArgs::device, LaunchArgs::Device, value);
    case ColumnArg::Stream:
        return setSmall(entry.launch, &LaunchArgs::stream, LaunchArgs::Stream, value);
    case ColumnArg::SequenceNumber:
        return set(entry.op, &OpArgs::sequenceNumber, OpArgs::SequenceNumber, value);
    case ColumnArg::ForwardThread:
        return set(entry.op, &OpArgs::forwardThread, OpArgs::ForwardThread, value);
    default:
        entry.metadataSortIndex = value;
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

ColumnArg columnArgOf(std::string_view key)
{
    static constexpr std::pair<std::string_view, ColumnArg> kArgs[] = {
        {"correlation", ColumnArg::Correlation},
        {"External id", ColumnArg::ExternalId},
        {"graph id", ColumnArg::GraphId},
        {"graph node id", ColumnArg::GraphNodeId},
        {"device", ColumnArg::Device},
        {"stream", ColumnArg::Stream},
        {"Sequence number", ColumnArg::SequenceNumber},
        {"Fwd thread id", ColumnArg::ForwardThread},
        {"sort_index", ColumnArg::SortIndex},
    };
    for (const auto& [name, arg] : kArgs) {
        if (key == name)
            return arg;
    }
    return ColumnArg::None;
}

void takeColumnArg(ColumnArg arg, std::string_view text, ParsedEntry& entry)
{
    if (isUnsigned(arg)) {
        if (const auto value = parseUnsigned(text))
            takeUnsigned(arg, *value, entry);
    } else if (const auto value = parseSigned(text)) {
        takeSigned(arg, *value, entry);
    }
}

void takeColumnArg(ColumnArg arg, std::uint64_t value, ParsedEntry& entry)
{
    if (isUnsigned(arg))
        takeUnsigned(arg, value, entry);
    else
        takeSigned(arg, static_cast<std::int64_t>(value), entry);
}

} // namespace lanescope
