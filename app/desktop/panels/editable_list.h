// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QTreeView>

namespace lanescope::desktop {

// A panel's list of lines, some of whose cells are typed into.
inline void makeEditableList(QTreeView& list)
{
    list.setRootIsDecorated(false);
    list.setUniformRowHeights(true);
    list.setAllColumnsShowFocus(true);
    list.setExpandsOnDoubleClick(false);
    list.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    list.header()->setStretchLastSection(true);
}

} // namespace lanescope::desktop
