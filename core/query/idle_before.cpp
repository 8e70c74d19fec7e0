// SPDX-License-Identifier: Apache-2.0
#include "core/query/idle_before.h"

#include <algorithm>
#include <map>

namespace lanescope {

IdleBefore idleBefore(const JoinedTrace& joined, std::span<const WorkPiece> work)
{
    struct Gpu {
        TimeNs coveredUntilNs = 0;
        std::vector<bool> isMet; // by replay
    };
    std::map<ProcessId, Gpu> gpus;
    IdleBefore idle;
    idle.pieces.reserve(work.size());
    for (const WorkPiece& piece : work) {
        const auto [known, isFirst] = gpus.try_emplace(piece.gpu);
        Gpu& gpu = known->second;
        if (isFirst) {
            gpu.coveredUntilNs = piece.beginNs;
            gpu.isMet.resize(joined.replays.size());
        }
        const TimeNs fromNs = std::min(gpu.coveredUntilNs, piece.beginNs);
        const std::uint32_t row = joined.trace->launchRow(piece.event);
        const std::uint32_t replay = row < joined.replayOf.size() ? joined.replayOf[row] : JoinedTrace::kNone;
        const bool isFirstOfReplay = replay != JoinedTrace::kNone && !gpu.isMet[replay];
        if (isFirstOfReplay) {
            gpu.isMet[replay] = true;
            if (!isFirst)
                idle.beforeReplays.push_back(piece.beginNs - fromNs);
        }
        idle.pieces.push_back({isFirstOfReplay ? piece.beginNs : fromNs, piece.beginNs, piece.event, piece.gpu});
        gpu.coveredUntilNs = std::max(gpu.coveredUntilNs, piece.endNs);
    }
    return idle;
}

} // namespace lanescope
