// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/diff_answer.h"
#include "core/viewport/diff_phrases.h"

#include <string>
#include <vector>

namespace lanescope {

// Sentences about a comparison, the same in the window and on the command line, where they are English. Names in them
// come from files.

// Where the time went: "Slower most: module layers.3 +1.2 ms (+12.1 %), in phase backward +1.1 ms (+20.0 %), in kernel
// gemm +0.9 ms (+25.0 %); in 2 of 5 replays (typically 40 µs instead of 20 µs): graph 2 replays 3 to 4". Empty if
// nothing got slower.
[[nodiscard]] std::string slowerText(const DiffAnswer& answer, const DiffPhrases& phrases = {});
// Why: "Why: a piece takes 15 µs on average instead of 10 µs; as many pieces, 200; …". Of a new group: what is
// gone from its place, if anything is.
[[nodiscard]] std::string whyText(const DiffAnswer& answer, const DiffPhrases& phrases = {});
// What begins later with the GPU idle before it: "Waits longer: …". Empty where that tells nothing.
[[nodiscard]] std::string waitsText(const DiffAnswer& answer, const DiffPhrases& phrases = {});
// "Between replays the GPU idles longer: …". Empty where it does not.
[[nodiscard]] std::string betweenText(const DiffAnswer& answer, const DiffPhrases& phrases = {});
// What got faster.
[[nodiscard]] std::string fasterText(const DiffAnswer& answer, const DiffPhrases& phrases = {});
// Those of them that say something, what weighs most first.
[[nodiscard]] std::vector<std::string> answerLines(const DiffAnswer& answer, const DiffPhrases& phrases = {});

// "graph 2 replay 3", "graph 2 replays 3 to 14, graph 5 replay 0, …"
[[nodiscard]] std::string replaysText(const SlowerReplays& replays, const DiffPhrases& phrases = {});

} // namespace lanescope
