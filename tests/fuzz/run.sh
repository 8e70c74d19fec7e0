#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target for SECONDS (default 20) on the stored cases and what it found before.
# Usage: tests/fuzz/run.sh [SECONDS]       after: cmake --preset fuzz && cmake --build --preset fuzz
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-20}
programs=build/fuzz/bin
seeds=build/fuzz/seeds
mkdir -p "$seeds/traces" "$seeds/gzip" "$seeds/annotations" "$seeds/pickles" "$seeds/times"
for file in tests/data/cases/*/*; do
    [ -f "$file" ] || continue
    name=$(echo "$file" | sed 's|tests/data/cases/||; s|/|_|g')
    case "$file" in
    *.gz) cp "$file" "$seeds/gzip/$name" ;;
    *.pkl | *pickle-named*) cp "$file" "$seeds/pickles/$name" ;;
    *annotations*.json) cp "$file" "$seeds/annotations/$name" ;;
    *.json) cp "$file" "$seeds/traces/$name" ;;
    esac
done
printf '1730000000123456.789' >"$seeds/times/epoch"
printf -- '-1.5e-3' >"$seeds/times/exponent"
for target in fuzz_chrome_json:traces fuzz_entry_parsers:traces fuzz_export:traces fuzz_annotations:annotations \
    fuzz_pickle:pickles fuzz_inflate:gzip fuzz_decimal_time:times; do
    name=${target%%:*}
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus"
    echo "== $name: $seconds s"
    "$programs/$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -verbosity=0 -print_funcs=0 \
        -print_final_stats=1 -artifact_prefix=build/fuzz/ "$corpus" "$seeds/${target#*:}" 2>&1 |
        tee build/fuzz/"$name".log | grep -E 'number_of_executed_units|ERROR|SUMMARY|check.h|: .*: ' || true
    if grep -qE 'ERROR|runtime error' build/fuzz/"$name".log; then
        tail -n 40 build/fuzz/"$name".log >&2
        exit 1
    fi
done
