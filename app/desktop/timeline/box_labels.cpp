// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/box_labels.h"

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr double kPaddingPx = 4;
constexpr qsizetype kLongestName = 200; // no screen shows more
constexpr std::size_t kCutsKept = 20000;
const QChar kEllipsis(0x2026);

} // namespace

BoxLabels::BoxLabels(const QFont& font)
    : m_font(font), m_metrics(font), m_ellipsisPx(m_metrics.horizontalAdvance(kEllipsis))
{}

void BoxLabels::add(std::uint64_t key, const QString& name)
{
    Name entry;
    entry.text = name.left(kLongestName);
    entry.text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    double endPx = 0;
    entry.endPx.reserve(static_cast<std::size_t>(entry.text.size()));
    for (const QChar letter : entry.text)
        entry.endPx.push_back(endPx += m_metrics.horizontalAdvance(letter));
    entry.endTells = std::any_of(entry.text.begin(), entry.text.end(),
                                 [](QChar letter) { return letter.isDigit() || letter == QLatin1Char('.'); });
    if (!entry.text.isEmpty())
        entry.endPx.back() = m_metrics.horizontalAdvance(entry.text); // with kerning
    m_names.insert_or_assign(key, std::move(entry));
}

const QStaticText& BoxLabels::cutText(Name& name, int letters, LabelPlace where)
{
    const auto known = name.cuts.find(letters);
    if (known != name.cuts.end())
        return known->second;
    const bool cutsBegin = where == LabelPlace::Centre && name.endTells;
    QString shown = name.text;
    if (letters < name.text.size() && !cutsBegin)
        shown = name.text.left(letters).trimmed() + kEllipsis;
    else if (letters < name.text.size())
        shown = kEllipsis + name.text.right(letters).trimmed();
    QStaticText text(shown);
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.prepare({}, m_font);
    ++m_cuts;
    return name.cuts.emplace(letters, std::move(text)).first->second;
}

BoxLabels::Placed BoxLabels::place(std::uint64_t key, const QRectF& box, LabelPlace where)
{
    const auto known = m_names.find(key);
    const double roomPx = box.width() - 2 * kPaddingPx;
    if (known == m_names.end() || known->second.text.isEmpty() || roomPx <= 0)
        return {};
    Name& name = known->second;
    const bool cutsBegin = where == LabelPlace::Centre && name.endTells;
    int letters = static_cast<int>(name.endPx.size());
    double widthPx = name.endPx.back();
    if (widthPx > roomPx) {
        const double lettersPx = roomPx - m_ellipsisPx;
        if (!cutsBegin) {
            const auto at = std::upper_bound(name.endPx.begin(), name.endPx.end(), lettersPx);
            letters = static_cast<int>(at - name.endPx.begin());
        } else {
            const auto at = std::lower_bound(name.endPx.begin(), name.endPx.end(), widthPx - lettersPx);
            letters = static_cast<int>(name.endPx.end() - at) - 1;
        }
        if (letters < 3) // fewer tell nothing
            return {};
        const auto cut = static_cast<std::size_t>(letters);
        widthPx = m_ellipsisPx + (!cutsBegin ? name.endPx[cut - 1] : widthPx - name.endPx[name.endPx.size() - cut - 1]);
    }
    const QStaticText& text = cutText(name, letters, where);
    const double heightPx = m_metrics.height();
    const bool isCentred = where == LabelPlace::Centre;
    const double left = isCentred ? box.left() + (box.width() - widthPx) / 2 : box.left() + kPaddingPx;
    return {&text, QRectF(std::floor(left), std::floor(box.top() + (box.height() - heightPx) / 2), widthPx, heightPx)};
}

void BoxLabels::trim()
{
    if (m_cuts > kCutsKept)
        clear();
}

void BoxLabels::clear()
{
    m_names.clear();
    m_cuts = 0;
}

} // namespace lanescope::desktop
