// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Each distinct text once, numbered in order of arrival; id 0 is "". Views stay valid as long as the table lives,
// also when it is moved. Reading from several threads is safe once nobody interns any more.
class StringTable {
public:
    StringTable();
    StringTable(StringTable&&) noexcept = default;
    StringTable& operator=(StringTable&&) noexcept = default;
    StringTable(const StringTable&) = delete;
    StringTable& operator=(const StringTable&) = delete;

    // The id of `text`, which is copied the first time it is seen. Amortised O(length).
    [[nodiscard]] StringId intern(std::string_view text);

    // The id of a text that was interned before.
    [[nodiscard]] std::optional<StringId> find(std::string_view text) const;

    [[nodiscard]] std::string_view text(StringId id) const { return m_texts[indexOf(id)]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::size_t sizeBytes() const;

    // Forgets all texts but "", and keeps some memory. Views and ids become invalid.
    void clear();

private:
    // A text that was met: its length, its first and its last 8 bytes.
    struct Recent {
        std::size_t size = 0;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        StringId id{};
    };

    std::string_view store(std::string_view text);
    StringId internAny(std::string_view text);
    // The slot of a text, or the empty slot where it belongs.
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint64_t hash) const;
    void grow();

    std::deque<std::string> m_blocks; // reserved once and never grown: what was stored never moves
    std::vector<std::string_view> m_texts;
    // Open addressing, at most half full. A loader looks up several texts of 100 and more characters an event, which
    // with std::unordered_map took a tenth of the whole loading time.
    std::vector<std::uint32_t> m_slots;  // StringId + 1; 0: empty
    std::vector<std::uint64_t> m_hashes; // by StringId
    std::array<Recent, 256> m_recent{};  // the last text of each look: nearly all are met again soon
};

} // namespace lanescope
