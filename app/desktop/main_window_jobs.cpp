// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does: opening, exporting, showing the state of the document.
#include "app/desktop/main_window.h"

#include "app/desktop/dropped_files.h"
#include "app/desktop/open_request.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/panels/progress_strip.h"
#include "app/desktop/panels/welcome_page.h"
#include "app/desktop/render/render_picture.h"
#include "app/desktop/sample.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/timeline/view_history.h"
#include "app/desktop/window_actions.h"
#include "core/export/annotated_json.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace lanescope::desktop {

void MainWindow::connectJobs()
{
    connect(&m_loadJob, &LoadJob::started, this, [this] {
        m_message->hide();
        m_loadStrip->begin((m_loadJob.kind() == LoadJob::Kind::Moving ? tr("Moving the files of %1") : tr("Opening %1"))
                               .arg(entryName(entryOf(m_loadJob.request()))));
    });
    connect(&m_loadJob, &LoadJob::progressed, m_loadStrip, &ProgressStrip::setProgress);
    connect(&m_loadJob, &LoadJob::loaded, this, &MainWindow::traceLoaded);
    connect(&m_loadJob, &LoadJob::failed, this,
            [this](const Error& error) { m_message->showMessage(MessageBar::Kind::Error, toQString(error.message)); });
    connect(&m_loadJob, &LoadJob::ended, m_loadStrip, &ProgressStrip::end);
    connect(m_loadStrip, &ProgressStrip::cancelRequested, &m_loadJob, &LoadJob::cancel);
    connect(&m_watch, &FileWatch::changedOnDisk, this, [this](const QString& path) {
        m_message->showMessage(
            MessageBar::Kind::Warning,
            tr("%1 changed on disk; what is shown is the file as it was.").arg(QFileInfo(path).fileName()),
            tr("Reload"));
    });
    connect(m_message, &MessageBar::actionRequested, this, &MainWindow::reload);
    connect(&m_exporter, &JobRunner::progressed, m_exportStrip, &ProgressStrip::setProgress);
    connect(m_exportStrip, &ProgressStrip::cancelRequested, &m_exporter, &JobRunner::stop);
}

void MainWindow::openFiles(const QStringList& paths, const std::optional<QString>& annotations,
                           const QStringList& provenance)
{
    DroppedFiles files = sortDroppedFiles(paths);
    if (annotations)
        files.annotations = *annotations;
    files.provenance += provenance;
    const bool areAnnotationsLeft = files.traces.size() > 1 && files.annotations && !annotations;
    if (areAnnotationsLeft)
        files.annotations.reset();
    OpenRequest request;
    if (!files.traces.isEmpty()) {
        request = requestFor(files);
        if (const auto session = request.session.empty() ? std::nullopt : SessionStore::load(entryOf(request)))
            request.times = session->times;
    } else if (m_document.hasTrace() && (files.annotations || !files.provenance.isEmpty())) {
        request = m_document.opened()->request; // what else was given with it stays
    } else if (files.annotations || !files.provenance.isEmpty()) {
        const QString& file = files.annotations ? *files.annotations : files.provenance.first();
        m_message->showMessage(
            MessageBar::Kind::Error,
            tr("%1 is no trace, but belongs to one. Open the trace first.").arg(QFileInfo(file).fileName()));
        return;
    } else {
        return;
    }
    if (files.annotations)
        request.annotations = toPath(*files.annotations);
    if (!files.provenance.isEmpty())
        request.provenance.clear();
    for (const QString& path : files.provenance)
        request.provenance.push_back(toPath(path));
    m_loadJob.start(request, m_document.view()); // takes an older message away
    if (areAnnotationsLeft)
        m_message->showMessage(MessageBar::Kind::Warning,
                               tr("Annotation files are not joined to several traces at once; those that lie beside "
                                  "each trace are found without being opened."));
    else if (files.ignored > 0)
        m_message->showMessage(MessageBar::Kind::Warning,
                               tr("A trace has one annotation file; the first one is opened."));
}

void MainWindow::openSample()
{
    const auto path = sampleTracePath();
    if (path)
        openFiles({*path});
    else
        m_message->showMessage(MessageBar::Kind::Error, toQString(path.error().message));
}

void MainWindow::closeTrace()
{
    keepSession();
    if (m_loadJob.isRunning() && m_loadJob.kind() == LoadJob::Kind::Moving)
        m_loadJob.cancel();
    m_watch.watch({});
    m_message->hide();
    m_document.close();
}

void MainWindow::reload()
{
    if (m_document.hasTrace())
        m_loadJob.start(m_document.opened()->request, m_document.view());
}

void MainWindow::keepSession()
{
    if (!m_document.hasTrace())
        return;
    TraceSession session;
    session.visibleRange = m_document.visibleRange();
    session.markedRange = m_document.markedRange();
    session.markedTracks = m_document.markedTrackKeys();
    session.view = m_document.view();
    session.filter = m_document.filter();
    session.marks = m_document.marks();
    session.collapsed = m_timeline->plot().scene().collapsed();
    session.tracks = m_timeline->plot().scene().choices();
    session.colorBy = m_document.colorBy();
    session.showsTimesOfFile = m_document.showsTimesOfFile();
    session.scrollPx = m_timeline->plot().scrollPx();
    session.times = m_document.opened()->request.times;
    SessionStore::save(entryOf(m_document.opened()->request), session);
}

void MainWindow::restoreSession(const TraceSession& session)
{
    const TimeRange all = m_document.opened()->trace->fullRange();
    m_document.setView(session.view);
    m_document.setFilter(session.filter);
    m_document.setMarks(session.marks);
    m_document.setMarkedRangeOn(session.markedRange, session.markedTracks);
    m_timeline->plot().setCollapsed(session.collapsed);
    m_timeline->plot().setChoices(session.tracks);
    m_document.setColorBy(session.colorBy);
    m_document.setTimesOfFile(session.showsTimesOfFile);
    if (session.visibleRange.overlaps(all)) // the file may be another one by now
        m_document.setVisibleRange(session.visibleRange);
    m_timeline->plot().setScrollPx(session.scrollPx);
    m_history->restart();
}

void MainWindow::traceLoaded(const LoadedTrace& loadedTrace)
{
    keepSession();
    const bool isMoved = m_loadJob.kind() == LoadJob::Kind::Moving;
    if (isMoved && !m_document.hasTrace())
        return; // it was closed meanwhile
    const auto selected = m_document.selectedEvent();
    m_document.setTrace(loadedTrace);
    const OpenedTrace& opened = *m_document.opened();
    const QString entry = entryOf(opened.request);
    if (const auto session = SessionStore::load(entry))
        restoreSession(*session);
    if (isMoved) { // events keep their ids
        if (selected)
            m_document.select(*selected);
        return;
    }
    Settings::addRecentFile(entry);
    QStringList files;
    if (opened.parts) {
        for (const OpenedPart& part : *opened.parts)
            files << pathText(part.request.trace);
    } else {
        files << pathText(opened.request.trace);
    }
    m_watch.watch(files);
    rebuildRecentMenu();
    tellOfTrace();
    m_timeline->setFocus();
}

void MainWindow::tellOfTrace()
{
    const OpenedTrace& opened = *m_document.opened();
    const bool areApart = std::any_of(opened.warnings.begin(), opened.warnings.end(),
                                      [](const Finding& finding) { return finding.code == "clocks-differ"; });
    const MatchReport& match = opened.joined->match;
    if (areApart)
        m_message->showMessage(
            MessageBar::Kind::Warning,
            tr("Aligned by their first event: the files' clocks have nothing in common. View › Panels › "
               "Files moves them."));
    else if (!match.problem.empty())
        m_message->showMessage(MessageBar::Kind::Warning, toQString(match.problem));
    else if (opened.joined->provenance && !opened.provenanceWasDiscovered &&
             !opened.joined->provenance->report.problem.empty())
        m_message->showMessage(MessageBar::Kind::Warning, toQString(opened.joined->provenance->report.problem));
    else if (m_document.arrangement()->groups.empty())
        m_message->showMessage(MessageBar::Kind::Warning, tr("The trace holds no event that has a place in time."));
}

void MainWindow::showTraceState()
{
    const bool hasTrace = m_document.hasTrace();
    m_actions->setHasTrace(hasTrace);
    m_actions->capturedStreams->setEnabled(hasTrace && m_document.opened()->joined->hasCapturedLanes());
    m_pages->setCurrentIndex(hasTrace ? 1 : 0);
    for (QDockWidget* panel : docks())
        panel->toggleViewAction()->setEnabled(hasTrace);
    const bool hasFiles = hasTrace && m_document.opened()->parts;
    m_filesDock->toggleViewAction()->setEnabled(hasFiles);
    hasTrace ? bringDocksBack() : putDocksAway();
    if (!hasFiles)
        m_filesDock->hide();
    const std::array<QAction*, kTrackViews> views = {m_actions->recordedStreams, m_actions->annotatedStreams,
                                                     m_actions->capturedStreams, m_actions->byRegion,
                                                     m_actions->byProcessGroup}; // as TrackView
    views[static_cast<std::size_t>(m_document.view())]->setChecked(true);
    const std::size_t findings = hasTrace ? m_document.diagnoses()->size() : 0;
    m_warningsButton->setVisible(findings != 0);
    m_warningsButton->setText(findings == 1 ? tr("1 finding") : tr("%1 findings").arg(countText(findings)));
    m_matchLabel->setVisible(hasTrace);
    if (!hasTrace) {
        setWindowTitle(tr("Lanescope"));
        m_traceLabel->setText(tr("No trace open"));
        return;
    }
    const OpenedTrace& opened = *m_document.opened();
    const QString name = traceName(opened);
    setWindowTitle(tr("%1 — Lanescope").arg(name));
    m_traceLabel->setText(
        tr("%1 · %2 events · %3")
            .arg(name, countText(opened.trace->eventCount()), durationLabel(opened.trace->fitRange().durationNs())));
    m_traceLabel->setToolTip(entryOf(opened.request));
    const MatchReport& match = opened.joined->match;
    m_matchLabel->setText(match.graphedWork > 0
                              ? tr("%1 of %2 graphed GPU slices annotated")
                                    .arg(countText(match.annotatedWork), countText(match.graphedWork))
                              : tr("%1 GPU slices, none from a CUDA graph").arg(countText(match.gpuWork)));
}

void MainWindow::rebuildRecentMenu()
{
    const QStringList entries = Settings::recentFiles();
    m_welcome->setRecentFiles(entries);
    m_actions->recent->clear();
    for (const QString& entry : entries) {
        QAction* action = m_actions->recent->addAction(entryName(entry));
        action->setToolTip(entry);
        connect(action, &QAction::triggered, this, [this, entry] { openFiles(pathsOfEntry(entry)); });
    }
    if (!entries.isEmpty()) {
        m_actions->recent->addSeparator();
        connect(m_actions->recent->addAction(tr("&Clear this list")), &QAction::triggered, this, [this] {
            Settings::clearRecentFiles();
            rebuildRecentMenu();
        });
    }
    m_actions->recent->setEnabled(!entries.isEmpty());
}

void MainWindow::exportTo(const QString& path)
{
    if (!m_document.hasTrace())
        return;
    m_message->hide();
    m_exportStrip->begin(tr("Writing %1").arg(QFileInfo(path).fileName()));
    AnnotateOptions options;
    options.toolVersion = LANESCOPE_VERSION;
    m_exporter.start([this, joined = m_document.opened()->joined, options, path](const JobControl& job) {
        auto result = writeAnnotatedTrace(*joined, options, toPath(path), job);
        return JobRunner::Delivery([this, result = std::move(result), path] {
            m_exportStrip->end();
            if (result)
                m_message->showMessage(
                    MessageBar::Kind::Done,
                    tr("%1 annotated GPU slices written to %2").arg(countText(result->annotated), path));
            else if (result.error().code != ErrorCode::Stopped)
                m_message->showMessage(MessageBar::Kind::Error, toQString(result.error().message));
            emit exportFinished(result.has_value());
        });
    });
}

void MainWindow::copyPicture()
{
    if (!m_document.hasTrace())
        return;
    QApplication::clipboard()->setPixmap(m_timeline->grab());
    m_message->showMessage(MessageBar::Kind::Done, tr("A picture of the timeline is in the clipboard"));
}

void MainWindow::savePictureTo(const QString& path)
{
    if (!m_document.hasTrace())
        return;
    PictureOptions options;
    options.theme = resolvedKind(m_themeChoice);
    options.collapsed = m_timeline->plot().scene().collapsed();
    const auto result = renderPicture(m_document, path, options);
    if (result)
        m_message->showMessage(MessageBar::Kind::Done, tr("Picture written to %1").arg(path));
    else
        m_message->showMessage(MessageBar::Kind::Error, toQString(result.error().message));
}

} // namespace lanescope::desktop
