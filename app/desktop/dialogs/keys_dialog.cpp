// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dialogs/keys_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace lanescope::desktop {
namespace {

const QString kMeaning = QStringLiteral("meaning");
constexpr QSize kBesideSheet(100, 160); // what of a screen is left to borders, the button and the desktop's bars

using Lines = std::vector<std::pair<QString, QString>>;

QLayout* section(const QString& title, const Lines& lines, QWidget* parent)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(6);
    auto* heading = new QLabel(title, parent);
    heading->setObjectName(QStringLiteral("sectionTitle"));
    grid->addWidget(heading, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [keys, meaning] : lines) {
        auto* keyLabel = new QLabel(QStringLiteral("<b>%1</b>").arg(keys.toHtmlEscaped()), parent);
        grid->addWidget(keyLabel, row, 0);
        auto* meaningLabel = new QLabel(meaning, parent);
        meaningLabel->setObjectName(kMeaning);
        grid->addWidget(meaningLabel, row, 1);
        ++row;
    }
    grid->setRowStretch(row, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

// On a screen that is too small for the sheet its texts wrap, and it scrolls.
QWidget* fittedToScreen(QWidget* sheet)
{
    const QSize room = sheet->screen()->availableSize() - kBesideSheet;
    QSize size = sheet->sizeHint();
    if (size.width() > room.width()) {
        for (QLabel* meaning : sheet->findChildren<QLabel*>(kMeaning))
            meaning->setWordWrap(true);
        size = QSize(room.width(), size.height() + size.height() / 8); // for the lines that wrapping adds
    }
    auto* scroll = new QScrollArea(sheet->parentWidget());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(sheet);
    scroll->setMinimumSize(size.boundedTo(room) + QSize(scroll->verticalScrollBar()->sizeHint().width(), 0));
    return scroll;
}

} // namespace

KeysDialog::KeysDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keys and mouse"));
    const Lines moving{
        {tr("W / S"), tr("zoom in / out at the mouse")},
        {tr("A / D"), tr("move left / right")},
        {tr("Shift + W S A D"), tr("the same, faster")},
        {tr("F"), tr("fit the selection; again: all")},
        {tr("0"), tr("fit all")},
        {tr("Alt + Left / Right"), tr("back / forward through where you looked")},
        {tr(", / ."), tr("previous / next slice of the track; the first one")},
        {tr("Up / Down"), tr("the slice or bar in the row above / below")},
        {tr("[ / ]"), tr("along an arrow to its start / its end")},
        {tr("Left / Right, Home / End"), tr("move; to the start / the end")},
        {tr("Page Up / Page Down"), tr("scroll tracks")},
        {tr("Menu"), tr("what can be done with the selection")},
    };
    const Lines finding{
        {tr("/ or Ctrl+F"), tr("find")},
        {tr("Enter / Shift + Enter"), tr("next / previous of what was found")},
        {tr("F3 / Shift + F3"), tr("the same, from anywhere")},
        {tr("Ctrl+P"), tr("go to a track by its name")},
        {tr("Ctrl+Shift+P"), tr("run a command by its name")},
        {tr("Ctrl+L"), tr("type in the filter")},
        {tr("R / Shift + R"), tr("make the selection the marked range / on its track only")},
        {tr("M / Shift + M"), tr("set a mark / with a note")},
        {tr("Q"), tr("hide or show the panels")},
        {tr("Ctrl+Shift+T / H / Up / Down"), tr("pin, hide, move the track of the selection")},
        {tr("F5"), tr("load the file again")},
        {tr("Ctrl+Shift+C"), tr("copy a picture of the timeline")},
        {tr("Esc"), tr("clear the selection and the marked range")},
        {tr("?"), tr("this sheet")},
    };
    const Lines mouse{
        {tr("Click"), tr("select a slice or region bar")},
        {tr("Drag"), tr("mark a range on the tracks it goes over, and measure it")},
        {tr("Drag on the axis"), tr("the same on all tracks")},
        {tr("Middle drag"), tr("zoom to a range")},
        {tr("Wheel"), tr("scroll tracks")},
        {tr("Shift + wheel"), tr("move in time")},
        {tr("Ctrl + wheel"), tr("zoom at the mouse")},
        {tr("Click a track's name"), tr("fold or unfold it")},
        {tr("Right-click a track's name"), tr("pin, hide, move or resize it")},
        {tr("Right-click a group's name"), tr("hide all its tracks")},
        {tr("Drag the border of a name"), tr("make the track taller, all names wider")},
        {tr("Click a mark's flag"), tr("show it in the list of marks")},
        {tr("Double-click in the legend"), tr("show only that one; again: all")},
    };
    const Lines overview{
        {tr("Drag the window"), tr("move the view")},
        {tr("Drag an edge of it"), tr("make the view longer or shorter")},
        {tr("Drag beside it"), tr("zoom to a range")},
        {tr("Click"), tr("centre the view there")},
        {tr("Double-click"), tr("fit all")},
        {tr("Left / Right, Home / End"), tr("move, once it has the focus (Tab)")},
        {tr("Up / Down"), tr("zoom in / out")},
    };
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(18);
    auto* sheet = new QWidget(this);
    auto* columns = new QGridLayout(sheet);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setHorizontalSpacing(40);
    columns->setVerticalSpacing(22);
    columns->addLayout(section(tr("Move and zoom"), moving, sheet), 0, 0);
    columns->addLayout(section(tr("Find, filter, mark"), finding, sheet), 0, 1);
    columns->addLayout(section(tr("Mouse"), mouse, sheet), 1, 0);
    columns->addLayout(section(tr("Overview strip"), overview, sheet), 1, 1);
    layout->addWidget(fittedToScreen(sheet));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

} // namespace lanescope::desktop
