// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/content_hash.h"

#include <fmt/format.h>

#include <cstdint>

namespace lanescope {

std::string contentHash(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return fmt::format("fnv1a64:{:016x}", hash);
}

} // namespace lanescope
