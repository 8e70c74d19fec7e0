// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/style_sheet.h"

#include "app/desktop/style/theme.h"

#include <utility>

namespace lanescope::desktop {
namespace {

// "@name" stands for a colour of the theme.
constexpr char kTemplate[] = R"(
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QMenuBar { background: @window; border-bottom: 1px solid @border; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @surface; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 26px; border-radius: 4px; }
QMenu::item:selected { background: @hover; color: @text; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @border; spacing: 4px; padding: 4px 6px; }
QToolBar::separator { background: @border; width: 1px; margin: 5px 5px; }
QToolBar QToolButton { padding: 4px 8px; border-radius: 4px; border: 1px solid transparent; }
QToolBar QToolButton:hover { background: @hover; }
QToolBar QToolButton:pressed { background: @border; }
QToolButton#switchButton, QToolButton#switchMenu { padding: 3px 10px; border: 1px solid @border; border-radius: 4px; background: @surface; }
QToolButton#switchButton:hover, QToolButton#switchMenu:hover { background: @hover; }
QToolButton#switchButton:checked { background: @accent; color: @accentText; border-color: @accent; }
QToolButton#switchButton:focus, QToolButton#switchMenu:focus { border-color: @accent; }
QToolButton#switchMenu::menu-indicator { image: none; }
QToolButton#qt_toolbar_ext_button { padding: 0; }
QLineEdit { background: @surface; border: 1px solid @border; border-radius: 4px; padding: 3px 6px; selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:focus { border-color: @accent; }
QLineEdit[hasProblem="true"] { border-color: @error; }
QLabel#filterProblem { background: @surface; color: @text; border: 1px solid @error; border-radius: 4px; padding: 5px 8px; }
QComboBox { background: @surface; border: 1px solid @border; border-radius: 4px; padding: 3px 8px; }
QComboBox:focus { border-color: @accent; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/lanescope/icons/drop-down.svg); width: 12px; height: 12px; }
QPushButton { background: @surface; border: 1px solid @border; border-radius: 4px; padding: 5px 14px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @border; }
QPushButton:focus { border-color: @accent; }
QPushButton:default, QPushButton#primaryButton { background: @accent; color: @accentText; border-color: @accent; }
QPushButton:disabled { color: @muted; background: @window; border-color: @border; }
QPushButton#linkButton { border: none; background: transparent; text-align: left; padding: 5px 8px; }
QPushButton#linkButton:hover { background: @hover; }
QPushButton#linkButton:focus { border: 1px solid @accent; }
QDockWidget { color: @text; titlebar-close-icon: url(:/lanescope/icons/close.svg); titlebar-normal-icon: url(:/lanescope/icons/float.svg); }
QDockWidget::title { background: @window; padding: 6px 10px; border-bottom: 1px solid @border; text-align: left; }
QTreeView, QListView, QTextEdit, QPlainTextEdit { background: @surface; border: none; outline: none; selection-background-color: @accent; selection-color: @accentText; }
QTreeView::item, QListView::item { padding: 3px 2px; border: none; }
QTreeView::item:hover:!selected, QListView::item:hover:!selected { background: @hover; }
QTreeView::item:selected, QListView::item:selected { background: @accent; color: @accentText; }
QListView#filterOffers { border: 1px solid @border; border-radius: 4px; }
QHeaderView::section { background: @window; color: @muted; border: none; border-bottom: 1px solid @border; padding: 4px 8px; }
QTabWidget::pane { border: none; }
QTabWidget#statisticsTabs { background: @window; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTabBar { background: @window; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 5px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QStatusBar { background: @window; border-top: 1px solid @border; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 0 6px; }
QStatusBar QToolButton { border: none; border-radius: 4px; padding: 2px 8px; color: @warning; }
QStatusBar QToolButton:hover { background: @hover; }
QScrollBar:vertical { background: @canvas; width: 12px; margin: 0; border: none; }
QScrollBar:horizontal { background: @canvas; height: 12px; margin: 0; border: none; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @border; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QToolTip { background: @surface; color: @text; border: 1px solid @border; padding: 5px 7px; }
QFrame#messageBar { border: none; border-bottom: 1px solid @border; background: @surface; }
QFrame#progressStrip { border: none; border-bottom: 1px solid @border; background: @surface; }
QWidget#welcomePage { background: @canvas; }
QLabel#welcomeTitle { font-size: 26px; font-weight: 600; }
QLabel#welcomeText, QLabel#mutedLabel { color: @muted; }
QLabel#fullName { color: @muted; font-size: 11px; }
QLabel#sectionTitle { color: @muted; font-weight: 600; }
QLabel#sliceTitle { font-weight: 600; font-size: 14px; }
QDialog#chooser { background: @window; border: 1px solid @border; }
QWidget#panelBody { background: @surface; }
QDockWidget::close-button, QDockWidget::float-button { border: none; border-radius: 4px; padding: 1px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: @hover; }
)";

} // namespace

QString styleSheetOf(const Theme& theme)
{
    QString sheet = QString::fromLatin1(kTemplate);
    // Longer names first: "@accentText" begins with "@accent".
    const std::pair<const char*, QColor> colors[] = {
        {"@accentText", theme.accentText},
        {"@accent", theme.accent},
        {"@window", theme.window},
        {"@surface", theme.surface},
        {"@hover", theme.surfaceHover},
        {"@border", theme.border},
        {"@text", theme.text},
        {"@muted", theme.mutedText},
        {"@warning", theme.warning},
        {"@error", theme.error},
        {"@canvas", theme.canvas},
    };
    for (const auto& [name, color] : colors)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
}

} // namespace lanescope::desktop
