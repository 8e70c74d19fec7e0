// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

// Ends the process when a promise is broken, so that libFuzzer keeps the input.
#define LANESCOPE_CHECK(condition, message)                                                                            \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, message);                          \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (false)
