// SPDX-License-Identifier: Apache-2.0
// Decimal times against long double, which is near enough to tell a wrong digit count, sign or exponent.
#include "core/load/decimal_time.h"
#include "tests/fuzz/check.h"

#include <cmath>
#include <cstdlib>
#include <string>

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto time = parseMicroseconds(text);
    if (!time && time.error() == DecimalError::NotANumber)
        return 0;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const long double reference = std::strtold(text.c_str() + begin, nullptr) * 1000.0L;
    if (!time) {
        LANESCOPE_CHECK(std::fabs(reference) > 2.305e18L, text.c_str());
        return 0;
    }
    const long double tolerance = 1.0L + std::fabs(reference) * 1e-17L;
    LANESCOPE_CHECK(std::fabs(static_cast<long double>(*time) - reference) <= tolerance, text.c_str());
    return 0;
}
