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
calls = {e["args"]["correlation"]: ns(e["ts"]) - base for e in events
         if e.get("cat") in ("cuda_runtime", "cuda_driver") and "correlation" in e.get("args", {})}


def modules(node):  # every module around the work's own, and that one; "layers" of "layers.5" is none
    path = next((d[k] for k in ("module", "module_fqn", "module_name") for d in reversed(node or []) if k in d), "")
    parts = path.removeprefix("L.").split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts) + 1) if i == len(parts) or not parts[i].isdigit()]


work = []
for e in events:
    if e.get("ph") != "X" or e.get("cat") not in ("kernel", "gpu_memcpy", "gpu_memset"):
        continue
    node = nodes.get(e["args"].get("graph node id"))
    title = next((d["name"] for d in reversed(node) if "name" in d), None) if node else None
    phase = next((d["autograd_phase"] for d in reversed(node) if "autograd_phase" in d), "forward") if node else "none"
    work.append((ns(e["ts"]) - base, ns(e["dur"]), e["pid"], {
        "region": title, "kernel": e["name"], "stream": (e["pid"], e["tid"]), "module": modules(node), "phase": phase,
        "annotated": title is not None, "call": calls.get(e["args"].get("correlation")),
        "replay": (int(e["args"]["graph node id"]) >> 32, int(e["args"]["correlation"]))
        if int(e["args"].get("graph node id", 0)) else None}))
work.sort(key=lambda piece: piece[0])
first_of = {}  # the first work of each replay: that alone has a launch delay
for piece in work:
    first_of.setdefault(piece[3]["replay"], piece)


def gaps(pieces):  # idle time between first begin and last end
    return max(b + d for b, d, _, _ in pieces) - min(b for b, _, _, _ in pieces) - busy(
        [(b, b + d) for b, d, _, _ in pieces])


def figures(pieces):
    durations = sorted(d for _, d, _, _ in pieces)
    n = len(durations)
    rank = lambda percent: durations[-(-percent * n // 100) - 1]
    spans, instances = collections.defaultdict(list), collections.defaultdict(list)
    for piece in pieces:
        begin, duration, pid, keys = piece
        spans[pid].append((begin, begin + duration))
        instances[keys["replay"], keys["phase"]].append(piece)
    first = min(b for b, _, _, _ in pieces)
    is_graphed = all(keys["replay"] for _, _, _, keys in pieces)  # else phases come from the CPU side
    delays = [b - keys["call"] for b, _, _, keys in (p for p in pieces if not p[3]["replay"] or first_of[p[3]["replay"]] is p)
              if keys["call"] is not None]
    return [n, sum(durations), (2 * sum(durations) + n) // (2 * n), rank(50), rank(90), rank(99), durations[0],
            durations[-1], sum(map(busy, spans.values())), first, max(b + d for b, d, _, _ in pieces) - first,
            len(instances) if is_graphed else "-", sum(map(gaps, instances.values())) if is_graphed else "-",
            sum(d for _, d, _, keys in pieces if keys["annotated"]), len(delays),
            (2 * sum(delays) + len(delays)) // (2 * len(delays)) if delays else 0, max(delays, default=0)]


def inside_only(groups):  # without modules that hold just what the only module inside them holds
    has_own = {piece[3]["module"][-1] for piece in work}
    inside = collections.defaultdict(set)
    for piece in work:
        for outer, inner in zip(piece[3]["module"], piece[3]["module"][1:]):
            inside[outer].add(inner)
    return {name: pieces for name, pieces in groups.items()
            if name in has_own or len(inside[name]) != 1 or len(groups[next(iter(inside[name]))]) != len(pieces)}


print("gpu_busy_ns", figures(work)[8])
for key in ("region", "kernel", "stream", "replay", "module"):
    groups = collections.defaultdict(list)
    for piece in work:
        for name in piece[3][key] if key == "module" else [piece[3][key]]:
            groups[name].append(piece)
    if key == "module":
        groups = inside_only(groups)
    rows = [(figures(pieces), name) for name, pieces in groups.items()]
    if key in ("stream", "replay"):  # the product names these for people: only the figures are compared
        rows = [(row, "") for row, _ in rows]
    for row, name in sorted(rows, key=lambda r: (str(r[1]), str(r[0]))):
        print(key, *row, "" if name is None else name, sep="\t")
