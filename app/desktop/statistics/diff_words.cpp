// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/diff_words.h"

#include <QCoreApplication>

namespace lanescope::desktop {
namespace {

struct DiffWords {
    Q_DECLARE_TR_FUNCTIONS(DiffWords)
};

} // namespace

DiffPhrases diffWords()
{
    const auto in = [](const QString& text) { return text.toStdString(); };
    DiffPhrases words;
    words.keys = {in(DiffWords::tr("region")), in(DiffWords::tr("module")), in(DiffWords::tr("kernel")),
                  in(DiffWords::tr("phase")),  in(DiffWords::tr("stream")), in(DiffWords::tr("replay")),
                  in(DiffWords::tr("rank"))};
    words.nameless = in(DiffWords::tr("(no %1)"));
    words.slower = in(DiffWords::tr("Slower most: %1"));
    words.waits = in(DiffWords::tr("Waits longer while the GPU is idle: %1"));
    words.faster = in(DiffWords::tr("Faster most: %1"));
    words.inside = in(DiffWords::tr("%1, in %2"));
    words.isNew = in(DiffWords::tr("%1, which is new"));
    words.isGone = in(DiffWords::tr("%1, which is gone"));
    words.spread = in(DiffWords::tr("%1, spread over %2"));
    words.andMore = in(DiffWords::tr("%1 and %2 more"));
    words.onlyReplay = in(DiffWords::tr("in the only replay"));
    words.allReplays = in(DiffWords::tr("in all %1 replays"));
    words.someReplays = in(DiffWords::tr("in %1 of %2 replays"));
    words.insteadOf = in(DiffWords::tr("%1 instead of %2"));
    words.typically = in(DiffWords::tr("typically %1 instead of %2"));
    words.replay = in(DiffWords::tr("%1 replay %2"));
    words.replays = in(DiffWords::tr("%1 replays %2 to %3"));
    words.why = in(DiffWords::tr("Why: %1"));
    words.inItsPlace = in(DiffWords::tr("in its place %1 %2 is gone, which took %3"));
    words.pieceTakes = in(DiffWords::tr("a piece takes %1 on average instead of %2"));
    words.pieceAsBefore = in(DiffWords::tr("a piece takes %1 on average, as before"));
    words.anInstance = in(DiffWords::tr("%1 an instance"));
    words.asManyPieces = in(DiffWords::tr("as many pieces, %1"));
    words.piecesInstead = in(DiffWords::tr("%1 pieces instead of %2"));
    words.makes = in(DiffWords::tr("%1, which makes %2"));
    words.launchedAsBefore = in(DiffWords::tr("launched as before"));
    words.launchedAs = in(DiffWords::tr("launched as %1 instead of %2"));
    words.beside = in(DiffWords::tr("other work of the GPU runs beside it for %1 of its time instead of %2"));
    words.between = in(DiffWords::tr("Between replays the GPU idles longer: typically %1 instead of %2"));
    words.afterLaunch = in(DiffWords::tr("a replay begins %1 after its launch instead of %2"));
    return words;
}

} // namespace lanescope::desktop
