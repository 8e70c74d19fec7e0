// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the C program below does to CUDA; the test does it to the fake driver.
void client_begin_capture(void* stream);
void client_launch(void* stream);
void* client_end_capture(void* stream);
void* client_instantiate(void* graph);

// Uses every function of capture.h from C99. 0, or the line of the first surprise.
int run_c_client(void* stream, void* second_stream, const char* folder);

#ifdef __cplusplus
}
#endif
