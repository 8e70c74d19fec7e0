// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/main_window.h"

#include "app/desktop/filter/filter_field.h"
#include "app/desktop/open_request.h"
#include "app/desktop/panels/filter_panel.h"
#include "app/desktop/panels/find_panel.h"
#include "app/desktop/panels/marks_panel.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/panels/progress_strip.h"
#include "app/desktop/panels/timeline_tool_bar.h"
#include "app/desktop/panels/warnings_panel.h"
#include "app/desktop/panels/welcome_page.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/statistics/statistics_panel.h"
#include "app/desktop/style/icons.h"
#include "app/desktop/timeline/spoken_text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/timeline/view_history.h"
#include "app/desktop/window_actions.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr QSize kUsualSize{1440, 900};

} // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent), m_themeChoice(Settings::theme())
{
    setWindowTitle(tr("Lanescope"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks);
    resize(kUsualSize);

    m_actions = std::make_unique<WindowActions>(*this);
    buildCentre();
    buildDocks();
    buildStatusBar();
    QList<QAction*> switches;
    for (const QDockWidget* panel : docks())
        switches << panel->toggleViewAction();
    m_actions->fillMenuBar(*menuBar(), switches);
    connectActions();
    connectGoing();
    connectTracks();
    connectFiles();
    connectJobs();
    applyThemeNow();
    rebuildRecentMenu();
    restoreGeometry(Settings::windowGeometry());
    restoreState(Settings::windowState());
    showTraceState();
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow()
{
    // All of these look at the document, a member, which would be gone before Qt deletes the children.
    qApp->removeEventFilter(this);
    delete centralWidget();
    for (QDockWidget* panel : docks())
        delete panel;
    delete m_toolBar;
}

void MainWindow::buildCentre()
{
    m_toolBar = new TimelineToolBar(m_document, this);
    m_toolBar->setObjectName(QStringLiteral("timelineToolBar"));
    m_toolBar->addActions({m_actions->open, m_actions->exportTrace, m_actions->savePicture});
    m_toolBar->addSeparator();
    m_toolBar->addActions({m_actions->zoomIn, m_actions->zoomOut, m_actions->fitAll});
    m_toolBar->addSeparator();
    m_toolBar->addSwitches();
    addToolBar(Qt::TopToolBarArea, m_toolBar);

    m_message = new MessageBar(this);
    m_loadStrip = new ProgressStrip(this);
    m_exportStrip = new ProgressStrip(this);
    m_welcome = new WelcomePage(this);
    m_timeline = new TimelineView(m_document, this);
    m_history = new ViewHistory(m_document, m_timeline->plot(), m_timeline);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(m_timeline);
    // As narrow as the timeline can be: a stack asks for the room of its widest page, shown or not.
    m_pages->setMinimumWidth(m_timeline->minimumSizeHint().width());

    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* part :
         {static_cast<QWidget*>(m_message), static_cast<QWidget*>(m_loadStrip), static_cast<QWidget*>(m_exportStrip)})
        layout->addWidget(part);
    layout->addWidget(m_pages, 1);
    setCentralWidget(centre);
}

void MainWindow::buildStatusBar()
{
    m_traceLabel = new QLabel(this);
    m_matchLabel = new QLabel(this);
    m_warningsButton = new QToolButton(this);
    m_warningsButton->setToolTip(tr("Show findings and match report"));
    statusBar()->addWidget(m_traceLabel);
    auto* marked = new QLabel(this);
    marked->setObjectName(QStringLiteral("markedLabel"));
    statusBar()->addWidget(marked);
    connect(&m_document, &TraceDocument::markedRangeChanged, this, [this, marked] {
        const auto range = m_document.markedRange();
        if (!range) {
            marked->clear();
            marked->setToolTip({});
            return;
        }
        const Arrangement& arrangement = *m_document.arrangement();
        marked->setText(tr("Marked: %1").arg(markedText(arrangement, *range, m_document.markedTracks())));
        marked->setToolTip(spokenRange(arrangement, *range, m_document.markedTracks()));
    });
    connect(&m_document, &TraceDocument::traceChanged, marked, &QLabel::clear);
    statusBar()->addPermanentWidget(m_warningsButton);
    statusBar()->addPermanentWidget(m_matchLabel);
    statusBar()->setSizeGripEnabled(false);
    connect(m_warningsButton, &QToolButton::clicked, this, [this] {
        const bool isSeen = !m_warningsDock->visibleRegion().isEmpty(); // not behind the tab of another panel
        m_warningsDock->setVisible(!isSeen);
        m_warningsDock->raise();
    });
}

void MainWindow::connectActions()
{
    const auto onTrigger = [this](QAction* action, auto member) { connect(action, &QAction::triggered, this, member); };
    onTrigger(m_actions->open, [this] { askForTrace(); });
    onTrigger(m_actions->openFolder, [this] { askForFolder(); });
    onTrigger(m_actions->openAnnotations, [this] { askForAnnotations(); });
    onTrigger(m_actions->openSample, [this] { openSample(); });
    onTrigger(m_actions->exportTrace, [this] { askForExport(); });
    onTrigger(m_actions->savePicture, [this] { askForPicture(); });
    onTrigger(m_actions->copyPicture, [this] { copyPicture(); });
    onTrigger(m_actions->compare, [this] {
        m_statisticsDock->show();
        m_statisticsDock->raise();
        m_statistics->startComparing();
    });
    onTrigger(m_actions->reload, [this] { reload(); });
    onTrigger(m_actions->closeTrace, [this] { closeTrace(); });
    onTrigger(m_actions->quit, [this] { close(); });
    onTrigger(m_actions->zoomIn, [this] { zoomBy(0.5); });
    onTrigger(m_actions->zoomOut, [this] { zoomBy(2.0); });
    onTrigger(m_actions->fitAll, [this] { m_document.fitAll(); });
    onTrigger(m_actions->fitSelection, [this] { m_document.fitSelection(); });
    onTrigger(m_actions->recordedStreams, [this] { m_document.setView(TrackView::Recorded); });
    onTrigger(m_actions->annotatedStreams, [this] { m_document.setView(TrackView::Annotated); });
    onTrigger(m_actions->capturedStreams, [this] { m_document.setView(TrackView::Captured); });
    onTrigger(m_actions->byRegion, [this] { m_document.setView(TrackView::ByRegion); });
    onTrigger(m_actions->byProcessGroup, [this] { m_document.setView(TrackView::ByProcessGroup); });
    onTrigger(m_actions->foldAll, [this] { m_timeline->plot().setAllCollapsed(true); });
    onTrigger(m_actions->unfoldAll, [this] { m_timeline->plot().setAllCollapsed(false); });
    onTrigger(m_actions->themeSystem, [this] { setThemeChoice(ThemeChoice::System); });
    onTrigger(m_actions->themeLight, [this] { setThemeChoice(ThemeChoice::Light); });
    onTrigger(m_actions->themeDark, [this] { setThemeChoice(ThemeChoice::Dark); });
    onTrigger(m_actions->focusFilter, [this] { m_toolBar->filterField().setFocus(Qt::ShortcutFocusReason); });
    onTrigger(m_actions->clearFilter, [this] {
        TraceFilter filter;
        filter.effect = m_document.filter().effect;
        m_document.setFilter(filter);
        m_toolBar->filterField().clear(); // also of a text that never became the filter
    });
    onTrigger(m_actions->keys, [this] { showKeys(); });
    onTrigger(m_actions->about, [this] { showAbout(); });

    connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::askForTrace);
    connect(m_welcome, &WelcomePage::sampleRequested, this, &MainWindow::openSample);
    connect(m_welcome, &WelcomePage::recentRequested, this,
            [this](const QString& entry) { openFiles(pathsOfEntry(entry)); });
    connect(m_timeline, &TimelineView::contextMenuRequested, this, &MainWindow::showContextMenu);
    connect(m_toolBar, &TimelineToolBar::filterLeft, this, [this] { m_timeline->setFocus(); });
    connect(&m_document, &TraceDocument::traceChanged, this, &MainWindow::showTraceState);
    connect(&m_document, &TraceDocument::viewChanged, this, &MainWindow::showTraceState);
}

void MainWindow::connectGoing()
{
    const auto onTrigger = [this](QAction* action, auto member) { connect(action, &QAction::triggered, this, member); };
    onTrigger(m_actions->find, [this] { startFinding(); });
    onTrigger(m_actions->findNext, [this] { findStep(Neighbour::Next); });
    onTrigger(m_actions->findPrevious, [this] { findStep(Neighbour::Previous); });
    onTrigger(m_actions->findTrack, [this] { chooseTrack(); });
    onTrigger(m_actions->command, [this] { chooseCommand(); });
    onTrigger(m_actions->back, [this] { m_history->goBack(); });
    onTrigger(m_actions->forward, [this] { m_history->goForward(); });
    onTrigger(m_actions->previousSlice, [this] { m_timeline->input().goToNeighbour(Neighbour::Previous); });
    onTrigger(m_actions->nextSlice, [this] { m_timeline->input().goToNeighbour(Neighbour::Next); });
    onTrigger(m_actions->arrowStart, [this] { m_timeline->plot().walkArrow(ArrowDirection::ToItsStart); });
    onTrigger(m_actions->arrowEnd, [this] { m_timeline->plot().walkArrow(ArrowDirection::ToItsEnd); });
    onTrigger(m_actions->selectionToRange, [this] { m_document.markSelectedTime(); });
    onTrigger(m_actions->selectionToTrackRange,
              [this] { m_document.markSelectedTime(TraceDocument::MarkedTracks::OfSelection); });
    onTrigger(m_actions->mark, [this] { m_timeline->input().addMark(TimelineInput::Note::None); });
    onTrigger(m_actions->markWithNote, [this] { m_timeline->input().addMark(TimelineInput::Note::Asked); });
    onTrigger(m_actions->panels, [this] { togglePanels(); });
    connect(m_find, &FindPanel::left, this, [this] { leavePanel(*m_findDock); });
    connect(m_marks, &MarksPanel::left, this, [this] { leavePanel(*m_marksDock); });
    connect(&m_timeline->input(), &TimelineInput::markNoteRequested, this, &MainWindow::editMark);
    connect(&m_timeline->input(), &TimelineInput::markChosen, this, &MainWindow::showMark);
    const auto showHistory = [this] {
        m_actions->back->setEnabled(m_document.hasTrace() && m_history->canGoBack());
        m_actions->forward->setEnabled(m_document.hasTrace() && m_history->canGoForward());
    };
    connect(m_history, &ViewHistory::changed, this, showHistory);
    showHistory();
}

void MainWindow::connectTracks()
{
    const std::pair<QAction*, TrackChange> changes[] = {
        {m_actions->pinTrack, TrackChange::PinOrUnpin}, {m_actions->hideTrack, TrackChange::Hide},
        {m_actions->trackUp, TrackChange::MoveUp},      {m_actions->trackDown, TrackChange::MoveDown},
        {m_actions->trackTaller, TrackChange::Taller},  {m_actions->trackFlatter, TrackChange::Flatter},
    };
    for (const auto& [action, change] : changes) {
        connect(action, &QAction::triggered, this, [this, change = change] {
            if (const auto track = m_timeline->plot().selectedTrack())
                m_timeline->plot().changeTrack(*track, change);
        });
    }
    connect(m_actions->showHiddenTracks, &QAction::triggered, this, [this] {
        TrackChoices choices = m_timeline->plot().scene().choices();
        choices.hidden.clear();
        m_timeline->plot().setChoices(std::move(choices));
    });
    connect(m_actions->ordinaryTracks, &QAction::triggered, this, [this] { m_timeline->plot().setChoices({}); });
    connect(&m_timeline->input(), &TimelineInput::groupMenuRequested, this, &MainWindow::showGroupMenu);
    connect(&m_timeline->input(), &TimelineInput::trackMenuRequested, this, &MainWindow::showTrackMenu);

    const std::pair<QAction*, ColorBy> colors[] = {{m_actions->colorByAnnotation, ColorBy::Annotation},
                                                   {m_actions->colorByPhase, ColorBy::Phase},
                                                   {m_actions->colorByKernel, ColorBy::Kernel},
                                                   {m_actions->colorByCategory, ColorBy::Category}};
    for (const auto& [action, colorBy] : colors)
        connect(action, &QAction::triggered, this, [this, colorBy = colorBy] { m_document.setColorBy(colorBy); });
    connect(m_actions->timesOfFile, &QAction::toggled, this, [this](bool isOn) { m_document.setTimesOfFile(isOn); });
    connect(&m_document, &TraceDocument::lookChanged, this, &MainWindow::showLook);
    connect(&m_document, &TraceDocument::selectionChanged, this, &MainWindow::showLook);
    showLook();
}

void MainWindow::showLook()
{
    QAction* const colors[] = {m_actions->colorByAnnotation, m_actions->colorByPhase, m_actions->colorByKernel,
                               m_actions->colorByCategory};
    colors[static_cast<std::size_t>(m_document.colorBy())]->setChecked(true);
    m_actions->timesOfFile->setChecked(m_document.showsTimesOfFile());
    const bool hasTrack = m_document.hasTrace() && m_timeline->plot().selectedTrack().has_value();
    for (QAction* action : m_actions->trackActions())
        action->setEnabled(hasTrack);
}

void MainWindow::applyThemeNow()
{
    const ThemeKind kind = resolvedKind(m_themeChoice);
    applyTheme(*qApp, kind);
    m_actions->setIcons(themeOf(kind));
    m_timeline->setTheme(kind);
    m_filter->setTheme(kind);
    m_find->setTheme(themeOf(kind));
    m_warnings->setTheme(kind);
    m_statistics->setTheme(themeOf(kind));
    const auto& chosen = m_themeChoice == ThemeChoice::System  ? m_actions->themeSystem
                         : m_themeChoice == ThemeChoice::Light ? m_actions->themeLight
                                                               : m_actions->themeDark;
    chosen->setChecked(true);
}

void MainWindow::setThemeChoice(ThemeChoice choice)
{
    Settings::setTheme(choice);
    useThemeOnce(choice);
}

void MainWindow::useThemeOnce(ThemeChoice choice)
{
    m_themeChoice = choice;
    applyThemeNow();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    keepSession();
    bringDocksBack();
    Settings::setWindow(saveGeometry(), saveState());
    event->accept();
}

} // namespace lanescope::desktop
