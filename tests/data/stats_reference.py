#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of `lanescope-cli stats`, from the JSON alone. Usage: stats_reference.py TRACE.json.gz [ANNOTATIONS.json]"""
import collections, decimal, gzip, json, sys


def ns(text):  # exact: a double of an epoch time steps by 256 ns
    return int((decimal.Decimal(text) * 1000).to_integral_value())


def busy(spans):
    total, until = 0, None
    for begin, end in sorted(spans):
        if until is None or begin > until:
            until = begin
        total += max(0, end - until)
        until = max(until, end)
    return total


with gzip.open(sys.argv[1]) as file:
    events = json.load(file, parse_float=str, parse_int=str)["traceEvents"]
nodes = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else {}
timed = [ns(e["ts"]) for e in events if e.get("ph") != "M" and "ts" in e]
base = min(timed)
names = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
work = []
for e in events:
    if e.get("ph") != "X" or e.get("cat") not in ("kernel", "gpu_memcpy", "gpu_memset"):
        continue
    node = nodes.get(e["args"].get("graph node id"))
    title = next((d["name"] for d in reversed(node) if "name" in d), None) if node else None
    work.append((ns(e["ts"]) - base, ns(e["dur"]), e["pid"], {
        "region": title, "kernel": e["name"], "stream": (e["pid"], e["tid"]),
        "replay": (int(e["args"]["graph node id"]) >> 32, int(e["args"]["correlation"]))
        if int(e["args"].get("graph node id", 0)) else None}))


def figures(pieces):
    durations = sorted(d for _, d, _, _ in pieces)
    n = len(durations)
    rank = lambda percent: durations[-(-percent * n // 100) - 1]
    spans = collections.defaultdict(list)
    for begin, duration, pid, _ in pieces:
        spans[pid].append((begin, begin + duration))
    first = min(b for b, _, _, _ in pieces)
    return [n, sum(durations), (2 * sum(durations) + n) // (2 * n), rank(50), rank(99), durations[0], durations[-1],
            sum(map(busy, spans.values())), first, max(b + d for b, d, _, _ in pieces) - first]


print("gpu_busy_ns", figures(work)[7])
for key in ("region", "kernel", "stream", "replay"):
    groups = collections.defaultdict(list)
    for piece in work:
        groups[piece[3][key]].append(piece)
    rows = [(figures(pieces), name) for name, pieces in groups.items()]
    if key in ("stream", "replay"):  # the product names these for people: only the figures are compared
        rows = [(row, "") for row, _ in rows]
    for row, name in sorted(rows, key=lambda r: (str(r[1]), r[0])):
        print(key, *row, "" if name is None else name, sep="\t")
