// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"

#include <QIcon>

namespace lanescope::desktop {

// An icon of resources/icons by its file's stem, drawn in the theme's text colour.
[[nodiscard]] QIcon themedIcon(const QString& name, const Theme& theme);
[[nodiscard]] QIcon programIcon();
// Makes the resources of this static library known. To be called once before any is used.
void loadResources();

} // namespace lanescope::desktop
