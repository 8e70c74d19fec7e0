#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what a build folder installs for programs into a fresh prefix, and looks whether all that belongs to them is
# there and runs.   programs.sh SOURCE_FOLDER CMAKE_INSTALL_SCRIPT…
set -euo pipefail
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for script in "$@"; do
    cmake -DCMAKE_INSTALL_PREFIX="$work/prefix" -P "$script" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
done
mv "$work/prefix" "$work/moved" # nothing may remember where it was installed

wants() { test -f "$work/moved/$1" || { echo "$1 is not installed"; exit 1; }; }
wants bin/lanescope-cli
wants share/man/man1/lanescope-cli.1
"$work/moved/bin/lanescope-cli" info "$source/resources/sample/graph_fwdbwd.pt.trace.json.gz" | grep -q "2,585 annotated"
if test $# -gt 1; then # with the window
    wants bin/lanescope
    wants share/man/man1/lanescope.1
    wants share/applications/lanescope.desktop
    wants "share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$work/moved/share/applications/lanescope.desktop").svg"
    test -x "$work/moved/bin/$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$work/moved/share/applications/lanescope.desktop")"
    QT_QPA_PLATFORM=offscreen "$work/moved/bin/lanescope" --render "$work/picture.png" \
        "$source/resources/sample/graph_fwdbwd.pt.trace.json.gz"
    test -s "$work/picture.png"
fi
echo "installed programs work"
