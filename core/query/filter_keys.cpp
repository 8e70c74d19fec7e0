// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_keys.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

using Kind = FilterValueKind;

constexpr std::array<FilterKeyName, 20> kKeys{{
    {"ann", FilterKey::Annotation, Kind::Text, "title of the annotation"},
    {"module", FilterKey::Module, Kind::Text, "module path, with what lies in it"},
    {"phase", FilterKey::Phase, Kind::Text, "phase of GPU work"},
    {"name", FilterKey::Name, Kind::Text, "name of a slice"},
    {"kernel", FilterKey::Kernel, Kind::Text, "name of a GPU kernel"},
    {"cat", FilterKey::Category, Kind::Text, "category"},
    {"dur", FilterKey::Duration, Kind::Time, "duration"},
    {"ts", FilterKey::Begin, Kind::Time, "begin, from the trace's start"},
    {"stream", FilterKey::Stream, Kind::Number, "recorded GPU stream"},
    {"device", FilterKey::Device, Kind::Number, "GPU number"},
    {"thread", FilterKey::Track, Kind::Text, "name or id of a thread or track"},
    {"track", FilterKey::Track, Kind::Text, "name or id of a thread or track", true},
    {"process", FilterKey::Process, Kind::Text, "name or id of a process"},
    {"rank", FilterKey::Rank, Kind::Number, "rank of the file it stands in"},
    {"file", FilterKey::File, Kind::Text, "name of the file it stands in"},
    {"replay", FilterKey::Replay, Kind::Number, "number of a graph launch, from 0"},
    {"graph", FilterKey::Graph, Kind::Number, "exec graph id"},
    {"corr", FilterKey::Correlation, Kind::Number, "correlation id"},
    {"annotation", FilterKey::Annotation, Kind::Text, "title of the annotation", true},
    {"category", FilterKey::Category, Kind::Text, "category", true},
}};

constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::span<const FilterKeyName> filterKeyNames()
{
    return kKeys;
}

const FilterKeyName* filterKeyNamed(std::string_view name)
{
    const auto* const found = std::find_if(kKeys.begin(), kKeys.end(), [name](const FilterKeyName& key) {
        return std::equal(key.name.begin(), key.name.end(), name.begin(), name.end(),
                          [](char known, char written) { return known == lowered(written); });
    });
    return found == kKeys.end() ? nullptr : found;
}

FilterValueKind valueKindOf(FilterKey key)
{
    const auto* const found =
        std::find_if(kKeys.begin(), kKeys.end(), [key](const FilterKeyName& name) { return name.key == key; });
    return found == kKeys.end() ? FilterValueKind::Text : found->kind;
}

} // namespace lanescope
