// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Position in PickleValues.
enum class PickleId : std::uint32_t {};

enum class PickleKind : std::uint8_t {
    None,
    True,
    False,
    Integer,    // fits int64
    BigInteger, // text(): decimal digits
    Float,
    Text,
    Bytes,
    Dtype, // a torch dtype, named and never called; text() is "torch.float32"
    List,
    Tuple,
    Set,
    Dict,   // items(): key, value, key, value, …
    Global, // an allowed class: text() is its name, such as "collections.defaultdict"
};

// The values that a pickle makes, in one flat table: nothing in it recurses, shared and recursive values are equal ids.
// What it holds is counted in bytes against a limit, checked before memory is taken.
class PickleValues {
public:
    // `file` must outlive this.
    PickleValues(std::string_view file, std::uint64_t mostBytes) : m_file(file), m_mostBytes(mostBytes) {}

    [[nodiscard]] PickleKind kind(PickleId id) const { return m_values[indexOf(id)].kind; }
    // Where in the file the value was made.
    [[nodiscard]] std::uint64_t atByte(PickleId id) const { return m_values[indexOf(id)].atByte; }
    [[nodiscard]] std::int64_t integer(PickleId id) const;
    [[nodiscard]] double number(PickleId id) const;
    [[nodiscard]] std::string_view text(PickleId id) const; // "" for values without text
    [[nodiscard]] std::span<const PickleId> items(PickleId id) const;
    [[nodiscard]] bool isContainer(PickleId id) const
    {
        return kind(id) >= PickleKind::List && kind(id) <= PickleKind::Dict;
    }

    PickleId addConstant(PickleKind kind, std::uint64_t atByte);
    PickleId addInteger(std::int64_t value, std::uint64_t atByte);
    PickleId addFloat(double value, std::uint64_t atByte);
    // `piece`: a part of the file, which is not copied.
    PickleId addPiece(PickleKind kind, std::string_view piece, std::uint64_t atByte);
    PickleId addOwned(PickleKind kind, std::string text, std::uint64_t atByte);
    PickleId addContainer(PickleKind kind, std::span<const PickleId> items, std::uint64_t atByte);
    void append(PickleId container, std::span<const PickleId> items);

    // Counts memory that stands elsewhere (stack, memo).
    void charge(std::uint64_t bytes) { m_bytes += bytes; }
    // More was asked for than the limit: nothing was added since, and the values are not to be used.
    [[nodiscard]] bool isOverLimit() const { return m_bytes > m_mostBytes; }

private:
    // Texts lie in the file (payload = offset) or in m_ownTexts (payload = position).
    struct Value {
        std::uint64_t payload = 0;
        std::uint32_t length = 0;
        std::uint32_t atByte = 0;
        PickleKind kind = PickleKind::None;
        bool isOwned = false;
    };

    PickleId add(Value value, std::uint64_t bytes);

    std::string_view m_file;
    std::uint64_t m_mostBytes;
    std::uint64_t m_bytes = 0;
    std::vector<Value> m_values{Value{}}; // the first stands for those that found no room
    std::deque<std::string> m_ownTexts;
    std::vector<std::vector<PickleId>> m_items;
};

} // namespace lanescope
