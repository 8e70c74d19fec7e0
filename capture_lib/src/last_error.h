// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::capture {

// A status of capture.h with its text, as the recorder's functions return it. Ok carries no text.
struct [[nodiscard]] Status {
    std::int32_t code = 0;
    std::string text;

    bool ok() const { return code == 0; }
};

// Keeps `status` as this thread's last error (capture.h: lsc_last_error) and gives back its code; ok leaves the last
// error alone. Never throws: a text that cannot be stored is cut.
std::int32_t keepLastError(std::int32_t code, std::string_view text) noexcept;

const char* lastErrorText() noexcept;

} // namespace lanescope::capture
