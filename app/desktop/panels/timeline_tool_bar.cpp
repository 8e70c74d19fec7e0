// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/timeline_tool_bar.h"

#include "app/desktop/filter/filter_field.h"
#include "app/desktop/text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace lanescope::desktop {
namespace {

constexpr int kFieldWidthPx = 200; // narrower, nothing can be read in it
constexpr int kWidestFieldPx = 520;
constexpr char kPhaseProperty[] = "phase";

QWidget* switchRow(const QString& label, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(4);
    auto* text = new QLabel(label, row);
    text->setObjectName(QStringLiteral("mutedLabel"));
    layout->addWidget(text);
    return row;
}

} // namespace

TimelineToolBar::TimelineToolBar(TraceDocument& document, QWidget* parent)
    : QToolBar(tr("Timeline"), parent), m_document(document), m_views(new QButtonGroup(this)),
      m_phases(new QButtonGroup(this)), m_filterField(new FilterField(document, this))
{
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setIconSize(QSize(16, 16));
    m_filterField->setMinimumWidth(kFieldWidthPx);
    m_filterField->setMaximumWidth(kWidestFieldPx);
    m_filterField->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_filterField, &FilterField::left, this, &TimelineToolBar::filterLeft);
}

QToolButton* TimelineToolBar::addSwitch(QButtonGroup& group, QHBoxLayout& layout, const QString& text,
                                        const QString& toolTip)
{
    auto* button = new QToolButton(layout.parentWidget());
    button->setObjectName(QStringLiteral("switchButton"));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    group.addButton(button);
    layout.addWidget(button);
    return button;
}

void TimelineToolBar::addSwitches()
{
    QWidget* viewRow = switchRow(tr("Streams"), this);
    auto& viewLayout = static_cast<QHBoxLayout&>(*viewRow->layout());
    m_recorded = addSwitch(*m_views, viewLayout, tr("Recorded"), tr("Show work on the streams it was recorded on"));
    m_annotated = addSwitch(*m_views, viewLayout, tr("Annotated"), tr("Show work on the streams its annotations name"));
    m_captured = addSwitch(*m_views, viewLayout, tr("Captured"),
                           tr("Show work of CUDA graphs on lanes as the program forked and joined its streams"));
    addWidget(viewRow);
    addSeparator();
    m_phaseRow = switchRow(tr("Phase"), this);
    addWidget(m_phaseRow);
    auto* spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    addWidget(m_filterField);

    connect(m_recorded, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Recorded); });
    connect(m_annotated, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Annotated); });
    connect(m_captured, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Captured); });
    connect(m_phases, &QButtonGroup::buttonClicked, this, [this](QAbstractButton* button) {
        TraceFilter filter = m_document.filter();
        const std::string phase = button->property(kPhaseProperty).toString().toStdString();
        filter.phase = phase.empty() ? std::nullopt : std::optional(phase);
        m_document.setFilter(filter);
    });
    connect(&m_document, &TraceDocument::traceChanged, this, &TimelineToolBar::rebuildPhases);
    connect(&m_document, &TraceDocument::viewChanged, this, &TimelineToolBar::showState);
    connect(&m_document, &TraceDocument::filterChanged, this, &TimelineToolBar::showState);
    rebuildPhases();
}

void TimelineToolBar::rebuildPhases()
{
    for (QAbstractButton* button : m_phases->buttons()) {
        m_phases->removeButton(button);
        button->hide();
        button->deleteLater();
    }
    auto& layout = static_cast<QHBoxLayout&>(*m_phaseRow->layout());
    addSwitch(*m_phases, layout, tr("All"), tr("Show all phases"))->setProperty(kPhaseProperty, QString());
    if (m_document.hasTrace()) {
        const auto& phases = m_document.opened()->joined->phases;
        const std::vector<WorkCount>& counts = m_document.workCounts()->phases;
        // "none" is the first of the list but the last that anybody looks for.
        for (std::size_t i = 1; i <= phases.size(); ++i) {
            const std::size_t phase = i % phases.size();
            const std::uint64_t count = counts[phase].workCount;
            if (count == 0 || count == m_document.opened()->joined->match.gpuWork)
                continue;
            const QString label = phaseLabel(phases[phase]);
            QToolButton* button = addSwitch(*m_phases, layout, QStringLiteral("%1  %2").arg(label, countText(count)),
                                            tr("Show phase “%1”: %2 GPU slices").arg(label, countText(count)));
            button->setProperty(kPhaseProperty, toQString(phases[phase]));
        }
    }
    showState();
}

void TimelineToolBar::showState()
{
    const bool hasTrace = m_document.hasTrace();
    m_recorded->setEnabled(hasTrace);
    m_annotated->setEnabled(hasTrace);
    m_captured->setVisible(hasTrace && m_document.opened()->joined->hasCapturedLanes());
    m_phaseRow->setEnabled(hasTrace);
    m_views->setExclusive(false); // the menu has more views: then none of the three is on
    m_recorded->setChecked(m_document.view() == TrackView::Recorded);
    m_annotated->setChecked(m_document.view() == TrackView::Annotated);
    m_captured->setChecked(m_document.view() == TrackView::Captured);
    m_views->setExclusive(true);
    const QString phase = toQString(m_document.filter().phase.value_or(std::string()));
    if (QToolButton* button = phaseButton(phase))
        button->setChecked(true);
}

QToolButton* TimelineToolBar::phaseButton(const QString& phase) const
{
    for (QAbstractButton* button : m_phases->buttons()) {
        if (button->property(kPhaseProperty).toString() == phase)
            return qobject_cast<QToolButton*>(button);
    }
    return nullptr;
}

} // namespace lanescope::desktop
