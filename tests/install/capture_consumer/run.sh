#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the capture library from a build folder into a fresh prefix, then builds and runs a C and a C++ consumer against
# it, through CMake and through pkg-config.   run.sh BUILD_FOLDER [CMAKE_INSTALL_SCRIPT]
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
install_script=${2:-$1/cmake_install.cmake}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -DCMAKE_INSTALL_PREFIX="$work/prefix" -P "$install_script" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
mv "$work/prefix" "$work/moved" # nothing may remember where it was installed
library=$(find "$work/moved" -name 'liblanescope-capture.so')
library_folder=$(dirname "$library")

cmake -S "$source" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/cmake" >"$work/build.log" || { cat "$work/build.log"; exit 1; }
"$work/cmake/consumer_c" "$work/a.json"
"$work/cmake/consumer_cpp"

export PKG_CONFIG_PATH="$library_folder/pkgconfig" LD_LIBRARY_PATH="$library_folder"
# shellcheck disable=SC2046
cc -std=c99 "$source/consumer.c" -o "$work/plain_c" $(pkg-config --cflags --libs lanescope-capture)
# shellcheck disable=SC2046
c++ -std=c++17 "$source/consumer.cpp" -o "$work/plain_cpp" $(pkg-config --cflags --libs lanescope-capture)
"$work/plain_c" "$work/b.json"
"$work/plain_cpp"

for file in "$work/a.json" "$work/b.json"; do
    grep -q '^{"lanescope_annotations": 1, ' "$file"
done
for header in capture.h capture.hpp annotation_format.h generated_code.h; do
    test -n "$(find "$work/moved" -path "*/include/lanescope/$header")" || { echo "$header is not installed"; exit 1; }
done
# Where it was built (with CUPTI's headers), the recorder is installed beside the library.
if grep -q 'LANESCOPE_CUPTI_INCLUDE_DIR:PATH=/' "$1/CMakeCache.txt"; then
    test -f "$library_folder/liblanescope-record.so" || { echo "liblanescope-record.so is not installed"; exit 1; }
    test -f "$work/moved/share/man/man7/liblanescope-record.7" || { echo "its manual page is not installed"; exit 1; }
fi
echo "installed package works: CMake and pkg-config, C and C++"
