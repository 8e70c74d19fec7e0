// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/load_job.h"
#include "app/desktop/style/theme.h"
#include "app/desktop/trace_document.h"

#include <QMainWindow>
#include <QStringList>

#include <memory>
#include <optional>

class QDockWidget;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace lanescope::desktop {

class DetailsPanel;
class FilterPanel;
class FindPanel;
class MessageBar;
class ProgressStrip;
class TimelineToolBar;
class TimelineView;
class WarningsPanel;
class WelcomePage;
struct WindowActions;

// The window of one document. While a file loads or an export runs, the document that is open stays usable.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // A trace and, among the paths or apart, its annotation file. Paths that are only annotations are joined to the
    // open trace. Returns at once; what goes wrong is said in the message bar.
    void openFiles(const QStringList& paths, const std::optional<QString>& annotations = std::nullopt,
                   const QStringList& provenance = {});
    void openSample();
    void closeTrace();
    // Writes the annotated trace on a worker.
    void exportTo(const QString& path);
    void savePictureTo(const QString& path);
    void setThemeChoice(ThemeChoice choice);
    // The same for this run only.
    void useThemeOnce(ThemeChoice choice);

    // Parts, for whoever drives the window.
    [[nodiscard]] TraceDocument& document() { return m_document; }
    [[nodiscard]] LoadJob& loadJob() { return m_loadJob; }
    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] DetailsPanel& detailsPanel() { return *m_details; }
    [[nodiscard]] FilterPanel& filterPanel() { return *m_filter; }
    [[nodiscard]] FindPanel& findPanel() { return *m_find; }
    [[nodiscard]] WarningsPanel& warningsPanel() { return *m_warnings; }
    [[nodiscard]] TimelineToolBar& toolBar() { return *m_toolBar; }
    [[nodiscard]] MessageBar& messageBar() { return *m_message; }
    [[nodiscard]] ProgressStrip& loadStrip() { return *m_loadStrip; }

signals:
    void exportFinished(bool isWritten);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    void buildStatusBar();
    void connectActions();
    void connectJobs();
    void applyThemeNow();

    void askForTrace();
    void askForAnnotations();
    void askForExport();
    void askForPicture();
    void showKeys();
    void showAbout();
    void showContextMenu(QPoint globalPoint);
    void zoomBy(double factor);
    void startFinding();
    void stopFinding();
    void findStep(Neighbour which);
    [[nodiscard]] bool handleSingleKey(const QKeyEvent& key);

    void traceLoaded(const LoadedTrace& loadedTrace);
    void showTraceState();
    void rebuildRecentMenu();
    [[nodiscard]] QList<QDockWidget*> docks() const;
    void putDocksAway();
    void bringDocksBack();
    // Where keys go; without a window manager no window is ever active, and only the window itself knows.
    [[nodiscard]] QWidget* keyReceiver() const;
    [[nodiscard]] bool isTyping() const;

    TraceDocument m_document;
    LoadJob m_loadJob;
    JobRunner m_exporter;
    std::unique_ptr<WindowActions> m_actions;
    QStackedWidget* m_pages = nullptr;
    WelcomePage* m_welcome = nullptr;
    TimelineView* m_timeline = nullptr;
    TimelineToolBar* m_toolBar = nullptr;
    MessageBar* m_message = nullptr;
    ProgressStrip* m_loadStrip = nullptr;
    ProgressStrip* m_exportStrip = nullptr;
    DetailsPanel* m_details = nullptr;
    FilterPanel* m_filter = nullptr;
    FindPanel* m_find = nullptr;
    WarningsPanel* m_warnings = nullptr;
    QDockWidget* m_detailsDock = nullptr;
    QDockWidget* m_filterDock = nullptr;
    QDockWidget* m_findDock = nullptr;
    QDockWidget* m_warningsDock = nullptr;
    std::optional<QList<QDockWidget*>> m_docksAway; // those that come back with a trace
    QLabel* m_traceLabel = nullptr;
    QLabel* m_matchLabel = nullptr;
    QToolButton* m_warningsButton = nullptr;
    ThemeChoice m_themeChoice = ThemeChoice::System;
};

} // namespace lanescope::desktop
