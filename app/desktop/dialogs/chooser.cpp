// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dialogs/chooser.h"

#include "app/desktop/find/fuzzy_match.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanescope::desktop {
namespace {

constexpr QSize kSize{620, 420};
constexpr int kTopPx = 60; // below the window's top
constexpr int kLineRoomPx = 10;
constexpr int kDetailRightPx = 10;
constexpr int kBesideDetailPx = 40; // around text and detail
constexpr std::size_t kMostShown = 500;

enum ChoiceRole { DetailRole = Qt::UserRole + 1, PositionRole };

// The text at the left, its detail at the right.
class ChoiceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QString detail = index.data(DetailRole).toString();
        QStyleOptionViewItem line = option;
        initStyleOption(&line, index);
        const int room = line.rect.width() - line.fontMetrics.horizontalAdvance(detail) - kBesideDetailPx;
        line.text = line.fontMetrics.elidedText(line.text, Qt::ElideMiddle, room);
        line.widget->style()->drawControl(QStyle::CE_ItemViewItem, &line, painter, line.widget);
        const bool isChosen = option.state.testFlag(QStyle::State_Selected);
        const QPalette::ColorRole role = isChosen ? QPalette::HighlightedText : QPalette::PlaceholderText;
        painter->save();
        painter->setPen(option.palette.color(role));
        painter->drawText(option.rect.adjusted(0, 0, -kDetailRightPx, 0), Qt::AlignRight | Qt::AlignVCenter, detail);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        Q_UNUSED(index)
        return {option.rect.width(), option.fontMetrics.height() + kLineRoomPx};
    }
};

} // namespace

Chooser::Chooser(const QString& placeholder, std::vector<Choice> choices, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_choices(std::move(choices)),
      m_field(new QLineEdit(this)), m_list(new QListView(this)), m_nothing(new QLabel(tr("Nothing fits this"), this)),
      m_model(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("chooser"));
    setWindowTitle(placeholder);
    m_field->setPlaceholderText(placeholder);
    m_field->setAccessibleName(placeholder);
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setAccessibleName(placeholder);
    m_list->setItemDelegate(new ChoiceDelegate(m_list));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    m_nothing->setObjectName(QStringLiteral("mutedLabel"));
    m_nothing->setAlignment(Qt::AlignCenter);
    layout->addWidget(m_nothing, 1);
    resize(kSize);
    connect(m_field, &QLineEdit::textChanged, this, &Chooser::showFitting);
    connect(m_list, &QListView::clicked, this, &Chooser::runCurrent);
    showFitting();
}

void Chooser::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (const QWidget* window = parentWidget()) {
        const QPoint top = window->mapToGlobal(QPoint((window->width() - width()) / 2, kTopPx));
        move(top);
    }
    m_field->setFocus();
}

void Chooser::showFitting()
{
    std::vector<std::pair<int, std::size_t>> fitting; // by falling score, then as they came
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_field->text().isEmpty()) // in their own order: shorter ones are no better
            fitting.emplace_back(0, i);
        else if (const auto score = fuzzyScore(m_field->text(), m_choices[i].text))
            fitting.emplace_back(-*score, i);
    }
    std::sort(fitting.begin(), fitting.end());
    fitting.resize(std::min(fitting.size(), kMostShown));
    m_model->clear();
    for (const auto& [score, position] : fitting) {
        auto* item = new QStandardItem(m_choices[position].text);
        item->setData(m_choices[position].detail, DetailRole);
        item->setData(QVariant::fromValue(position), PositionRole);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_list->setVisible(!fitting.empty());
    m_nothing->setVisible(fitting.empty());
}

void Chooser::moveCurrent(int rows)
{
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, std::max(0, m_model->rowCount() - 1));
    m_list->setCurrentIndex(m_model->index(row, 0));
}

void Chooser::runCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    const auto position = current.data(PositionRole).value<std::size_t>();
    // A command may open a dialog of its own; this one is to be gone then.
    QTimer::singleShot(0, parent(), m_choices[position].run);
    accept();
}

bool Chooser::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    constexpr int kPage = 10;
    switch (static_cast<const QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        moveCurrent(1);
        return true;
    case Qt::Key_Up:
        moveCurrent(-1);
        return true;
    case Qt::Key_PageDown:
        moveCurrent(kPage);
        return true;
    case Qt::Key_PageUp:
        moveCurrent(-kPage);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

} // namespace lanescope::desktop
