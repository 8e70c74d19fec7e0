// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dialogs/about_dialog.h"

#include "app/desktop/style/icons.h"

#include <qcustomplot.h>

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr int kLogoPx = 64;

} // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("About Lanescope"));
    auto* logo = new QLabel(this);
    logo->setPixmap(programIcon().pixmap(kLogoPx, kLogoPx));
    logo->setAlignment(Qt::AlignTop);
    auto* text = new QLabel(this);
    text->setWordWrap(true);
    text->setMinimumWidth(380);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setText(tr("<h3>Lanescope %1</h3>"
                     "<p>Shows what the kernels of CUDA graphs were doing.</p>"
                     "<p>This program is free software under the GNU General Public License, version 3 or later. "
                     "Its core and command line are under the Apache License 2.0.</p>"
                     "<p>Built with Qt %2 and QCustomPlot %3.</p>")
                      .arg(QStringLiteral(LANESCOPE_VERSION), QString::fromLatin1(qVersion()),
                           QStringLiteral(QCUSTOMPLOT_VERSION_STR)));
    auto* top = new QHBoxLayout;
    top->setSpacing(18);
    top->addWidget(logo);
    top->addWidget(text, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->addLayout(top);
    layout->addWidget(buttons);
}

} // namespace lanescope::desktop
