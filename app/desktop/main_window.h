// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/file_watch.h"
#include "app/desktop/job_runner.h"
#include "app/desktop/load_job.h"
#include "app/desktop/settings/trace_session.h"
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
class FilesPanel;
class FilterPanel;
class FindPanel;
class MarksPanel;
class MessageBar;
class ProgressStrip;
class StatisticsPanel;
class TimelineToolBar;
class TimelineView;
class ViewHistory;
class WarningsPanel;
class WelcomePage;
struct WindowActions;

// The window of one document. While a file loads or an export runs, the document that is open stays usable.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // A trace and, among the paths or apart, its annotation file; or several traces or folders of them, as ranks on one
    // axis. Paths that are only annotations are joined to the open trace. Returns at once; what goes wrong is said in
    // the message bar.
    void openFiles(const QStringList& paths, const std::optional<QString>& annotations = std::nullopt,
                   const QStringList& provenance = {});
    void openSample();
    void closeTrace();
    // Opens the trace again from the disk, looked at as now.
    void reload();
    // Writes the annotated trace on a worker.
    void exportTo(const QString& path);
    // Writes each file of a session annotated into a folder, on a worker. What is there already is not overwritten.
    void exportPartsTo(const QString& folder);
    void savePictureTo(const QString& path);
    void copyPicture();
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
    [[nodiscard]] MarksPanel& marksPanel() { return *m_marks; }
    [[nodiscard]] FilesPanel& filesPanel() { return *m_files; }
    [[nodiscard]] ViewHistory& viewHistory() { return *m_history; }
    [[nodiscard]] const WindowActions& actions() const { return *m_actions; }
    [[nodiscard]] WarningsPanel& warningsPanel() { return *m_warnings; }
    [[nodiscard]] StatisticsPanel& statisticsPanel() { return *m_statistics; }
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
    void connectGoing();
    void connectTracks();
    void connectFiles();
    void connectJobs();
    void applyThemeNow();

    void askForTrace();
    void askForFolder();
    void askForAnnotations();
    void askForExport();
    void askForPicture();
    void showKeys();
    void showAbout();
    void showContextMenu(QPoint globalPoint);
    void showGroupMenu(const Row& header, QPoint globalPoint);
    void showTrackMenu(TrackPlace track, QPoint globalPoint);
    void showLook();
    void zoomBy(double factor);
    void chooseTrack();
    void chooseCommand();
    void showMark(std::size_t mark);
    void editMark(std::size_t mark);
    void togglePanels();
    void leavePanel(QDockWidget& panel);
    void startFinding();
    void findStep(Neighbour which);
    [[nodiscard]] bool handleSingleKey(const QKeyEvent& key);

    void traceLoaded(const LoadedTrace& loadedTrace);
    // What the user should know first of a trace that was opened.
    void tellOfTrace();
    void moveFiles(const SessionTimes& times);
    // Remembers how the open trace is looked at.
    void keepSession();
    void restoreSession(const TraceSession& session);
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
    FileWatch m_watch;
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
    MarksPanel* m_marks = nullptr;
    FilesPanel* m_files = nullptr;
    ViewHistory* m_history = nullptr;
    WarningsPanel* m_warnings = nullptr;
    QDockWidget* m_detailsDock = nullptr;
    StatisticsPanel* m_statistics = nullptr;
    QDockWidget* m_filterDock = nullptr;
    QDockWidget* m_findDock = nullptr;
    QDockWidget* m_marksDock = nullptr;
    QDockWidget* m_filesDock = nullptr;
    QDockWidget* m_warningsDock = nullptr;
    QDockWidget* m_statisticsDock = nullptr;
    std::optional<QList<QDockWidget*>> m_docksAway; // those that come back with a trace
    QList<QDockWidget*> m_panelsAway;               // those that come back with Q
    QLabel* m_traceLabel = nullptr;
    QLabel* m_matchLabel = nullptr;
    QToolButton* m_warningsButton = nullptr;
    ThemeChoice m_themeChoice = ThemeChoice::System;
};

} // namespace lanescope::desktop
