// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace lanescope {

// What the sentences of diff_text.h are made of, in English unless somebody sets another language. %1 and so on stand
// for names and figures.
struct DiffPhrases {
    // By StatsKey.
    std::array<std::string, 7> keys{"region", "module", "kernel", "phase", "stream", "replay", "rank"};
    std::string nameless = "(no %1)"; // a key
    std::string slower = "Slower most: %1";
    std::string waits = "Waits longer while the GPU is idle: %1";
    std::string faster = "Faster most: %1";
    std::string inside = "%1, in %2";
    std::string isNew = "%1, which is new";
    std::string isGone = "%1, which is gone";
    std::string spread = "%1, spread over %2";
    std::string andMore = "%1 and %2 more";

    std::string onlyReplay = "in the only replay";
    std::string allReplays = "in all %1 replays";
    std::string someReplays = "in %1 of %2 replays";
    std::string insteadOf = "%1 instead of %2";
    std::string typically = "typically %1 instead of %2";
    std::string replay = "%1 replay %2";         // a graph, a number
    std::string replays = "%1 replays %2 to %3"; // a graph, numbers

    std::string why = "Why: %1";
    std::string inItsPlace = "in its place %1 %2 is gone, which took %3"; // a key, its name, a time
    std::string pieceTakes = "a piece takes %1 on average instead of %2";
    std::string pieceAsBefore = "a piece takes %1 on average, as before";
    std::string anInstance = "%1 an instance"; // a number of pieces
    std::string asManyPieces = "as many pieces, %1";
    std::string piecesInstead = "%1 pieces instead of %2";
    std::string makes = "%1, which makes %2"; // of the difference
    std::string launchedAsBefore = "launched as before";
    std::string launchedAs = "launched as %1 instead of %2";
    std::string beside = "other work of the GPU runs beside it for %1 of its time instead of %2";
    std::string between = "Between replays the GPU idles longer: typically %1 instead of %2";
    std::string afterLaunch = "a replay begins %1 after its launch instead of %2";

    friend bool operator==(const DiffPhrases&, const DiffPhrases&) = default;
};

// The phrase with what stands for %1, %2 and so on, at most nine; what is put in is not looked into again. A place
// without a text stays.
[[nodiscard]] std::string filled(std::string_view phrase, std::initializer_list<std::string_view> texts);

} // namespace lanescope
