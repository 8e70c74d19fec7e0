// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/annotated_json.h"
#include "core/export/edit_list.h"
#include "core/export/event_selection.h"
#include "core/export/undo_record.h"
#include "core/join/join.h"

#include <string>

namespace lanescope {

// The value of the member "lanescope" in our exports: {"version": …, "annotations": {"file": …, "hash": …},
// "provenance": [{"file": …, "hash": …}, …], "options": …}; what was not given is left out.
[[nodiscard]] std::string exportHeaderJson(const JoinedTrace& joined, const AnnotateOptions& options);

// Puts the header into the output: in place of the header of an earlier export, else as the first member; an array of
// events becomes an object. Places the record for undoing behind the events and tells it what it needs to know of the
// header. Errors: CannotRead, ChangedOnDisk, TooLarge.
[[nodiscard]] Result<void> addExportHeader(const JoinedTrace& joined, const AnnotateOptions& options,
                                           const EventSelection& selection, EditList& edits, UndoRecord& undo);

// Takes the record of an earlier export out, for an output that it does not fit. Errors: CannotRead, ChangedOnDisk,
// TooLarge.
[[nodiscard]] Result<void> dropUndoRecord(const Trace& trace, EditList& edits);

} // namespace lanescope
