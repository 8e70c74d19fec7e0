#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `lanescope-cli stats --by range` and `--by replay` tell, from the JSON alone, nanosecond by nanosecond.
Usage: range_reference.py TRACE.json.gz BEGIN_NS END_NS; kernels called nvjet… are communication."""
import collections, decimal, gzip, json, statistics, sys


def ns(text):  # exact: a double of an epoch time steps by 256 ns
    return int((decimal.Decimal(text) * 1000).to_integral_value())


with gzip.open(sys.argv[1]) as file:
    events = json.load(file, parse_float=str, parse_int=str)["traceEvents"]
base = min(ns(e["ts"]) for e in events if e.get("ph") != "M" and "ts" in e)
low, high = int(sys.argv[2]), int(sys.argv[3])
running = {role: bytearray(high - low) for role in ("communication", "computation", "copy")}
streams = collections.defaultdict(lambda: bytearray(high - low))
replays = collections.defaultdict(list)
for e in events:
    if e.get("ph") != "X" or e.get("cat") not in ("kernel", "gpu_memcpy", "gpu_memset"):
        continue
    begin, end = ns(e["ts"]) - base, ns(e["ts"]) - base + ns(e["dur"])
    if int(e["args"].get("graph node id", 0)):
        replays[int(e["args"]["graph node id"]) >> 32, int(e["args"]["correlation"])].append((begin, end))
    b, n = max(begin, low) - low, max(0, min(end, high) - max(begin, low))
    role = "communication" if e["name"].startswith("nvjet") else "computation" if e["cat"] == "kernel" else "copy"
    for marks in (running[role], streams[int(e["tid"])]):
        marks[b:b + n] = b"\1" * n
any_of = bytes(map(max, *running.values()))
both = sum(map(min, running["communication"], running["computation"]))
print("busy", sum(any_of), "idle", high - low - sum(any_of))
for role, marks in running.items():
    print(role, sum(marks))
print("overlapped", both, "exposed", sum(running["communication"]) - both)
for tid in sorted(streams):
    if any(streams[tid]):
        print("stream", tid, sum(streams[tid]))
idle = sorted((-len(part), part) for part in any_of.split(b"\1"))
print("gaps", *[-length for length, _ in idle[:5]])
for graph in sorted({g for g, _ in replays}):
    durations = [max(e for _, e in spans) - min(b for b, _ in spans) for (g, _), spans in sorted(replays.items()) if g == graph]
    median = statistics.median_low(durations)
    print("graph", graph, len(durations), median, "deviations", *sorted(d - median for d in durations)[:3])
