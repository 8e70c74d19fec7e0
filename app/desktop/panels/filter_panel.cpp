// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/filter_panel.h"

#include "app/desktop/panels/legend_delegate.h"
#include "app/desktop/text.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

QToolButton* switchButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("switchButton"));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    return button;
}

} // namespace

FilterPanel::FilterPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(new LegendModel(document, this)),
      m_shown(new QSortFilterProxyModel(this)), m_colors(new QComboBox(this)), m_find(new QLineEdit(this)),
      m_list(new QListView(this)), m_pages(new QStackedWidget(this)), m_state(new QLabel(this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    m_shown->setSourceModel(m_model);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);

    m_colors->setAccessibleName(tr("What the colours of GPU work tell"));
    m_colors->setToolTip(tr("What the colours of GPU work tell, and what this list filters by"));
    m_colors->addItem(tr("Annotations"), QVariant::fromValue(static_cast<int>(ColorBy::Annotation)));
    m_colors->addItem(tr("Phases"), QVariant::fromValue(static_cast<int>(ColorBy::Phase)));
    m_colors->addItem(tr("Kernels"), QVariant::fromValue(static_cast<int>(ColorBy::Kernel)));
    m_colors->addItem(tr("Categories"), QVariant::fromValue(static_cast<int>(ColorBy::Category)));
    connect(m_colors, &QComboBox::activated, this,
            [this](int index) { m_document.setColorBy(static_cast<ColorBy>(m_colors->itemData(index).toInt())); });

    m_find->setPlaceholderText(tr("Find in this list"));
    m_find->setAccessibleName(tr("Find a name in the legend"));
    m_find->setClearButtonEnabled(true);
    connect(m_find, &QLineEdit::textChanged, m_shown, &QSortFilterProxyModel::setFilterFixedString);

    m_list->setModel(m_shown);
    m_list->setItemDelegate(new LegendDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_list, &QListView::doubleClicked, this,
            [this](const QModelIndex& index) { m_model->checkOnly(m_shown->mapToSource(index)); });

    auto* nothing = new QLabel(tr("This trace has no annotations.\nFile ▸ Open annotations… joins some to it."), this);
    nothing->setObjectName(QStringLiteral("mutedLabel"));
    nothing->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(m_list);
    m_pages->addWidget(nothing);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(6);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 0, 10, 0);
    top->addWidget(m_colors);
    top->addWidget(m_find, 1);
    layout->addLayout(top);
    layout->addWidget(makeEffectRow());
    layout->addWidget(m_pages, 1);
    m_state->setObjectName(QStringLiteral("mutedLabel"));
    m_state->setContentsMargins(10, 0, 10, 6);
    m_state->setWordWrap(true);
    layout->addWidget(m_state);

    connect(&document, &TraceDocument::traceChanged, this, &FilterPanel::showState);
    connect(&document, &TraceDocument::lookChanged, this, &FilterPanel::showState);
    connect(&document, &TraceDocument::filterChanged, this, &FilterPanel::showState);
    connect(&document, &TraceDocument::filteredChanged, this, &FilterPanel::showState);
    connect(&document, &TraceDocument::arrangementChanged, this, &FilterPanel::showState);
    showState();
}

QWidget* FilterPanel::makeEffectRow()
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(10, 0, 10, 0);
    layout->setSpacing(4);
    auto* all = new QPushButton(tr("All"), row);
    auto* none = new QPushButton(tr("None"), row);
    for (QPushButton* button : {all, none}) {
        button->setStyleSheet(QStringLiteral("padding: 3px 10px;"));
        layout->addWidget(button);
    }
    all->setAccessibleName(tr("Check all names"));
    none->setAccessibleName(tr("Uncheck all names"));
    connect(all, &QPushButton::clicked, this, [this] { m_model->checkAll(true); });
    connect(none, &QPushButton::clicked, this, [this] { m_model->checkAll(false); });
    layout->addStretch(1);
    auto* label = new QLabel(tr("Others"), row);
    label->setObjectName(QStringLiteral("mutedLabel"));
    layout->addWidget(label);
    m_dim = switchButton(tr("Dim"), tr("Dim what does not match"), row);
    m_hide = switchButton(tr("Hide"), tr("Hide what does not match"), row);
    m_onlyTracks = switchButton(tr("Hide tracks"), tr("Hide what does not match, and tracks without a match"), row);
    auto* group = new QButtonGroup(this);
    group->addButton(m_dim);
    group->addButton(m_hide);
    group->addButton(m_onlyTracks);
    layout->addWidget(m_dim);
    layout->addWidget(m_hide);
    layout->addWidget(m_onlyTracks);
    connect(group, &QButtonGroup::buttonClicked, this, [this] {
        TraceFilter filter = m_document.filter();
        filter.effect = m_onlyTracks->isChecked() ? FilterEffect::OnlyTracks
                        : m_hide->isChecked()     ? FilterEffect::Hide
                                                  : FilterEffect::Dim;
        m_document.setFilter(filter);
    });
    return row;
}

void FilterPanel::showState()
{
    const FilterEffect effect = m_document.filter().effect;
    m_dim->setChecked(effect == FilterEffect::Dim);
    m_hide->setChecked(effect == FilterEffect::Hide);
    m_onlyTracks->setChecked(effect == FilterEffect::OnlyTracks);
    const ColorBy colorBy = m_document.colorBy();
    m_colors->setCurrentIndex(m_colors->findData(static_cast<int>(colorBy)));
    m_list->setAccessibleName(m_colors->currentText());
    const bool hasNothing = colorBy == ColorBy::Annotation && m_document.hasTrace() &&
                            m_document.opened()->joined->match.annotatedWork == 0;
    m_pages->setCurrentIndex(hasNothing ? 1 : 0);
    const auto& filtered = m_document.filtered();
    m_state->setVisible(filtered != nullptr);
    if (filtered != nullptr)
        m_state->setText(
            tr("%1 of %2 GPU slices match").arg(countText(filtered->matchingWork), countText(filtered->work)));
}

} // namespace lanescope::desktop
