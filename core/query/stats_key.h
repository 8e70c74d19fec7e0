// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What GPU work is summed up by.
enum class StatsKey : std::uint8_t {
    Region, // the title of its annotation
    Module, // the module path of its annotation, and every module around that one
    Kernel, // its name; copies and memsets have names too
    Phase,
    Stream, // the recorded one, of one GPU
    Replay, // the graph launch
    Rank,   // the file it stands in: "rank 3", or the file's name
};
// "region", "module", "kernel", "phase", "stream", "replay", "rank"; nothing for another name.
[[nodiscard]] std::optional<StatsKey> statsKeyNamed(std::string_view name);
[[nodiscard]] std::string_view nameOf(StatsKey key);
// "module,phase,kernel": keys one inside the other. Errors: WrongUsage for names that are no key, or stand twice.
[[nodiscard]] Result<std::vector<StatsKey>> statsKeysNamed(std::string_view names);

enum class KernelNames : std::uint8_t {
    Full,
    Short, // as shortKernelName() gives them: kernels that only differ in what it leaves out are one
};

// The groups of one key. Work has a number; work of one number has the same groups, of different numbers maybe too.
class StatsGroups {
public:
    // `joined` must outlive it.
    StatsGroups(const JoinedTrace& joined, StatsKey key, KernelNames names)
        : m_joined(joined), m_key(key), m_names(names)
    {}

    // Below limit().
    [[nodiscard]] std::uint32_t numberOf(EventId work) const;
    [[nodiscard]] std::uint32_t limit() const;

    // Groups inside each other, outermost first; the last holds the work itself. Only modules have more than one. An
    // empty name: work without a region, module or replay.
    using Chain = std::vector<std::string>;
    // The chains of work with this number, of which `work` is one. Only fused modules have more than one.
    [[nodiscard]] std::vector<Chain> chainsOf(std::uint32_t number, EventId work) const;

private:
    const JoinedTrace& m_joined;
    StatsKey m_key;
    KernelNames m_names;
};

// "layers.5.attn" of "layers.5.attn.q" and so on, outermost first, the path itself last. What holds only a number
// ("layers" of "layers.5") is left out. "a + b", a fused module, has both.
[[nodiscard]] std::vector<StatsGroups::Chain> moduleChains(std::string_view modulePath);

} // namespace lanescope
