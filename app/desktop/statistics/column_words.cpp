// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/column_words.h"

#include "app/desktop/statistics/diff_words.h"
#include "app/desktop/text.h"

#include <QCoreApplication>

namespace lanescope::desktop {
namespace {

constexpr char kContext[] = "StatsColumn";

// For lupdate; core has the texts.
[[maybe_unused]] constexpr const char* kTexts[] = {
    QT_TRANSLATE_NOOP("StatsColumn", "Count"),
    QT_TRANSLATE_NOOP("StatsColumn", "Pieces of GPU work: kernels, copies and memsets"),
    QT_TRANSLATE_NOOP("StatsColumn", "Total"),
    QT_TRANSLATE_NOOP("StatsColumn", "Durations added up; work that runs at the same time counts more than once"),
    QT_TRANSLATE_NOOP("StatsColumn", "Self"),
    QT_TRANSLATE_NOOP("StatsColumn", "Total without the modules inside this one"),
    QT_TRANSLATE_NOOP("StatsColumn", "Mean"),
    QT_TRANSLATE_NOOP("StatsColumn", "Total divided by count"),
    QT_TRANSLATE_NOOP("StatsColumn", "P50"),
    QT_TRANSLATE_NOOP("StatsColumn", "Half of the work is not longer (the median)"),
    QT_TRANSLATE_NOOP("StatsColumn", "P90"),
    QT_TRANSLATE_NOOP("StatsColumn", "90 % of the work is not longer"),
    QT_TRANSLATE_NOOP("StatsColumn", "P99"),
    QT_TRANSLATE_NOOP("StatsColumn", "99 % of the work is not longer"),
    QT_TRANSLATE_NOOP("StatsColumn", "Min"),
    QT_TRANSLATE_NOOP("StatsColumn", "The shortest piece"),
    QT_TRANSLATE_NOOP("StatsColumn", "Max"),
    QT_TRANSLATE_NOOP("StatsColumn", "The longest piece"),
    QT_TRANSLATE_NOOP("StatsColumn", "Busy"),
    QT_TRANSLATE_NOOP("StatsColumn", "Time in which at least one piece of it runs, added up over GPUs"),
    QT_TRANSLATE_NOOP("StatsColumn", "Share"),
    QT_TRANSLATE_NOOP("StatsColumn", "Busy time as a part of the busy time of all GPU work"),
    QT_TRANSLATE_NOOP("StatsColumn", "Span"),
    QT_TRANSLATE_NOOP("StatsColumn", "First begin to last end"),
    QT_TRANSLATE_NOOP("StatsColumn", "Instances"),
    QT_TRANSLATE_NOOP("StatsColumn",
                      "Replays it is part of, each phase of its own; work outside of replays counts as one"),
    QT_TRANSLATE_NOOP("StatsColumn", "Gaps"),
    QT_TRANSLATE_NOOP("StatsColumn",
                      "Idle time inside its instances: between first begin and last end of each, nothing of it runs"),
    QT_TRANSLATE_NOOP("StatsColumn", "Annotated"),
    QT_TRANSLATE_NOOP("StatsColumn", "The part of the total that has a region"),
    QT_TRANSLATE_NOOP("StatsColumn", "Delay"),
    QT_TRANSLATE_NOOP(
        "StatsColumn",
        "From the begin of the CPU call to the begin of its work, on average; of a graph launch, of its first work"),
    QT_TRANSLATE_NOOP("StatsColumn", "Max delay"),
    QT_TRANSLATE_NOOP("StatsColumn", "The longest such delay"),
};

} // namespace

QString columnTitle(const StatsColumnText& column)
{
    return QCoreApplication::translate(kContext, std::string(column.title).c_str());
}

QString columnMeaning(const StatsColumnText& column)
{
    return QCoreApplication::translate(kContext, std::string(column.meaning).c_str());
}

QString keysTitle(std::span<const StatsKey> keys)
{
    const DiffPhrases words = diffWords();
    QStringList names;
    for (const StatsKey key : keys)
        names << toQString(words.keys[static_cast<std::size_t>(key)]);
    QString title = names.join(QStringLiteral(", "));
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

} // namespace lanescope::desktop
