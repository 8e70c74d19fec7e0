#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages Lanescope is built from. Says nothing when nothing is missing.
# Usage: packaging/setup.sh [run|test]     run: to build and start the programs (default); test: to run all tests too
set -eu

# Compiler, build tools, and the libraries of core and lanescope-cli.
run_packages="g++ cmake ninja-build ccache pkg-config
    libexpected-dev libfmt-dev libcli11-dev rapidjson-dev zlib1g-dev libisal-dev libre2-dev libsqlite3-dev"
# The window.
run_packages="$run_packages qt6-base-dev qt6-svg-dev libqt6svg6 qt6-qpa-plugins qt6-tools-dev qt6-l10n-tools qt6-translations-l10n
    libqcustomplot-dev libqcustomplot2.1-qt6 fonts-dejavu-core"
test_packages="git python3 xvfb xdotool clang clang-format libclang-rt-14-dev libbenchmark-dev"

packages="$run_packages"
case "${1:-run}" in
run) ;;
test) packages="$packages $test_packages" ;;
*)
    echo "usage: packaging/setup.sh [run|test]" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup.sh installs Debian packages, and this is no Debian system. Install what stands for:" $packages >&2
    exit 1
fi

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing; install them as root:$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install_missing() {
    # shellcheck disable=SC2086 # the names are words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
# A fresh system has no package lists, an old one stale lists: look them up again when the first try fails.
if ! install_missing; then
    $as_root apt-get update >"$log" 2>&1 || { cat "$log" >&2; echo "setup.sh: the package lists cannot be read" >&2; exit 1; }
    install_missing || { cat "$log" >&2; echo "setup.sh: installing failed, see above" >&2; exit 1; }
fi
