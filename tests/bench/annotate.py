#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Annotates a trace the way people do without Lanescope: load it, change the dicts, dump it.

Usage: annotate.py TRACE ANNOTATIONS OUTPUT; names that end in .gz are compressed (level 6).
The base of bench_annotate: it does less than `lanescope-cli annotate` (no lanes, arrows, clean-up, undo record).
"""
import gzip
import json
import sys


def open_text(path, mode):
    return gzip.open(path, mode + "t", compresslevel=6) if path.endswith(".gz") else open(path, mode)


def main():
    trace_path, annotations_path, output_path = sys.argv[1:]
    with open_text(trace_path, "r") as file:
        trace = json.load(file)
    with open(annotations_path) as file:
        annotations = {int(node): values for node, values in json.load(file).items()}
    annotated = 0
    for event in trace["traceEvents"]:
        args = event.get("args", {})
        found = annotations.get(args.get("graph node id", 0))
        if not found:
            continue
        annotated += 1
        for value in found:
            args.update(value)
        stream = args.get("stream")
        if stream is not None:
            event["tid"] = stream
    with open_text(output_path, "w") as file:
        json.dump(trace, file)
    print(annotated)


if __name__ == "__main__":
    main()
