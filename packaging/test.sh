#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Lanescope and runs all its tests: as users get it, and under AddressSanitizer and UndefinedBehaviorSanitizer.
# Usage: packaging/test.sh [PRESET…]       presets as in CMakePresets.json; default: release asan
set -eu
cd "$(dirname "$0")/.."

packaging/setup.sh test
packaging/check_format.sh

[ $# -gt 0 ] || set -- release asan
# The build without a window and without the capture library must not rot. Its objects are those of the release build, so
# with ccache this costs little.
for preset in no-desktop "$@"; do
    echo "== $preset: build"
    mkdir -p build
    log="build/$preset.log"
    if ! { cmake --preset "$preset" && cmake --build --preset "$preset"; } >"$log" 2>&1; then
        grep -nE 'error|Error|FAILED' "$log" | head -n 40 >&2 || true
        tail -n 20 "$log" >&2
        echo "test.sh: building $preset failed; all of its output is in $log" >&2
        exit 1
    fi
    grep -E '^-- (Capture library|Desktop program)' "$log" || true
done
for preset in "$@"; do
    echo "== $preset: tests"
    ctest --preset "$preset" -j2
done
