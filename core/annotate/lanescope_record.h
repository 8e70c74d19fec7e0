// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/result.h"
#include "core/trace/load_report.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

// A captured graph as it stands in a file or journal of Lanescope's (capture_lib/FORMAT.md).
struct LanescopeGraphText {
    std::uint64_t id = 0;
    std::string_view json;              // the whole object
    std::vector<std::uint64_t> execIds; // of all graphs made of it
};

// What a file or a journal of Lanescope's says, its graphs not read yet. Refers to the text it was read from.
struct LanescopeRecord {
    std::string_view text;
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> processId;
    std::vector<LanescopeGraphText> graphs; // in the order of the file
    LoadReport report;

    // Counts a part that cannot be used. `where`: a piece of the text.
    void reportDamage(std::string_view where, std::string_view what);
    void takeProcess(std::string_view json);
    // A graph's object; damaged ones are counted and left out.
    void takeGraph(std::string_view json);
};

// Errors: NotAnnotations (cut off, no JSON), Refused (a version above ours).
[[nodiscard]] Result<LanescopeRecord> readLanescopeRecord(std::string_view text);
// A journal: what its lines leave in the end. Lines that do not parse are skipped and counted. Errors: NotAnnotations
// (no usable first line), Refused (a version above ours).
[[nodiscard]] Result<LanescopeRecord> readLanescopeJournal(std::string_view text);

// Adds the graphs and exec ids that only the journal of the same process has: captured after the file was saved.
void addFromJournal(LanescopeRecord& record, const LanescopeRecord& journal);

// Every annotated node under each exec graph made of its graph, and under the captured graph; a node that two graphs
// list under one exec graph has the annotations of both, in the order of the file. Damage costs itself.
[[nodiscard]] AnnotationSet annotationsOf(LanescopeRecord record);

} // namespace lanescope
