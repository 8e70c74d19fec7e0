// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window_actions.h"

#include "app/desktop/style/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace lanescope::desktop {
namespace {

struct Actions {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

QAction* action(QMainWindow& window, const QString& text, const QKeySequence& shortcut = {})
{
    auto* result = new QAction(text, &window);
    result->setShortcut(shortcut);
    window.addAction(result);
    return result;
}

// Single keys belong to the timeline, which leaves them alone in text fields; a menu only names them.
QAction* actionWithKeyHint(QMainWindow& window, const QString& text, const QString& key)
{
    return action(window, text + QLatin1Char('\t') + key);
}

QAction* choice(QMainWindow& window, QActionGroup& group, const QString& text)
{
    QAction* result = action(window, text);
    result->setCheckable(true);
    group.addAction(result);
    return result;
}

} // namespace

WindowActions::WindowActions(QMainWindow& window)
    : open(action(window, Actions::tr("&Open trace…"), QKeySequence::Open)),
      openFolder(action(window, Actions::tr("Open &folder…"))),
      openAnnotations(
          action(window, Actions::tr("Open &annotations…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O))),
      openSample(action(window, Actions::tr("Open &sample"))), recent(new QMenu(Actions::tr("&Recent"), &window)),
      exportTrace(action(window, Actions::tr("&Export annotated trace…"), QKeySequence(Qt::CTRL | Qt::Key_E))),
      savePicture(action(window, Actions::tr("Save &picture…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S))),
      copyPicture(action(window, Actions::tr("&Copy picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))),
      compare(action(window, Actions::tr("Compare &with an earlier trace…"))),
      reload(action(window, Actions::tr("Re&load"), QKeySequence(Qt::Key_F5))),
      closeTrace(action(window, Actions::tr("&Close trace"), QKeySequence::Close)),
      quit(action(window, Actions::tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q))),
      zoomIn(action(window, Actions::tr("Zoom &in"), QKeySequence::ZoomIn)),
      zoomOut(action(window, Actions::tr("Zoom &out"), QKeySequence::ZoomOut)),
      fitAll(actionWithKeyHint(window, Actions::tr("Fit &all"), QStringLiteral("0"))),
      fitSelection(actionWithKeyHint(window, Actions::tr("Fit &selection"), QStringLiteral("F"))),
      arrowStart(actionWithKeyHint(window, Actions::tr("Along the arrow to its &start"), QStringLiteral("["))),
      arrowEnd(actionWithKeyHint(window, Actions::tr("Along the arrow to its &end"), QStringLiteral("]"))),
      recordedStreams(nullptr), annotatedStreams(nullptr), capturedStreams(nullptr), byRegion(nullptr),
      byProcessGroup(nullptr), views(new QActionGroup(&window)),
      pinTrack(action(window, Actions::tr("&Pin or unpin"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T))),
      hideTrack(action(window, Actions::tr("&Hide"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H))),
      trackUp(action(window, Actions::tr("Move &up"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up))),
      trackDown(action(window, Actions::tr("Move &down"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down))),
      trackTaller(action(window, Actions::tr("&Taller rows"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Plus))),
      trackFlatter(action(window, Actions::tr("&Flatter rows"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Minus))),
      showHiddenTracks(action(window, Actions::tr("&Show hidden tracks"))),
      ordinaryTracks(action(window, Actions::tr("All tracks as they &were"))), colorByAnnotation(nullptr),
      colorByPhase(nullptr), colorByKernel(nullptr), colorByCategory(nullptr), colors(new QActionGroup(&window)),
      timesOfFile(action(window, Actions::tr("&Times of the file"))),
      foldAll(action(window, Actions::tr("&Fold all tracks"))),
      unfoldAll(action(window, Actions::tr("&Unfold all tracks"))), themeSystem(nullptr), themeLight(nullptr),
      themeDark(nullptr), themes(new QActionGroup(&window)),
      back(action(window, Actions::tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left))),
      forward(action(window, Actions::tr("For&ward"), QKeySequence(Qt::ALT | Qt::Key_Right))),
      previousSlice(actionWithKeyHint(window, Actions::tr("P&revious slice of the track"), QStringLiteral(","))),
      nextSlice(actionWithKeyHint(window, Actions::tr("Ne&xt slice of the track"), QStringLiteral("."))),
      selectionToRange(actionWithKeyHint(window, Actions::tr("Selection to &range"), QStringLiteral("R"))),
      selectionToTrackRange(
          actionWithKeyHint(window, Actions::tr("Selection to range on &its track"), QStringLiteral("Shift+R"))),
      mark(actionWithKeyHint(window, Actions::tr("&Mark"), QStringLiteral("M"))),
      markWithNote(actionWithKeyHint(window, Actions::tr("Mark with a n&ote…"), QStringLiteral("Shift+M"))),
      panels(actionWithKeyHint(window, Actions::tr("&Hide or show the panels"), QStringLiteral("Q"))),
      findTrack(action(window, Actions::tr("Go to &track…"), QKeySequence(Qt::CTRL | Qt::Key_P))),
      command(action(window, Actions::tr("Run a &command…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P))),
      find(action(window, Actions::tr("&Find…"), QKeySequence::Find)),
      findNext(action(window, Actions::tr("Find &next"), QKeySequence::FindNext)),
      findPrevious(action(window, Actions::tr("Find &previous"), QKeySequence::FindPrevious)),
      focusFilter(action(window, Actions::tr("&Filter"), QKeySequence(Qt::CTRL | Qt::Key_L))),
      clearFilter(action(window, Actions::tr("C&lear filter"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F))),
      keys(actionWithKeyHint(window, Actions::tr("&Keys and mouse"), QStringLiteral("?"))),
      about(action(window, Actions::tr("&About Lanescope")))
{
    recordedStreams = choice(window, *views, Actions::tr("&Recorded streams"));
    annotatedStreams = choice(window, *views, Actions::tr("A&nnotated streams"));
    capturedStreams = choice(window, *views, Actions::tr("Ca&ptured streams"));
    byRegion = choice(window, *views, Actions::tr("By &region"));
    byProcessGroup = choice(window, *views, Actions::tr("By process &group"));
    colorByAnnotation = choice(window, *colors, Actions::tr("&Annotation"));
    colorByPhase = choice(window, *colors, Actions::tr("&Phase"));
    colorByKernel = choice(window, *colors, Actions::tr("&Kernel"));
    colorByCategory = choice(window, *colors, Actions::tr("&Category"));
    timesOfFile->setCheckable(true);
    themeSystem = choice(window, *themes, Actions::tr("&System"));
    themeLight = choice(window, *themes, Actions::tr("&Light"));
    themeDark = choice(window, *themes, Actions::tr("&Dark"));
}

void WindowActions::fillMenuBar(QMenuBar& bar, const QList<QAction*>& panelSwitches)
{
    QMenu* file = bar.addMenu(Actions::tr("&File"));
    file->addActions({open, openFolder, openAnnotations, openSample});
    file->addMenu(recent);
    file->addSeparator();
    file->addActions({exportTrace, savePicture, copyPicture});
    file->addSeparator();
    file->addActions({compare, reload, closeTrace, quit});

    QMenu* view = bar.addMenu(Actions::tr("&View"));
    view->addActions({zoomIn, zoomOut, fitAll, fitSelection});
    view->addSeparator();
    view->addActions({recordedStreams, annotatedStreams, capturedStreams, byRegion, byProcessGroup});
    view->addSeparator();
    QMenu* color = view->addMenu(Actions::tr("&Colour by"));
    color->addActions({colorByAnnotation, colorByPhase, colorByKernel, colorByCategory});
    view->addAction(timesOfFile);
    view->addSeparator();
    view->addActions({focusFilter, clearFilter});
    view->addSeparator();
    QMenu* theme = view->addMenu(Actions::tr("&Theme"));
    theme->addActions({themeSystem, themeLight, themeDark});
    QMenu* panelMenu = view->addMenu(Actions::tr("&Panels"));
    panelMenu->addActions(panelSwitches);
    panelMenu->addSeparator();
    panelMenu->addAction(panels);

    QMenu* track = bar.addMenu(Actions::tr("&Track"));
    track->addActions(trackActions());
    track->addSeparator();
    track->addActions({showHiddenTracks, ordinaryTracks});
    track->addSeparator();
    track->addActions({foldAll, unfoldAll});

    QMenu* go = bar.addMenu(Actions::tr("&Go"));
    go->addActions({back, forward});
    go->addSeparator();
    go->addActions({find, findNext, findPrevious, findTrack});
    go->addSeparator();
    go->addActions({previousSlice, nextSlice, arrowStart, arrowEnd});
    go->addSeparator();
    go->addActions({selectionToRange, selectionToTrackRange, mark, markWithNote});

    QMenu* help = bar.addMenu(Actions::tr("&Help"));
    help->addActions({command, keys, about});
}

void WindowActions::setIcons(const Theme& theme)
{
    open->setIcon(themedIcon(QStringLiteral("open"), theme));
    exportTrace->setIcon(themedIcon(QStringLiteral("export"), theme));
    savePicture->setIcon(themedIcon(QStringLiteral("picture"), theme));
    zoomIn->setIcon(themedIcon(QStringLiteral("zoom-in"), theme));
    zoomOut->setIcon(themedIcon(QStringLiteral("zoom-out"), theme));
    fitAll->setIcon(themedIcon(QStringLiteral("fit"), theme));
    focusFilter->setIcon(themedIcon(QStringLiteral("filter"), theme));
    keys->setIcon(themedIcon(QStringLiteral("keys"), theme));
}

QList<QAction*> WindowActions::trackActions() const
{
    return {pinTrack, hideTrack, trackUp, trackDown, trackTaller, trackFlatter};
}

void WindowActions::setHasTrace(bool hasTrace)
{
    for (QAction* needsTrace : {openAnnotations,
                                exportTrace,
                                savePicture,
                                copyPicture,
                                showHiddenTracks,
                                ordinaryTracks,
                                colorByAnnotation,
                                colorByPhase,
                                colorByKernel,
                                colorByCategory,
                                timesOfFile,
                                compare,
                                reload,
                                closeTrace,
                                zoomIn,
                                zoomOut,
                                fitAll,
                                fitSelection,
                                arrowStart,
                                arrowEnd,
                                recordedStreams,
                                annotatedStreams,
                                capturedStreams,
                                byRegion,
                                byProcessGroup,
                                foldAll,
                                unfoldAll,
                                find,
                                findNext,
                                findPrevious,
                                focusFilter,
                                clearFilter,
                                previousSlice,
                                nextSlice,
                                selectionToRange,
                                selectionToTrackRange,
                                mark,
                                markWithNote,
                                panels,
                                findTrack})
        needsTrace->setEnabled(hasTrace);
    if (!hasTrace) {
        for (QAction* action : trackActions())
            action->setEnabled(false);
        back->setEnabled(false);
        forward->setEnabled(false);
    }
}

} // namespace lanescope::desktop
