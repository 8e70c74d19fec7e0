// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope {

// Positions in the tables of one trace. Enumerations, so that an id of one table cannot index another.
enum class EventId : std::uint32_t {};
enum class FlowId : std::uint32_t {};
enum class TrackId : std::uint32_t {};
enum class ProcessId : std::uint32_t {};
enum class StringId : std::uint32_t {};

inline constexpr EventId kNoEvent{0xffffffff};
inline constexpr TrackId kNoTrack{0xffffffff};
inline constexpr ProcessId kNoProcess{0xffffffff};
inline constexpr StringId kEmptyString{0}; // every StringTable holds "" first

template<typename Id>
requires(sizeof(Id) == sizeof(std::uint32_t)) [[nodiscard]] constexpr std::size_t indexOf(Id id)
{
    return static_cast<std::size_t>(static_cast<std::uint32_t>(id));
}

template<typename Id>
[[nodiscard]] constexpr Id idAt(std::size_t index)
{
    return static_cast<Id>(static_cast<std::uint32_t>(index));
}

} // namespace lanescope
