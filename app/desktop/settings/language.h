// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lanescope::desktop {

// What the window can be read in, by code: "en", and what translations were built for.
[[nodiscard]] QStringList languages();
// The desktop's, if it is one of languages(), else "en".
[[nodiscard]] QString desktopLanguage();
// From now on the program's texts, and Qt's, come in a language of languages(). To be called once, before any window;
// needs the application object. What core says stays English.
void useLanguage(const QString& code);

} // namespace lanescope::desktop
