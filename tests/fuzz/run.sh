#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target on the stored cases.
# Usage: tests/fuzz/run.sh [check|SECONDS]       after: cmake --preset asan && cmake --build --preset asan
#   check (default): a fixed seed and number of inputs, about a minute in all; what packaging/test.sh runs
#   SECONDS: new inputs for so long a target, beginning with what earlier runs found (build/fuzz/corpus)
set -eu
cd "$(dirname "$0")/../.."
mode=${1:-check}
programs=build/asan/bin
mkdir -p build/fuzz
seeds=build/fuzz/seeds
rm -rf "$seeds"
mkdir -p "$seeds/traces" "$seeds/gzip" "$seeds/annotations" "$seeds/pickles" "$seeds/provenance" "$seeds/times" "$seeds/zip" "$seeds/filters" "$seeds/nsys"
for file in tests/data/cases/*/*; do
    [ -f "$file" ] || continue
    name=$(echo "$file" | sed 's|tests/data/cases/||; s|/|_|g')
    case "$file" in
    *.gz | *b-gzip-inside.json | *e-no-extension) cp "$file" "$seeds/gzip/$name" ;;
    *.pkl | *pickle-named*) cp "$file" "$seeds/pickles/$name" ;;
    *annotations*.json) cp "$file" "$seeds/annotations/$name" ;;
    *.json) cp "$file" "$seeds/traces/$name" ;;
    esac
done
for file in tests/data/cases/16-provenance-versions/*/*.json; do
    cp "$file" "$seeds/provenance/$(basename "$(dirname "$file")")_$(basename "$file")"
done
printf '%s' "{\"('R', False)\": {\"k:1\": [\"a.py:1:f\"]}, \"4294967301\": \"a.py:1:f\"}" >"$seeds/provenance/keys"
printf '1730000000123456.789' >"$seeds/times/epoch"
printf -- '-1.5e-3' >"$seeds/times/exponent"
printf '%s' "ann:layer_* phase:backward -kernel:nccl* dur>10us stream:7,9..12 OR (cat:kernel module:a.* replay>=3)" >"$seeds/filters/keys"
printf '%s' '/^g[a-z]+_(a|b)$/i "a b\"" thread:ma?n ts:1us..2ms ann.stream:60 corr!=11' >"$seeds/filters/patterns"
# The zip target packs what follows the first byte, as that byte's bits say, and damages it when bit 6 (0100) is set.
for way in 000 001 002 005 040 041 100 101 102 104 110 140; do
    printf "\\$way"'\001\002\003\004\005\006\007\010\011\012\013\014{"traceEvents":[{"ph":"i","ts":1}]}' \
        >"$seeds/zip/$way"
done

cat tests/data/nsys/schema.sql tests/data/nsys/work.sql >"$seeds/nsys/kernels"
cat tests/data/nsys/schema.sql tests/data/nsys/graph_level.sql >"$seeds/nsys/graphs"

# Target, corpus, and how many inputs a check tries.
targets="fuzz_chrome_json:traces:10000 fuzz_entry_parsers:traces:30000 fuzz_export:traces:4000
    fuzz_annotations:annotations:15000 fuzz_pickle:pickles:15000 fuzz_provenance:provenance:15000
    fuzz_filter:filters:8000 fuzz_inflate:gzip:15000 fuzz_zip:zip:10000 fuzz_nsys:nsys:1000
    fuzz_decimal_time:times:200000"

# Runs one of $targets; fails, and says so, when it finds something.
run_target() {
    name=${1%%:*}
    corpus=$seeds/$(echo "$1" | cut -d: -f2)
    log=build/fuzz/$name.log
    if [ "$mode" = check ]; then
        runs=${1##*:}
        found=$seeds/found_by_$name
        limits="-seed=1 -runs=$runs -timeout=60"
    else
        found=build/fuzz/corpus/$name
        limits="-max_total_time=$mode -timeout=10"
    fi
    mkdir -p "$found"
    # shellcheck disable=SC2086 # the limits are words
    if ! "$programs/$name" $limits -max_len=4096 -rss_limit_mb=2048 -verbosity=0 -print_funcs=0 -print_final_stats=1 \
        -artifact_prefix=build/fuzz/ "$found" "$corpus" >"$log" 2>&1 || grep -q 'runtime error' "$log"; then
        grep -E 'ERROR|SUMMARY|runtime error|: .*: |Test unit' "$log" | head -n 20 >&2
        echo "run.sh: $name found something; all of its output is in $log" >&2
        return 1
    fi
    echo "$name: $(sed -n 's/.*number_of_executed_units: *//p' "$log") inputs"
}

# A check runs two at a time: small machines have two processors.
running=
for target in $targets; do
    if [ "$mode" != check ]; then
        run_target "$target"
        continue
    fi
    run_target "$target" &
    running="$running $!"
    # shellcheck disable=SC2086 # process ids
    set -- $running
    if [ $# -eq 2 ]; then
        wait "$1"
        wait "$2"
        running=
    fi
done
for process in $running; do
    wait "$process"
done
