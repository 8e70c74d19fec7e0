// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/legend_delegate.h"

#include "app/desktop/models/legend_model.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace lanescope::desktop {
namespace {

constexpr int kLineHeightPx = 26;
constexpr int kPaddingPx = 10;
constexpr int kCheckPx = 16;
constexpr int kChipPx = 12;
constexpr int kGapPx = 8;

QRect checkRect(const QRect& line)
{
    return QRect(line.left() + kPaddingPx, line.center().y() - kCheckPx / 2 + 1, kCheckPx, kCheckPx);
}

void toggle(QAbstractItemModel& model, const QModelIndex& index)
{
    const bool isChecked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model.setData(index, static_cast<int>(isChecked ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
}

} // namespace

void LegendDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    QStyleOptionViewItem background = option;
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &background, painter, option.widget);

    const bool isChecked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    QStyleOptionButton check;
    check.rect = checkRect(option.rect);
    check.palette = option.palette;
    check.state = QStyle::State_Enabled | (isChecked ? QStyle::State_On : QStyle::State_Off);
    style->drawPrimitive(QStyle::PE_IndicatorCheckBox, &check, painter, nullptr);

    painter->save();
    const QRect chip(check.rect.right() + kGapPx, option.rect.center().y() - kChipPx / 2 + 1, kChipPx, kChipPx);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(index.data(LegendModel::ColorRole).value<QColor>());
    painter->setOpacity(isChecked ? 1.0 : 0.4);
    painter->drawRoundedRect(chip, 3, 3);
    painter->setOpacity(1.0);

    const QString count = index.data(LegendModel::CountRole).toString();
    const int countWidth = option.fontMetrics.horizontalAdvance(count);
    const QRect countRect(option.rect.right() - kPaddingPx - countWidth, option.rect.top(), countWidth + 1,
                          option.rect.height());
    const QPalette& palette = option.palette;
    painter->setPen(palette.color(isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->drawText(countRect, Qt::AlignRight | Qt::AlignVCenter, count);

    QFont font = option.font;
    font.setItalic(index.data(LegendModel::IsUnannotatedRole).toBool());
    painter->setFont(font);
    const bool isQuiet = !isChecked && !isSelected;
    painter->setPen(
        palette.color(isSelected ? QPalette::HighlightedText : (isQuiet ? QPalette::PlaceholderText : QPalette::Text)));
    const int left = chip.right() + kGapPx;
    const QRect nameRect(left, option.rect.top(), countRect.left() - kGapPx - left, option.rect.height());
    const QString name = index.data(Qt::DisplayRole).toString();
    painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(name, Qt::ElideMiddle, nameRect.width()));
    painter->restore();
}

QSize LegendDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    Q_UNUSED(option)
    Q_UNUSED(index)
    return QSize(0, kLineHeightPx); // as wide as the list
}

bool LegendDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        // The chip belongs to the mark: a small target is a nuisance.
        const QRect target = checkRect(option.rect).adjusted(-kPaddingPx, -6, kGapPx + kChipPx, 6);
        if (mouse->button() == Qt::LeftButton && target.contains(mouse->position().toPoint())) {
            toggle(*model, index);
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Space) {
        toggle(*model, index);
        return true;
    }
    return false;
}

} // namespace lanescope::desktop
