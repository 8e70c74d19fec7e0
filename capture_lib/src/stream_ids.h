// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lanescope/annotation_format.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace lanescope::capture {

// Small numbers to show work on, one counter for streams and process groups. Not thread-safe.
class StreamIds {
public:
    using Owner = std::variant<void*, std::string>; // a stream's handle or a group's key
    struct Entry {
        std::uint32_t id;
        Owner owner;
    };

    // False, and nothing changed, once a number is out.
    bool startAt(std::uint32_t first);

    std::uint32_t idOf(const Owner& owner);
    const std::vector<Entry>& entries() const { return m_entries; }

private:
    std::uint32_t m_next = LSC_FIRST_STREAM_ID;
    std::map<Owner, std::uint32_t> m_ids;
    std::vector<Entry> m_entries;
};

} // namespace lanescope::capture
