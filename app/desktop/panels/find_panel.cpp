// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/find_panel.h"

#include "app/desktop/panels/elided_label.h"
#include "app/desktop/style/icons.h"
#include "app/desktop/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr int kTypingPauseMs = 150;
constexpr int kFieldWidthPx = 360;
constexpr int kLongestText = 1000;
constexpr char kProblemProperty[] = "hasProblem";

QToolButton* stepButton(const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("stepButton"));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

FindPanel::FindPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_search(document), m_fieldRow(new QWidget(this)),
      m_field(new QLineEdit(m_fieldRow)), m_count(new ElidedLabel(m_fieldRow)),
      m_previous(stepButton(tr("Previous (Shift+Enter)"), m_fieldRow)),
      m_next(stepButton(tr("Next (Enter)"), m_fieldRow)), m_list(new QTreeView(this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    buildFieldRow();
    buildList();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_fieldRow);
    layout->addWidget(m_list, 1);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &FindPanel::takeText);
    connect(m_field, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_previous, &QToolButton::clicked, this, [this] { step(Neighbour::Previous); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(Neighbour::Next); });
    connect(&m_search, &EventSearch::changed, this, &FindPanel::showSearch);
    connect(&m_search, &EventSearch::jumpRequested, this, &FindPanel::jumpRequested);
    connect(&document, &TraceDocument::selectionChanged, this, &FindPanel::showCurrent);
    showSearch();
}

void FindPanel::buildFieldRow()
{
    m_field->setPlaceholderText(tr("Find a name or annotation: text, glob*, /regex/"));
    m_field->setAccessibleName(tr("Find"));
    m_field->setClearButtonEnabled(true);
    m_field->setMaxLength(kLongestText);
    m_field->setMinimumWidth(kFieldWidthPx);
    m_field->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("mutedLabel"));
    m_count->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(m_fieldRow);
    layout->setContentsMargins(8, 5, 8, 5);
    layout->setSpacing(6);
    layout->addWidget(m_field);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_count, 1);
}

void FindPanel::buildList()
{
    m_list->setModel(&m_model);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->installEventFilter(this);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setSectionsMovable(false);
    const int widths[] = {130, 90, 400, 200, 240};
    for (int column = 0; column < FindResultsModel::ColumnCount; ++column)
        m_list->setColumnWidth(column, widths[column]);
    connect(m_list, &QTreeView::clicked, this, &FindPanel::jumpTo);
    connect(m_list, &QTreeView::activated, this, &FindPanel::jumpTo);
}

void FindPanel::setTheme(const Theme& theme)
{
    m_previous->setIcon(themedIcon(QStringLiteral("up"), theme));
    m_next->setIcon(themedIcon(QStringLiteral("down"), theme));
}

void FindPanel::startTyping()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindPanel::takeText()
{
    m_typing.stop();
    m_search.setText(m_field->text());
}

void FindPanel::step(Neighbour which)
{
    takeText();
    m_search.step(which);
}

void FindPanel::jumpTo(const QModelIndex& index)
{
    if (const auto event = m_model.eventAt(index))
        emit jumpRequested(*event);
}

QString FindPanel::countText() const
{
    return m_count->text();
}

void FindPanel::showSearch()
{
    const bool hasProblem = !m_search.problem().isEmpty();
    m_field->setEnabled(m_document.hasTrace());
    if (m_field->property(kProblemProperty).toBool() != hasProblem) {
        m_field->setProperty(kProblemProperty, hasProblem);
        m_field->style()->unpolish(m_field);
        m_field->style()->polish(m_field);
    }
    m_model.setFound(m_document.arrangement(), m_search.found());
    const bool canStep = m_search.isRunning() || (m_search.found() && !m_search.found()->empty());
    m_previous->setEnabled(canStep);
    m_next->setEnabled(canStep);
    showCurrent();
}

void FindPanel::showCurrent()
{
    const auto& found = m_search.found();
    const auto current = m_search.current();
    const QString all = found ? lanescope::desktop::countText(found->size()) : QString();
    QString text;
    if (!m_search.problem().isEmpty())
        text = m_search.problem();
    else if (m_search.isRunning())
        text = tr("Looking…");
    else if (found && found->empty())
        text = m_document.filter().isActive() ? tr("Nothing found in what the filter leaves") : tr("Nothing found");
    else if (found && current)
        text = tr("%1 of %2").arg(lanescope::desktop::countText(*current + 1), all);
    else if (found)
        text = tr("%1 found").arg(all);
    m_count->setText(text);
    m_field->setAccessibleDescription(text);
    if (!current)
        return;
    const QModelIndex line = m_model.listed(*current);
    m_list->setCurrentIndex(line);
    m_list->scrollTo(line);
}

bool FindPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Escape) {
        emit left();
        return true;
    }
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (watched == m_field && isReturn) {
        step(key.modifiers().testFlag(Qt::ShiftModifier) ? Neighbour::Previous : Neighbour::Next);
        return true;
    }
    if (watched == m_field && key.key() == Qt::Key_Down && m_model.rowCount() > 0) {
        m_list->setFocus(Qt::TabFocusReason);
        if (!m_list->currentIndex().isValid())
            m_list->setCurrentIndex(m_model.index(0, 0));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanescope::desktop
