// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/trace_document.h"
#include "core/base/result.h"
#include "core/viewport/row_layout.h"

#include <QSize>
#include <QString>

#include <memory>
#include <optional>

namespace lanescope::desktop {

struct PictureOptions {
    ThemeKind theme = ThemeKind::Light;
    std::optional<QSize> sizePx;                         // else 1600 wide and as high as the tracks need, within limits
    std::optional<CollapsedState> collapsed;             // else what is folded at first
    std::shared_ptr<const FilteredArrangement> filtered; // what matches, else what the document's filter says
    QString filterText;                                  // named in the title line
};

inline constexpr int kLargestPicturePx = 16384; // either side

// Draws the document's timeline, as it is looked at now, into a PNG, SVG or PDF, told by the name's ending: title line,
// axis, track names, rows, legend. Tracks that do not fit are cut, and the title says so. The file is replaced as a
// whole or not at all. GUI thread. Errors: WrongUsage (ending, size), CannotWrite.
[[nodiscard]] Result<void> renderPicture(TraceDocument& document, const QString& path, const PictureOptions& options);

} // namespace lanescope::desktop
