// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/statistics_panel.h"

#include "app/desktop/statistics/compare_tab.h"
#include "app/desktop/statistics/range_tab.h"
#include "app/desktop/statistics/replays_tab.h"
#include "app/desktop/statistics/table_tab.h"
#include "app/desktop/timeline/spoken_text.h"

#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <initializer_list>

namespace lanescope::desktop {

StatisticsPanel::StatisticsPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_scope(document), m_tabs(new QTabWidget(this)), m_scopeText(new QLabel(this)),
      m_table(new TableTab(m_scope)), m_range(new RangeTab(m_scope)), m_replays(new ReplaysTab(m_scope)),
      m_compare(new CompareTab(m_scope))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    m_tabs->setObjectName(QStringLiteral("statisticsTabs"));
    m_tabs->setAttribute(Qt::WA_StyledBackground); // beside the tabs too
    m_tabs->addTab(m_table, tr("Table"));
    m_tabs->addTab(m_range, tr("Range"));
    m_tabs->addTab(m_replays, tr("Replays"));
    m_tabs->addTab(m_compare, tr("Compare"));
    m_scopeText->setObjectName(QStringLiteral("mutedLabel"));
    m_scopeText->setContentsMargins(0, 0, 10, 0);
    m_scopeText->setFixedHeight(m_tabs->tabBar()->sizeHint().height());
    m_tabs->setCornerWidget(m_scopeText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    const auto showScope = [this] {
        const StatisticsScope scope = m_scope.scope();
        m_scopeText->setText(scope.text());
        m_scopeText->setToolTip(scope.range ? spokenRange(*scope.arrangement, *scope.range, scope.tracks) : QString());
        m_scopeText->adjustSize();
    };
    connect(&m_scope, &ScopeTracker::changed, this, showScope);
    for (StatisticsTab* tab : std::initializer_list<StatisticsTab*>{m_table, m_range, m_replays, m_compare})
        connect(tab, &StatisticsTab::eventChosen, this, &StatisticsPanel::eventChosen);
    connect(m_compare, &CompareTab::replayChosen, this, [this](std::uint32_t replay) {
        m_tabs->setCurrentWidget(m_replays);
        m_replays->chooseReplay(replay);
    });
    showScope();
}

void StatisticsPanel::setTheme(const Theme& theme)
{
    for (StatisticsTab* tab : std::initializer_list<StatisticsTab*>{m_table, m_range, m_replays, m_compare})
        tab->setTheme(theme);
}

void StatisticsPanel::startComparing()
{
    m_tabs->setCurrentWidget(m_compare);
    m_compare->askForTrace();
}

QString StatisticsPanel::scopeText() const
{
    return m_scopeText->text();
}

} // namespace lanescope::desktop
