#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails when a C++ file is not as clang-format would write it, or lacks its licence line.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files '*.cpp' '*.h' '*.hpp' '*.c')
# shellcheck disable=SC2086 # the names are words
clang-format --dry-run -Werror $files
status=0
for file in $files; do
    head -n 1 "$file" | grep -q 'SPDX-License-Identifier' || { echo "$file: its first line names no licence" >&2; status=1; }
done
exit $status
