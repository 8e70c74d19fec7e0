#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long GPUs idled right before work of each region and phase, and between replays, from the JSON alone. For traces
whose work is all graphed. Usage: waits_reference.py TRACE.json.gz ANNOTATIONS.json"""
import collections, decimal, gzip, json, sys


def ns(text):  # exact: a double of an epoch time steps by 256 ns
    return int((decimal.Decimal(text) * 1000).to_integral_value())


with gzip.open(sys.argv[1]) as file:
    events = json.load(file, parse_float=str, parse_int=str)["traceEvents"]
nodes = json.load(open(sys.argv[2]))
nodes = nodes.get("annotations", nodes)
work = [e for e in events if e.get("ph") == "X" and e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
busy_until, met = {}, set()
waits, between = collections.Counter(), []
for event in sorted(work, key=lambda e: ns(e["ts"])):
    begin, gpu, replay = ns(event["ts"]), event["pid"], (event["pid"], event["args"]["correlation"])
    idle = max(0, begin - busy_until.get(gpu, begin))
    if replay not in met:
        if gpu in busy_until:
            between.append(idle)
        idle = 0
    met.add(replay)
    busy_until[gpu] = max(busy_until.get(gpu, begin), begin + ns(event["dur"]))
    merged = {}
    for annotation in nodes.get(event["args"].get("graph node id"), []):
        merged.update(annotation)
    phase = merged.get("autograd_phase", "forward") if merged else "none"
    waits[merged.get("name", ""), phase] += idle
for (region, phase), idle in sorted(waits.items()):
    print(f"{region}\t{phase}\t{idle}")
print(f"between replays\t\t{sum(between)}")
