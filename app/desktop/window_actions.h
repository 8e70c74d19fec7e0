// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace lanescope::desktop {

// The actions of the main window and the menus that hold them. Owned by the window they are made for.
struct WindowActions {
    explicit WindowActions(QMainWindow& window);

    // `panelSwitches` are the docks' own.
    void fillMenuBar(QMenuBar& bar, const QList<QAction*>& panelSwitches);
    void setIcons(const Theme& theme);
    // What works on the track of the selection.
    [[nodiscard]] QList<QAction*> trackActions() const;
    // What needs an open trace.
    void setHasTrace(bool hasTrace);

    QAction* open;
    QAction* openFolder;
    QAction* openAnnotations;
    QAction* openSample;
    QMenu* recent;
    QAction* exportTrace;
    QAction* savePicture;
    QAction* copyPicture;
    QAction* compare;
    QAction* reload;
    QAction* closeTrace;
    QAction* quit;
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* fitAll;
    QAction* fitSelection;
    QAction* arrowStart;
    QAction* arrowEnd;
    QAction* recordedStreams;
    QAction* annotatedStreams;
    QAction* capturedStreams;
    QAction* byRegion;
    QAction* byProcessGroup;
    QActionGroup* views;
    QAction* pinTrack;
    QAction* hideTrack;
    QAction* trackUp;
    QAction* trackDown;
    QAction* trackTaller;
    QAction* trackFlatter;
    QAction* showHiddenTracks;
    QAction* ordinaryTracks;
    QAction* colorByAnnotation;
    QAction* colorByPhase;
    QAction* colorByKernel;
    QAction* colorByCategory;
    QActionGroup* colors;
    QAction* timesOfFile;
    QAction* foldAll;
    QAction* unfoldAll;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QActionGroup* themes;
    QAction* back;
    QAction* forward;
    QAction* previousSlice;
    QAction* nextSlice;
    QAction* selectionToRange;
    QAction* selectionToTrackRange;
    QAction* mark;
    QAction* markWithNote;
    QAction* panels;
    QAction* findTrack;
    QAction* command;
    QAction* find;
    QAction* findNext;
    QAction* findPrevious;
    QAction* focusFilter;
    QAction* clearFilter;
    QAction* keys;
    QAction* about;
};

} // namespace lanescope::desktop
