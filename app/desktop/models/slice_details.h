// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/slice_place.h"
#include "core/base/job.h"
#include "core/open/open_trace.h"

#include <QString>

#include <memory>
#include <string_view>
#include <vector>

namespace lanescope::desktop {

// One line of the details: a group, a key with its value, or a key with more lines below.
struct DetailNode {
    QString name;
    QString value;    // as shown; empty for groups and objects
    QString json;     // exactly as in the file, for copying; empty for groups and what the program worked out
    QString fullText; // what `name` is short for: shown as a tip and copied in its place; empty when it is short for
                      // nothing
    bool isGroup = false;
    bool isText = false; // the whole of its parent's value, which is too long for one line
    std::vector<DetailNode> children;
};

struct SliceDetails {
    QString title;    // short, as on the box
    QString fullName; // empty when the title is it
    QString subtitle; // duration and what it is
    std::vector<DetailNode> groups;
};

// Everything known of an event: its times and place, what the join found, its annotation, where it comes from, how it
// compares with others (core/query/slice_peers.h), and all args as the file has them, read now from the file's bytes.
// Any thread; O(events). A file that changed since it was opened gives a group that says so. When stopped, without what
// others tell of it.
[[nodiscard]] SliceDetails detailsOfEvent(const Arrangement& arrangement, EventId event, const JobControl& job);
[[nodiscard]] SliceDetails detailsOfRegion(const Arrangement& arrangement, const RegionPlace& place);

// Values of several lines, or longer than `longest` characters, get the whole text below them, to be unfolded.
void foldLongTexts(std::vector<DetailNode>& nodes, qsizetype longest);

// One JSON value as a line: strings without quotes unless they would be taken for another type, short arrays in one
// line, objects as children. `json` may be as odd as JsonCursor accepts.
[[nodiscard]] DetailNode detailOfJson(const QString& name, std::string_view json);

} // namespace lanescope::desktop
