# SPDX-License-Identifier: Apache-2.0
# Included by tests/bench where capture_lib is built. On a GPU: tests/gpu/run.sh --bench.
add_executable(bench_capture_scope_cost
    ${PROJECT_SOURCE_DIR}/tests/bench/capture_scope_cost.cpp ${PROJECT_SOURCE_DIR}/tests/capture_lib/fake_driver.cpp)
target_link_libraries(bench_capture_scope_cost PRIVATE lanescope_build_flags lanescope_capture_parts Threads::Threads)
