// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace lanescope::desktop {

// How well `typed` fits a text: all letters of each of its words, of any case, in this order; the words in any. More
// for letters that follow each other and for beginnings of words, less for what is left over. Nothing when a letter is
// missing.
// O(typed · text).
[[nodiscard]] std::optional<int> fuzzyScore(const QString& typed, const QString& text);

} // namespace lanescope::desktop
