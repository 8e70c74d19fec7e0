// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window is talked to: dialogs, dropped files, keys, the timeline's context menu.
#include "app/desktop/main_window.h"

#include "app/desktop/dialogs/about_dialog.h"
#include "app/desktop/dialogs/chooser.h"
#include "app/desktop/dialogs/keys_dialog.h"
#include "app/desktop/filter/filter_field.h"
#include "app/desktop/open_request.h"
#include "app/desktop/panels/find_panel.h"
#include "app/desktop/panels/marks_panel.h"
#include "app/desktop/panels/timeline_tool_bar.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/window_actions.h"
#include "core/export/annotated_json.h"
#include "core/query/filter_expression.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <QUrl>
#include <QWindow>

namespace lanescope::desktop {
namespace {

// What stands in the menus and can be done now, with the menus' names before it.
void collectCommands(const QList<QAction*>& actions, const QString& path, std::vector<Choice>& commands)
{
    for (QAction* action : actions) {
        const QStringList parts = action->text().split(QLatin1Char('\t'));
        const QString text = path + QString(parts.first()).remove(QLatin1Char('&'));
        if (const QMenu* menu = action->menu())
            collectCommands(menu->actions(), text + QStringLiteral(" › "), commands);
        if (action->isSeparator() || action->menu() != nullptr || !action->isEnabled())
            continue;
        const QString key = parts.size() > 1 ? parts.last() : action->shortcut().toString(QKeySequence::NativeText);
        const QString state = action->isCheckable() && action->isChecked() ? QStringLiteral("✓  ") : QString();
        commands.push_back({text, state + key, [action] { action->trigger(); }});
    }
}

std::vector<Choice> commandsOf(const QMenuBar& bar)
{
    std::vector<Choice> commands;
    collectCommands(bar.actions(), {}, commands);
    return commands;
}

// A filter that leaves out a name as well; one with OR keeps its meaning in parentheses.
std::string withoutName(const std::string& filter, std::string_view name)
{
    const std::string term = "-" + filterTermText("name", name);
    return filter.empty() ? term : "(" + filter + ") " + term;
}

QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

} // namespace

void MainWindow::askForTrace()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open trace"), Settings::lastFolder(),
                                                            tr("Traces (*.json *.json.gz *.gz *.zip);;All files (*)"));
    if (paths.isEmpty())
        return;
    Settings::setLastFolder(QFileInfo(paths.first()).absolutePath());
    openFiles(paths);
}

void MainWindow::askForAnnotations()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open annotations"), Settings::lastFolder(),
                                                      tr("Annotations (*.json *.pkl);;All files (*)"));
    if (path.isEmpty())
        return;
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    openFiles({}, path);
}

void MainWindow::askForExport()
{
    if (m_document.opened()->parts) {
        const QString folder =
            QFileDialog::getExistingDirectory(this, tr("Export every file into a folder"), Settings::lastFolder());
        if (!folder.isEmpty())
            exportPartsTo(folder);
        return;
    }
    const QString suggested = pathText(defaultAnnotatedPath(m_document.opened()->request.trace));
    const QString path = QFileDialog::getSaveFileName(this, tr("Export annotated trace"), suggested,
                                                      tr("Traces (*.json *.json.gz);;All files (*)"));
    if (!path.isEmpty())
        exportTo(path);
}

void MainWindow::askForPicture()
{
    const QString name = QFileInfo(pathsOf(m_document.opened()->request).value(0)).completeBaseName();
    const QString suggested = QDir(Settings::lastFolder()).filePath(name + QStringLiteral(".png"));
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save picture"), suggested, tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
    if (!path.isEmpty())
        savePictureTo(path);
}

void MainWindow::showKeys()
{
    KeysDialog(this).exec();
}

void MainWindow::showAbout()
{
    AboutDialog(this).exec();
}

void MainWindow::zoomBy(double factor)
{
    const TimeRange range = m_document.visibleRange();
    m_document.zoom(factor, range.beginNs + range.durationNs() / 2);
}

void MainWindow::startFinding()
{
    m_findDock->show();
    m_findDock->raise();
    m_find->startTyping();
}

void MainWindow::leavePanel(QDockWidget& panel)
{
    panel.hide();
    m_timeline->plot().setFocus();
}

void MainWindow::showMark(std::size_t mark)
{
    m_marksDock->show();
    m_marksDock->raise();
    m_marks->choose(mark);
}

void MainWindow::editMark(std::size_t mark)
{
    showMark(mark);
    m_marks->editNote(mark);
}

void MainWindow::chooseTrack()
{
    std::vector<Choice> choices;
    const Arrangement& arrangement = *m_document.arrangement();
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        const QString owner = toQString(arrangement.groups[group].title);
        for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track)
            choices.push_back({toQString(trackAt(arrangement, group, track).title), owner,
                               [this, group, track] { m_timeline->plot().revealTrack(group, track); }});
    }
    Chooser(tr("Go to track"), std::move(choices), this).exec();
}

void MainWindow::chooseCommand()
{
    Chooser(tr("Run a command"), commandsOf(*menuBar()), this).exec();
}

void MainWindow::findStep(Neighbour which)
{
    if (m_find->isLooking())
        m_find->step(which);
    else
        startFinding();
}

void MainWindow::showContextMenu(QPoint globalPoint)
{
    QMenu menu(this);
    const auto event = m_document.selectedEvent();
    const auto region = m_document.selectedRegion();
    QString name;
    QString annotation;
    if (event) {
        name = toQString(m_document.opened()->trace->name(*event));
        if (const Annotation* found = m_document.opened()->joined->annotation(*event))
            annotation = toQString(found->title());
    } else if (region) {
        const auto& arrangement = *m_document.arrangement();
        name = toQString(arrangement.titles[regionAt(arrangement, *region).titleIndex].text);
        annotation = name;
    }
    if (!name.isEmpty()) {
        menu.addAction(tr("Fit in view"), this, [this] { m_document.fitSelection(); });
        menu.addAction(tr("Copy name"), this, [name] { QApplication::clipboard()->setText(name); });
        menu.addSeparator();
    }
    const auto addFilter = [&](const QString& label, const QString& key, const QString& value) {
        menu.addAction(label, this, [this, key, value] {
            TraceFilter filter = m_document.filter();
            filter.text = filterTermText(key.toStdString(), value.toStdString());
            m_document.setFilter(filter);
        });
    };
    if (!annotation.isEmpty())
        addFilter(tr("Filter by annotation “%1”").arg(annotation), QStringLiteral("ann"), annotation);
    if (event) {
        addFilter(tr("Filter by this name"), QStringLiteral("name"), name);
        menu.addAction(tr("Leave out this name"), this, [this, name] {
            TraceFilter filter = m_document.filter();
            filter.text = withoutName(filter.text, name.toStdString());
            m_document.setFilter(filter);
        });
    }
    if (!name.isEmpty()) {
        menu.addSeparator();
        menu.addActions({m_actions->selectionToRange, m_actions->markWithNote});
        menu.addSeparator();
        // By itself "Hide" would be taken for the slice.
        menu.addAction(tr("Pin or unpin its track"), m_actions->pinTrack, &QAction::trigger);
        menu.addAction(tr("Hide its track"), m_actions->hideTrack, &QAction::trigger);
        menu.addSeparator();
    }
    menu.addAction(tr("Fit all"), this, [this] { m_document.fitAll(); });
    menu.exec(globalPoint);
}

void MainWindow::showGroupMenu(const Row& header, QPoint globalPoint)
{
    TimelinePlot& plot = m_timeline->plot();
    QMenu menu(this);
    menu.addAction(plot.scene().isGroupCollapsed(header.group) ? tr("Unfold") : tr("Fold"), this,
                   [this, header] { m_timeline->plot().toggleGroup(header.group); });
    menu.addAction(tr("Hide all its tracks"), this, [this, header] { m_timeline->plot().hideGroups(header); });
    menu.addSeparator();
    menu.addActions({m_actions->showHiddenTracks, m_actions->ordinaryTracks});
    menu.addSeparator();
    menu.addActions({m_actions->foldAll, m_actions->unfoldAll});
    menu.exec(globalPoint);
}

void MainWindow::showTrackMenu(TrackPlace track, QPoint globalPoint)
{
    TimelinePlot& plot = m_timeline->plot();
    const bool wasPinned = isPinned(*m_document.arrangement(), plot.scene().choices(), track);
    QMenu menu(this);
    const auto add = [&](const QString& text, TrackChange change) {
        menu.addAction(text, this, [&plot, track, change] { plot.changeTrack(track, change); });
    };
    add(wasPinned ? tr("Unpin") : tr("Pin above all"), TrackChange::PinOrUnpin);
    add(tr("Hide"), TrackChange::Hide);
    menu.addSeparator();
    add(tr("Move up"), TrackChange::MoveUp);
    add(tr("Move down"), TrackChange::MoveDown);
    menu.addSeparator();
    add(tr("Taller rows"), TrackChange::Taller);
    add(tr("Flatter rows"), TrackChange::Flatter);
    menu.addSeparator();
    menu.addActions({m_actions->showHiddenTracks, m_actions->ordinaryTracks});
    menu.exec(globalPoint);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openFiles(localFiles(*event->mimeData()));
}

QWidget* MainWindow::keyReceiver() const
{
    QWidget* active = QApplication::focusWidget();
    return active != nullptr ? active : focusWidget();
}

bool MainWindow::isTyping() const
{
    const QWidget* focus = keyReceiver();
    const auto* text = qobject_cast<const QTextEdit*>(focus);
    const auto* combo = qobject_cast<const QComboBox*>(focus);
    return qobject_cast<const QLineEdit*>(focus) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(focus) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(focus) != nullptr || (text != nullptr && !text->isReadOnly()) ||
           (combo != nullptr && combo->isEditable());
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && watched == windowHandle() && m_themeChoice == ThemeChoice::System) {
        askDesktopAgain();
        applyThemeNow();
    }
    // Single keys steer the timeline wherever the focus is, except where one types.
    if (event->type() == QEvent::KeyPress && watched == keyReceiver() && isAncestorOf(keyReceiver()) &&
        QApplication::activePopupWidget() == nullptr && QApplication::activeModalWidget() == nullptr && !isTyping()) {
        if (handleSingleKey(static_cast<const QKeyEvent&>(*event)))
            return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

bool MainWindow::handleSingleKey(const QKeyEvent& key)
{
    if (key.key() == Qt::Key_Escape) {
        for (QDockWidget* panel : {m_findDock, m_marksDock, m_filesDock}) {
            if (panel->isAncestorOf(keyReceiver())) {
                leavePanel(*panel);
                return true;
            }
        }
    }
    if (key.key() == Qt::Key_Question) {
        showKeys();
        return true;
    }
    if (key.key() == Qt::Key_Q && key.modifiers() == Qt::NoModifier && m_document.hasTrace()) {
        togglePanels();
        return true;
    }
    if (key.key() == Qt::Key_Slash && m_document.hasTrace()) {
        startFinding();
        return true;
    }
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (isReturn && m_find->isLooking() && keyReceiver() == &m_timeline->plot()) {
        findStep(key.modifiers().testFlag(Qt::ShiftModifier) ? Neighbour::Previous : Neighbour::Next);
        return true;
    }
    return m_timeline->input().handleKey(key);
}

} // namespace lanescope::desktop
