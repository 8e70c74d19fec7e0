# SPDX-License-Identifier: Apache-2.0
"""Compares what nested_graphs.cu saved with CUPTI's records: numbers the bodies as FORMAT.md says (written anew here) and
looks every record up."""
import glob
import json
import os
import re
import sys

passed = failed = 0


def expect(ok, what, detail=""):
    global passed, failed
    print("PASS" if ok else "FAIL", what, "" if ok else detail)
    passed += bool(ok)
    failed += not ok


def numbered(graph):
    """{number in exec graphs: node}."""
    numbers = {node["id"]: node for node in graph["nodes"]}
    following = graph["next_node"]

    def enter(node):
        nonlocal following
        inside = [inner for body in node.get("bodies", ()) for inner in body["nodes"]]
        for inner in inside:
            numbers[following] = inner
            following += 1
        for inner in inside:
            enter(inner)

    for node in graph["nodes"]:
        enter(node)
    return numbers


def title(graph, node):
    merged = {}
    for annotation in graph["regions"][node["region"]]["annotations"] if "region" in node else ():
        merged.update(annotation)
    return merged.get("name")


for path in sorted(glob.glob(os.path.join(sys.argv[1], "nested_*.annotations.json"))):
    name = os.path.basename(path)[7:-len(".annotations.json")]
    with open(path) as file:
        graphs = {e: g for g in json.load(file)["graphs"] for e in g["exec_ids"]}
    with open(path.replace(".annotations.", ".trace.")) as file:
        records = [(e["args"]["graph node id"], e["name"]) for e in json.load(file)["traceEvents"]]
    wrong, execs = [], set()
    for key, kernel in records:
        exec_id, number = key >> 32, key & 0xFFFFFFFF
        execs.add(exec_id)
        found = re.match(r"void k<(\d+)>", kernel)
        wanted = "s" + found.group(1) if found else None
        node = numbered(graphs[exec_id]).get(number)
        if node is None:
            wrong.append(f"{exec_id}:{number} {kernel} is not in the file")
            continue
        recorded = graphs[exec_id]["kernels"][node["kernel"]]["name"] if "kernel" in node else None
        if recorded != kernel or title(graphs[exec_id], node) != wanted:
            wrong.append(f"{exec_id}:{number} {kernel} is {recorded}, {title(graphs[exec_id], node)}")
    expect(len(execs) == 2 and not wrong, f"{name}: {len(records)} records", "; ".join(wrong[:4]))
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
