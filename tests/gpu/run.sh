#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs everything that needs a GPU: capture_lib against real captures, and its bench. Needs nvcc, g++ and
# CUPTI, no Qt and no CMake. Without a GPU or nvcc it says so and ends with 0. --bench runs the bench too.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=no
[ "${1:-}" = --bench ] && bench=yes

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}"/bin/nvcc 2>/dev/null || true)
if [ -z "$nvcc" ]; then
    echo "skipped: no nvcc (set CUDA_HOME)"
    exit 0
fi
if ! nvidia-smi -L >/dev/null 2>&1; then
    echo "skipped: no NVIDIA GPU on this machine"
    exit 0
fi
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
cuda=$(cd "$(dirname "$nvcc")/.." && pwd)
cupti_header=$(ls "$cuda"/include/cupti.h "$cuda"/extras/CUPTI/include/cupti.h 2>/dev/null | head -n 1 || true)
cupti_library=$(ls "$cuda"/lib64/libcupti.so "$cuda"/extras/CUPTI/lib64/libcupti.so 2>/dev/null | head -n 1 || true)
if [ -z "$cupti_header" ] || [ -z "$cupti_library" ]; then
    echo "skipped: no CUPTI under $cuda"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include="-I. -Icapture_lib/include -isystem $cuda/include -isystem $(dirname "$cupti_header")"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Werror"
objects=
for source in capture_lib/src/*.cpp; do
    object=$work/$(basename "$source" .cpp).o
    objects="$objects $object"
    # shellcheck disable=SC2086
    g++ -std=c++20 -O2 -fPIC -fvisibility=hidden $warnings -DLANESCOPE_VERSION='"gpu-test"' $include -c "$source" -o "$object" &
done
nvcc_flags="-std=c++17 -O2 -arch=native -Itests/gpu -Icapture_lib/include -I$(dirname "$cupti_header")"
for program in capture_records find_cupti nested_graphs; do
    # shellcheck disable=SC2086
    "$nvcc" $nvcc_flags -c tests/gpu/$program.cu -o "$work/$program.o" &
done
wait
# shellcheck disable=SC2086
g++ -shared -o "$work/liblanescope-capture.so" $objects -Wl,--version-script=capture_lib/src/exported_symbols.map -ldl -lpthread
link="-L$work -llanescope-capture -Xlinker -rpath=$work -lcuda"
# shellcheck disable=SC2086
for program in capture_records nested_graphs; do
    # shellcheck disable=SC2086
    "$nvcc" -arch=native "$work/$program.o" -o "$work/$program" $link -L"$(dirname "$cupti_library")" -lcupti \
        -Xlinker -rpath="$(dirname "$cupti_library")"
done
# shellcheck disable=SC2086
"$nvcc" -arch=native "$work/find_cupti.o" -o "$work/find_cupti" $link

status=0
mkdir "$work/out"
"$work/capture_records" "$work/out" | tee "$work/capture_records.txt" || status=1
"$work/nested_graphs" "$work/out" && python3 tests/gpu/nested_graphs.py "$work/out" | tee "$work/nested_graphs.txt" || status=1
"$work/find_cupti" | tee "$work/find_cupti.txt" || status=1
tests/gpu/recorder.sh "$work/liblanescope-capture.so" "$work" | tee "$work/recorder.txt" || status=1
if python3 -c 'import torch, sys; sys.exit(0 if torch.cuda.is_available() else 1)' 2>/dev/null; then
    python3 tests/gpu/in_pytorch.py "$work/liblanescope-capture.so" "$work/out" | tee "$work/in_pytorch.txt" || status=1
    # shellcheck disable=SC2086
    g++ -std=c++20 -O2 -fPIC -shared $include tests/gpu/torch_records.cpp -o "$work/torch_records.so" "$cupti_library"
    "$nvcc" -std=c++17 -O2 -arch=native -shared -Xcompiler -fPIC tests/gpu/programmatic_launch.cu -o "$work/programmatic_launch.so"
    export LANESCOPE_CAPTURE_LIBRARY=$work/liblanescope-capture.so
    for script in ${LANESCOPE_GPU_SCRIPTS:-in_training in_autograd in_compile in_streams in_programmatic}; do
        python3 tests/gpu/$script.py "$work/torch_records.so" "$work/out" | tee "$work/$script.txt" || status=1
    done
else
    echo "skipped: the PyTorch scripts (no PyTorch with a GPU)"
fi
if [ $bench = yes ]; then
    # shellcheck disable=SC2086
    "$nvcc" -x cu -std=c++20 -O2 -arch=native -DLANESCOPE_BENCH_CUDA -Itests/gpu -I. -Icapture_lib/include \
        tests/bench/capture_scope_cost.cpp -o "$work/bench" $link
    "$work/bench"
fi
awk '/^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3 }
     END { printf "%d passed, %d failed\n", passed, failed; exit failed != 0 || passed == 0 }' "$work"/*.txt || status=1
exit $status
