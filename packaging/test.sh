#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Lanescope and runs all its tests: as users get it, and under AddressSanitizer and UndefinedBehaviorSanitizer,
# there with the fuzz targets on inputs that are the same each time.
# Usage: packaging/test.sh [PRESET…]       presets as in CMakePresets.json; default: release asan
set -eu
cd "$(dirname "$0")/.."

packaging/setup.sh test
packaging/check_format.sh

[ $# -gt 0 ] || set -- release asan

# Runs a command quietly; when it fails, shows what matters of its output.
quietly() {
    what=$1
    log=build/$what.log
    shift
    if ! "$@" >"$log" 2>&1; then
        grep -nE 'error|Error|FAILED' "$log" | head -n 40 >&2 || true
        tail -n 20 "$log" >&2
        echo "test.sh: $what failed; all of its output is in $log" >&2
        exit 1
    fi
}

mkdir -p build
first=$1
for preset in "$@"; do
    echo "== $preset: build"
    quietly "$preset-configure" cmake --preset "$preset"
    grep -E '^-- (Capture library|Desktop program)' "build/$preset-configure.log" || true
    quietly "$preset-build" cmake --build --preset "$preset"
    if [ "$preset" = "$first" ]; then
        # The build without a window and without the capture library must not rot. In the same folder nothing of it needs
        # compiling again.
        echo "== $preset: build without desktop, capture library and tests"
        quietly minimal-configure cmake --preset "$preset" -DLANESCOPE_DESKTOP=OFF -DLANESCOPE_CAPTURE=OFF \
            -DLANESCOPE_TESTS=OFF
        quietly minimal-build cmake --build --preset "$preset"
        quietly "$preset-configure" cmake --preset "$preset"
        quietly "$preset-build" cmake --build --preset "$preset"
    fi
    echo "== $preset: tests"
    ctest --preset "$preset" -j2
    if [ "$preset" = asan ]; then
        echo "== $preset: fuzz targets"
        tests/fuzz/run.sh check
    fi
done
