// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace lanescope {

// Reserves room for about `count` elements and a twentieth more: memory that is never touched costs nothing. What will
// surely be touched comes in huge pages where the system has them, because faulting in a large table page by page takes
// as long as filling it.
template<typename T>
void reserveAbout(std::vector<T>& column, std::size_t count)
{
    constexpr std::uintptr_t kHugePageBytes = std::uintptr_t{2} << 20;
    if (count <= column.capacity())
        return;
    column.reserve(count + count / 20);
    // Only well inside of what is expected: a huge page that is begun is kept as a whole.
    const auto begin = reinterpret_cast<std::uintptr_t>(column.data());
    const std::uintptr_t first = (begin + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
    const std::uintptr_t last = (begin + (count - count / 10) * sizeof(T)) / kHugePageBytes * kHugePageBytes;
    if (first < last)
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

} // namespace lanescope
