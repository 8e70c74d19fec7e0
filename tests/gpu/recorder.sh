#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds liblanescope-record.so and a program to record, and checks the recordings.   recorder.sh CAPTURE_LIBRARY FOLDER
set -euo pipefail
library=$(realpath "$1")
work=$(realpath "$2")
cd "$(dirname "$0")/../.."
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}"/bin/nvcc)
cuda=$(cd "$(dirname "$nvcc")/.." && pwd)
cupti_header=$(ls "$cuda"/include/cupti.h "$cuda"/extras/CUPTI/include/cupti.h 2>/dev/null | head -n 1 || true)
include="-I. -Icapture_lib/include -isystem $cuda/include -isystem $(dirname "$cupti_header")"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Werror"
objects=
for source in capture_lib/recorder/*.cpp capture_lib/src/{atomic_file,json_text,process_identity,shared_libraries}.cpp; do
    object=$work/record_$(basename "$source" .cpp).o
    objects="$objects $object"
    # shellcheck disable=SC2086
    g++ -std=c++20 -O2 -fPIC -fvisibility=hidden $warnings -DLANESCOPE_VERSION='"gpu-test"' $include -c "$source" -o "$object" &
done
"$nvcc" -std=c++17 -O2 -arch=native -Icapture_lib/include tests/gpu/recorded_replays.cu -o "$work/recorded_replays" \
    "$library" -Xlinker -rpath="$(dirname "$library")" &
wait
# shellcheck disable=SC2086
g++ -shared -o "$work/liblanescope-record.so" $objects \
    -Wl,--version-script=capture_lib/recorder/exported_symbols.map -Wl,-z,nodelete -ldl -lpthread
mkdir -p "$work/recorder"
export LANESCOPE_CAPTURE_LIBRARY=$library PYTHONPATH=$PWD/capture_lib/python
python3 tests/gpu/recorder.py "$work/liblanescope-record.so" "$work/recorded_replays" "$work/recorder"
