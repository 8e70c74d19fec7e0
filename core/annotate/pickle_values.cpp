// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_values.h"

#include <bit>

namespace lanescope {
namespace {

constexpr std::uint64_t kContainerBytes = 56;              // its place in the table and the allocation of its items
constexpr std::uint64_t kItemBytes = 2 * sizeof(PickleId); // vectors double
constexpr std::uint64_t kOwnTextBytes = 64;

} // namespace

std::int64_t PickleValues::integer(PickleId id) const
{
    return std::bit_cast<std::int64_t>(m_values[indexOf(id)].payload);
}

double PickleValues::number(PickleId id) const
{
    return std::bit_cast<double>(m_values[indexOf(id)].payload);
}

std::string_view PickleValues::text(PickleId id) const
{
    const Value& value = m_values[indexOf(id)];
    switch (value.kind) {
    case PickleKind::BigInteger:
    case PickleKind::Text:
    case PickleKind::Bytes:
    case PickleKind::Dtype:
    case PickleKind::Global:
        return value.isOwned ? std::string_view(m_ownTexts[value.payload]) : m_file.substr(value.payload, value.length);
    default:
        return {};
    }
}

std::span<const PickleId> PickleValues::items(PickleId id) const
{
    return isContainer(id) ? std::span<const PickleId>(m_items[m_values[indexOf(id)].payload])
                           : std::span<const PickleId>();
}

PickleId PickleValues::add(Value value, std::uint64_t bytes)
{
    charge(sizeof(Value) + bytes);
    if (isOverLimit())
        return PickleId{0};
    m_values.push_back(value);
    return idAt<PickleId>(m_values.size() - 1);
}

PickleId PickleValues::addConstant(PickleKind kind, std::uint64_t atByte)
{
    return add({0, 0, static_cast<std::uint32_t>(atByte), kind, false}, 0);
}

PickleId PickleValues::addInteger(std::int64_t value, std::uint64_t atByte)
{
    return add({std::bit_cast<std::uint64_t>(value), 0, static_cast<std::uint32_t>(atByte), PickleKind::Integer, false},
               0);
}

PickleId PickleValues::addFloat(double value, std::uint64_t atByte)
{
    return add({std::bit_cast<std::uint64_t>(value), 0, static_cast<std::uint32_t>(atByte), PickleKind::Float, false},
               0);
}

PickleId PickleValues::addPiece(PickleKind kind, std::string_view piece, std::uint64_t atByte)
{
    const auto offset = static_cast<std::uint64_t>(piece.data() - m_file.data());
    return add({offset, static_cast<std::uint32_t>(piece.size()), static_cast<std::uint32_t>(atByte), kind, false}, 0);
}

PickleId PickleValues::addOwned(PickleKind kind, std::string text, std::uint64_t atByte)
{
    const PickleId id =
        add({m_ownTexts.size(), 0, static_cast<std::uint32_t>(atByte), kind, true}, kOwnTextBytes + text.size());
    if (!isOverLimit())
        m_ownTexts.push_back(std::move(text));
    return id;
}

PickleId PickleValues::addContainer(PickleKind kind, std::span<const PickleId> items, std::uint64_t atByte)
{
    const PickleId id = add({m_items.size(), 0, static_cast<std::uint32_t>(atByte), kind, false},
                            kContainerBytes + items.size() * kItemBytes);
    if (!isOverLimit())
        m_items.emplace_back(items.begin(), items.end());
    return id;
}

void PickleValues::append(PickleId container, std::span<const PickleId> items)
{
    charge(items.size() * kItemBytes);
    if (isOverLimit())
        return;
    std::vector<PickleId>& grown = m_items[m_values[indexOf(container)].payload];
    grown.insert(grown.end(), items.begin(), items.end());
}

} // namespace lanescope
