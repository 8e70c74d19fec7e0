// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/timeline_tool_bar.h"

#include "app/desktop/filter/filter_field.h"
#include "app/desktop/panels/switch_row.h"
#include "app/desktop/text.h"

#include <QButtonGroup>
#include <QLayout>
#include <QToolButton>

namespace lanescope::desktop {
namespace {

constexpr int kFieldWidthPx = 200; // narrower, nothing can be read in it
constexpr int kWidestFieldPx = 520;
constexpr int kRoomPx = 8;
constexpr char kPhaseProperty[] = "phase";

} // namespace

TimelineToolBar::TimelineToolBar(TraceDocument& document, QWidget* parent)
    : QToolBar(tr("Timeline"), parent), m_document(document), m_views(new SwitchRow(tr("Streams"), this)),
      m_phases(new SwitchRow(tr("Phase"), this)), m_filterField(new FilterField(document, this))
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

void TimelineToolBar::addSwitches()
{
    m_recorded = m_views->addSwitch(tr("Recorded"), tr("Show work on the streams it was recorded on"));
    m_annotated = m_views->addSwitch(tr("Annotated"), tr("Show work on the streams its annotations name"));
    m_captured = m_views->addSwitch(
        tr("Captured"), tr("Show work of CUDA graphs on lanes as the program forked and joined its streams"));
    addWidget(m_views);
    addSeparator();
    addWidget(m_phases);
    m_spacer = new QWidget(this);
    m_spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(m_spacer);
    addWidget(m_filterField);

    connect(m_recorded, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Recorded); });
    connect(m_annotated, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Annotated); });
    connect(m_captured, &QToolButton::clicked, this, [this] { m_document.setView(TrackView::Captured); });
    connect(&m_phases->group(), &QButtonGroup::buttonClicked, this, [this](QAbstractButton* button) {
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
    m_phases->clear();
    m_phases->addSwitch(tr("All"), tr("Show all phases"))->setProperty(kPhaseProperty, QString());
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
            QToolButton* button =
                m_phases->addSwitch(QStringLiteral("%1  %2").arg(label, countText(count)),
                                    tr("Show phase “%1”: %2 GPU slices").arg(label, countText(count)));
            button->setProperty(kPhaseProperty, toQString(phases[phase]));
        }
    }
    showState();
}

void TimelineToolBar::showState()
{
    const bool hasTrace = m_document.hasTrace();
    m_views->setEnabled(hasTrace);
    m_views->setOffered(*m_captured, hasTrace && m_document.opened()->joined->hasCapturedLanes());
    m_phases->setEnabled(hasTrace);
    m_views->group().setExclusive(false); // the menu has more views: then none of the three is on
    m_recorded->setChecked(m_document.view() == TrackView::Recorded);
    m_annotated->setChecked(m_document.view() == TrackView::Annotated);
    m_captured->setChecked(m_document.view() == TrackView::Captured);
    m_views->group().setExclusive(true);
    const QString phase = toQString(m_document.filter().phase.value_or(std::string()));
    if (QToolButton* button = phaseButton(phase))
        button->setChecked(true);
    m_views->showChosen();
    m_phases->showChosen();
    fitSwitches();
}

void TimelineToolBar::resizeEvent(QResizeEvent* event)
{
    fitSwitches();
    QToolBar::resizeEvent(event);
}

// A tool bar puts what has no room, first of all the filter, away behind a button that few would look at.
void TimelineToolBar::fitSwitches()
{
    if (m_spacer == nullptr)
        return;
    const QMargins margins = layout()->contentsMargins();
    int others = margins.left() + margins.right() + kRoomPx;
    for (QAction* action : actions()) {
        const QWidget* shown = widgetForAction(action);
        if (shown == nullptr || shown == m_spacer)
            continue;
        others += layout()->spacing();
        if (shown == m_filterField)
            others += kFieldWidthPx;
        else if (shown != m_views && shown != m_phases)
            others += shown->sizeHint().width();
    }
    using Form = SwitchRow::Form;
    const auto fits = [&](Form views, Form phases) {
        return others + m_views->widthOf(views) + m_phases->widthOf(phases) <= width();
    };
    // Phases are looked for more often than another view.
    const Form phases = fits(Form::Menu, Form::Buttons) ? Form::Buttons : Form::Menu;
    const Form views = fits(Form::Buttons, phases) ? Form::Buttons : Form::Menu;
    if (m_views->form() == views && m_phases->form() == phases)
        return;
    m_views->setForm(views);
    m_phases->setForm(phases);
    layout()->invalidate(); // it hears nothing of widgets that it has put away already
}

QToolButton* TimelineToolBar::phaseButton(const QString& phase) const
{
    for (QToolButton* button : m_phases->switches()) {
        if (button->property(kPhaseProperty).toString() == phase)
            return button;
    }
    return nullptr;
}

} // namespace lanescope::desktop
