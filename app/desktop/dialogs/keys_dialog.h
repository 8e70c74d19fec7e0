// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace lanescope::desktop {

// All keys and mouse gestures of the window on one sheet.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(QWidget* parent = nullptr);
};

} // namespace lanescope::desktop
