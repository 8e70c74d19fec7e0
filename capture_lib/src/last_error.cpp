// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/last_error.h"

#include <algorithm>
#include <array>

namespace lanescope::capture {
namespace {

// A fixed buffer: an error must be reportable when memory is short, and thread exit must not run a destructor.
constexpr std::size_t kTextCapacity = 512;
thread_local std::array<char, kTextCapacity> t_text = {};

} // namespace

std::int32_t keepLastError(std::int32_t code, std::string_view text) noexcept
{
    if (code == 0)
        return code;
    const std::size_t size = std::min(text.size(), kTextCapacity - 1);
    std::copy_n(text.data(), size, t_text.data());
    t_text[size] = '\0';
    return code;
}

const char* lastErrorText() noexcept
{
    return t_text.data();
}

} // namespace lanescope::capture
