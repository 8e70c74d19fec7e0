// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/export/entry_restore.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// A record for undoing (core/export/undo_record.h) as it is read back.
struct UndoSteps {
    struct Change {
        std::uint64_t entry;   // of the export
        std::uint32_t inverse; // position in inverses
    };
    struct Removed {
        std::uint64_t beforeEntry;
        std::string text;
        std::string separator;
    };

    std::uint64_t entries = 0;
    std::uint64_t added = 0;
    bool isArray = false;
    std::vector<InverseChange> inverses;
    std::vector<Change> changes;  // by entry
    std::vector<Removed> removed; // by entry
    std::string header;           // JSON, may be empty
    std::string earlier;          // JSON, may be empty
};

// Reads the member's value, strict JSON, of an export with that many entries. What does not fit together (another
// number of entries, removed text that is no strict JSON) is refused. Errors: Damaged, with what is wrong.
[[nodiscard]] Result<UndoSteps> readUndoSteps(std::string_view json, std::uint64_t entryCount);

} // namespace lanescope
