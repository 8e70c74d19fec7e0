// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/export/edit_list.h"
#include "core/export/output_file.h"
#include "core/export/undo_record.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>

namespace lanescope {

// Makes the new text of entries that an export changes.
class EntryChanger {
public:
    virtual ~EntryChanger() = default;
    EntryChanger(const EntryChanger&) = delete;
    EntryChanger& operator=(const EntryChanger&) = delete;

    // Appends the changed text to `out`; `text` is the entry, strict already. Called in the order of the file.
    virtual void change(EntryRef entry, std::string_view text, std::string& out) = 0;

    // What takes the last change() back, as EventRewrite::inverse() gives it; empty when there is nothing to take back.
    [[nodiscard]] virtual std::string_view inverse() const { return {}; }

protected:
    EntryChanger() = default;
};

// Writes a trace's content with finished edits spliced in; what lies between them is copied as it is. One pass over the
// content with a window of a few MiB (more only for a longer entry). Polls the stop token and reports progress. Does
// not commit `out`. With `undo`, what is changed and removed is noted there, and the record is written where the edits
// place it. Errors: CannotRead, ChangedOnDisk, CannotWrite, Stopped.
[[nodiscard]] Result<void> writeSpliced(const Trace& trace, const EditList& edits, EntryChanger& changer,
                                        OutputFile& out, const JobControl& job, UndoRecord* undo = nullptr);

} // namespace lanescope
