// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lanescope {

template<typename T>
void appendAll(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

// Appends `from` with each element changed by `change`.
template<typename T, typename Change>
void appendChanged(std::vector<T>& to, const std::vector<T>& from, Change change)
{
    const std::size_t first = to.size();
    to.resize(first + from.size());
    std::transform(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(first), change);
}

} // namespace lanescope
