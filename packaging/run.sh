#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Lanescope and opens traces, or the bundled sample when none is given. Without a display it draws a picture instead.
# Usage: packaging/run.sh [FILES…]
set -eu
cd "$(dirname "$0")/.."
root=$PWD
cd - >/dev/null

"$root/packaging/setup.sh" run
log="$root/build/run.log"
mkdir -p "$root/build"
echo "Building (the first time takes some minutes; details in build/run.log)" >&2
if ! (cd "$root" && cmake --preset run >"$log" 2>&1 && cmake --build --preset run >>"$log" 2>&1); then
    tail -n 30 "$log" >&2
    echo "run.sh: the build failed; all of its output is in build/run.log" >&2
    exit 1
fi

programs="$root/build/run/bin"
sample="$root/resources/sample/graph_fwdbwd.pt.trace.json.gz"
[ $# -gt 0 ] || set -- "$sample"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    status=0
    "$programs/lanescope" "$@" || status=$?
    # Qt aborts (134) when the display that is named cannot be reached, on a remote shell for instance.
    [ $status -eq 134 ] || exit $status
fi
picture="$root/build/run/$(basename "$1").png"
echo "No display: drawing a picture instead." >&2
"$programs/lanescope" --render "$picture" "$1"
"$programs/lanescope-cli" info "$1"
echo
echo "Picture: $picture"
