// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's panels: made, put away and brought back.
#include "app/desktop/main_window.h"

#include "app/desktop/panels/details_panel.h"
#include "app/desktop/panels/files_panel.h"
#include "app/desktop/panels/filter_panel.h"
#include "app/desktop/panels/find_panel.h"
#include "app/desktop/panels/marks_panel.h"
#include "app/desktop/panels/warnings_panel.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/statistics/statistics_panel.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QAction>
#include <QDockWidget>
#include <QTimer>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kSidePanelPx = 370;
constexpr int kLowestBottomPx = 180; // of the panels below the timeline
constexpr int kHighestBottomPx = 360;

QDockWidget* dock(QMainWindow& window, const QString& title, const QString& objectName, QWidget* content,
                  Qt::DockWidgetArea area)
{
    auto* result = new QDockWidget(title, &window);
    result->setObjectName(objectName);
    result->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    result->setWidget(content);
    window.addDockWidget(area, result);
    return result;
}

} // namespace

void MainWindow::buildDocks()
{
    m_filter = new FilterPanel(m_document, this);
    m_details = new DetailsPanel(m_document, this);
    m_warnings = new WarningsPanel(m_document, this);
    m_find = new FindPanel(m_document, this);
    m_marks = new MarksPanel(m_document, this);
    m_filterDock = dock(*this, tr("Legend"), QStringLiteral("annotationsDock"), m_filter, Qt::RightDockWidgetArea);
    m_detailsDock = dock(*this, tr("Details"), QStringLiteral("detailsDock"), m_details, Qt::RightDockWidgetArea);
    m_warningsDock = dock(*this, tr("Findings and match report"), QStringLiteral("warningsDock"), m_warnings,
                          Qt::BottomDockWidgetArea);
    connect(m_warnings, &WarningsPanel::eventActivated, this,
            [this](EventId event) { m_timeline->plot().revealEvent(event); });
    connect(m_find, &FindPanel::jumpRequested, this, [this](EventId event) { m_timeline->plot().revealEvent(event); });
    m_findDock = dock(*this, tr("Find"), QStringLiteral("findDock"), m_find, Qt::BottomDockWidgetArea);
    m_marksDock = dock(*this, tr("Marks"), QStringLiteral("marksDock"), m_marks, Qt::BottomDockWidgetArea);
    tabifyDockWidget(m_warningsDock, m_findDock);
    tabifyDockWidget(m_findDock, m_marksDock);
    m_statistics = new StatisticsPanel(m_document, this);
    m_statisticsDock =
        dock(*this, tr("Statistics"), QStringLiteral("statisticsDock"), m_statistics, Qt::BottomDockWidgetArea);
    connect(m_statistics, &StatisticsPanel::eventChosen, this,
            [this](EventId event) { m_timeline->plot().revealEvent(event); });
    tabifyDockWidget(m_marksDock, m_statisticsDock);
    m_files = new FilesPanel(m_document, this);
    m_filesDock = dock(*this, tr("Files"), QStringLiteral("filesDock"), m_files, Qt::BottomDockWidgetArea);
    tabifyDockWidget(m_statisticsDock, m_filesDock);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    for (QDockWidget* panel : {m_warningsDock, m_findDock, m_marksDock, m_statisticsDock, m_filesDock})
        panel->hide();
    // Qt shows a panel behind the tab of another one.
    for (QDockWidget* panel : docks())
        connect(panel->toggleViewAction(), &QAction::triggered, panel, [panel](bool isShown) {
            if (isShown)
                panel->raise();
        });
}

QList<QDockWidget*> MainWindow::docks() const
{
    return {m_filterDock, m_detailsDock, m_warningsDock, m_findDock, m_marksDock, m_statisticsDock, m_filesDock};
}

void MainWindow::putDocksAway()
{
    if (m_docksAway)
        return;
    m_docksAway.emplace();
    for (QDockWidget* panel : docks()) {
        if (!panel->isHidden())
            m_docksAway->append(panel);
        panel->hide();
    }
}

void MainWindow::bringDocksBack()
{
    if (!m_docksAway)
        return;
    for (QDockWidget* panel : *m_docksAway)
        panel->show();
    m_docksAway.reset();
    if (!Settings::windowState().isEmpty())
        return;
    // Sizes of docks count once the window is laid out.
    QTimer::singleShot(0, this, [this] {
        resizeDocks({m_filterDock, m_detailsDock}, {kSidePanelPx, kSidePanelPx}, Qt::Horizontal);
        resizeDocks({m_filterDock, m_detailsDock}, {2, 3}, Qt::Vertical);
        const int bottomPx = std::clamp(height() * 3 / 10, kLowestBottomPx, kHighestBottomPx);
        resizeDocks({m_warningsDock, m_findDock, m_statisticsDock}, {bottomPx, bottomPx, bottomPx}, Qt::Vertical);
    });
}

void MainWindow::togglePanels()
{
    QList<QDockWidget*> shown;
    for (QDockWidget* panel : docks()) {
        if (!panel->isHidden())
            shown << panel;
    }
    if (shown.isEmpty()) {
        for (QDockWidget* panel : m_panelsAway.isEmpty() ? QList{m_filterDock, m_detailsDock} : m_panelsAway)
            panel->show();
        return;
    }
    m_panelsAway = shown;
    for (QDockWidget* panel : shown)
        panel->hide();
    m_timeline->plot().setFocus();
}

} // namespace lanescope::desktop
