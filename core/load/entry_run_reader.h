// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/load/comma_repairs.h"
#include "core/load/entry_parser.h"
#include "core/load/fast_entry_parser.h"
#include "core/load/text_reader.h"
#include "core/trace/entry_table.h"

#include <cstdint>
#include <optional>

namespace lanescope {

// Which parsers read the entries: Fast tries FastEntryParser first, Careful never does (tests compare the two).
enum class EntryPath { Fast, Careful };

// Reads entries of the event array from one place to another into an EntryTable. One thread; several readers of one
// content may work at the same time.
class EntryRunReader {
public:
    EntryRunReader(const ByteSource& source, const JobControl& job, EntryPath path);

    // Where a run ended.
    struct End {
        enum class Kind {
            AtEntry, // an entry begins at `at`, which is not before the limit; it is not read
            AtClose, // the array's ']' stands at `at`
            CutOff,  // the content ends inside the array; what stands from `at` on is no complete entry
        };
        Kind kind = Kind::CutOff;
        std::uint64_t at = 0;
        CommaRepairs::Seam seam; // what commas at the run's ends mean depends on the runs around it
    };

    // Adds the entries that begin in [begin, limit) to `table`; `begin` lies between two entries. Errors: those of the
    // source, Stopped.
    [[nodiscard]] Result<End> read(std::uint64_t begin, std::uint64_t limit, EntryTable& table);

private:
    using Outcome = JsonCursor::Outcome;
    enum class Flow { Go, CutOff };

    Result<Flow> readEntry(CommaRepairs& commas);
    Result<Flow> readNonObject(CommaRepairs& commas);
    Result<Flow> skipBrokenEntry(std::uint64_t begin, std::uint64_t faultAt);
    bool readFast(CommaRepairs& commas);
    void keepEntry(std::size_t length, CommaRepairs& commas);

    const ByteSource& m_source;
    const JobControl& m_job;
    EntryPath m_path;
    TextReader m_text;
    EntryParser m_parser;
    FastEntryParser m_fastParser;
    ParsedEntry m_entry;
    EntryTable* m_table = nullptr;
};

} // namespace lanescope
