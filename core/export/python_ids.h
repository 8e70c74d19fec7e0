// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/string_table.h"
#include "core/export/edit_list.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// A thread id as Python sees it: 7 and 7.0 are one, "7" is another, and so is none at all. Numbered by PythonIds.
using PythonId = StringId;

// The thread ids of all entries of a trace as Python would compare them, which the trace's tracks (where 7 and "7" are
// the same) do not tell. Reads the whole content once; 4 bytes an entry.
class PythonIds {
public:
    // Errors: CannotRead, ChangedOnDisk, Stopped.
    [[nodiscard]] Result<void> read(const Trace& trace, const JobControl& job);

    [[nodiscard]] PythonId of(EntryRef entry) const { return m_ids[indexOf(entry.table)][entry.index]; }
    [[nodiscard]] PythonId ofNumber(std::int64_t number);
    // The number of an id that is one.
    [[nodiscard]] std::optional<std::int64_t> number(PythonId id) const;
    // As JSON; "null" for none.
    [[nodiscard]] std::string json(PythonId id) const;

private:
    static std::size_t indexOf(TraceTable table) { return static_cast<std::size_t>(table); }
    [[nodiscard]] PythonId idOf(std::string_view entry);

    StringTable m_texts; // "n7", "s\"7\"", "" for none
    std::array<std::vector<PythonId>, 4> m_ids;
    std::string m_text; // reused
};

} // namespace lanescope
