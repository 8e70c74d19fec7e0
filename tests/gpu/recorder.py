# SPDX-License-Identifier: Apache-2.0
"""liblanescope-record.so in programs with a GPU: recorder.py RECORDER PROGRAM FOLDER. PROGRAM is recorded_replays; the
PyTorch checks need PyTorch. Leaves traces and annotations in FOLDER, which the tests of core read."""
import json
import os
import re
import signal
import subprocess
import sys
import time

recorder, program, folder = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
passed = failed = 0
NODES = 10  # of the program's graph


def expect(ok, what, detail=""):
    global passed, failed
    print("PASS" if ok else "FAIL", what, "" if ok else detail)
    passed += bool(ok)
    failed += not ok


def environment(way, output, **more):
    variables = dict(os.environ, LANESCOPE_RECORD_OUTPUT=output, **more)
    if way != "none":
        variables[way] = recorder
    return variables


def run(command, way, output, **more):
    done = subprocess.run(command, env=environment(way, output, **more), capture_output=True, text=True, timeout=120)
    print("   ", way, "status", done.returncode)
    print(*("      " + line for line in (done.stdout + done.stderr).splitlines()), sep="\n", flush=True)
    return done


def load(path):
    with open(path) as file:
        return json.load(file)


def names_by_key(path):
    names = {}
    for graph in load(path)["graphs"]:
        for node in graph["nodes"]:
            annotations = graph["regions"][node["region"]]["annotations"] if "region" in node else []
            for exec_id in graph["exec_ids"]:
                names[exec_id << 32 | node["id"]] = annotations[0]["name"] if annotations else None
    return names


def check_trace(what, trace_path, annotations_path, replays, launches):
    if not os.path.exists(trace_path):
        expect(False, f"{what}: there is a trace")
        return
    trace = load(trace_path)
    events = trace["traceEvents"]
    names = names_by_key(annotations_path)
    work = [e for e in events if e.get("cat") in ("kernel", "gpu_memset", "gpu_memcpy")]
    graphed = [e for e in work if "graph node id" in e["args"]]
    expect(len(graphed) == NODES * replays, f"{what}: every node of every replay", len(graphed))
    wrong = []
    for event in graphed:
        number = int(re.search(r"k<(\d+)>", event["name"]).group(1)) if event["cat"] == "kernel" \
            else event["args"]["bytes"] // 4
        key = event["args"]["graph node id"]
        if names.get(key, "not there") != (f"s{number}" if number else None) or key >> 32 != event["args"]["graph id"]:
            wrong.append((event["name"], key, names.get(key, "not there")))
    expect(not wrong, f"{what}: node ids join to the right annotations", wrong[:3])
    expect(len(work) - len(graphed) >= launches, f"{what}: work outside of graphs", len(work) - len(graphed))
    calls = {}
    for event in events:
        if event.get("cat") in ("cuda_runtime", "cuda_driver"):
            calls.setdefault(event["args"]["correlation"], []).append(event)
    expect(all(len(c) == 1 for c in calls.values()), f"{what}: one call a correlation",
           [[e["name"] for e in c] for c in calls.values() if len(c) > 1][:3])
    lone = [e["name"] for e in work if e["args"]["correlation"] not in calls]
    expect(not lone, f"{what}: all work has its launch", lone[:3])
    early = [e["name"] for e in work if e["args"]["correlation"] in calls
             and e["ts"] < calls[e["args"]["correlation"]][0]["ts"]]
    expect(not early, f"{what}: no work begins before its launch", early[:3])
    launched = {calls[e["args"]["correlation"]][0]["name"] for e in graphed if e["args"]["correlation"] in calls}
    expect(launched == {"cudaGraphLaunch"}, f"{what}: replays come from cudaGraphLaunch", launched)
    expect(trace["lanescope_record"]["dropped"] == 0, f"{what}: nothing dropped", trace["lanescope_record"])
    expect(bool(trace["deviceProperties"][0]["name"]), f"{what}: the device is named")
    print("      calls:", *sorted({e["name"] for c in calls.values() for e in c}))


def path(name):
    return os.path.join(folder, name)


for way in ("CUDA_INJECTION64_PATH", "LD_PRELOAD"):
    trace, annotations = path(f"{way}.trace.json"), path(f"{way}.annotations.json")
    done = run([program, annotations, "3", "5"], way, trace)
    expect(done.returncode == 0, f"{way}: the program ends as ever")
    check_trace(way, trace, annotations, 3, 5)

done = run([program, path("off.annotations.json"), "3"], "LD_PRELOAD", path("off.trace.json"), LANESCOPE_RECORD="off")
expect(done.returncode == 0 and not os.path.exists(path("off.trace.json")) and not done.stderr, "off: no file, no word")

done = run([program, path("nowhere.annotations.json"), "3"], "LD_PRELOAD", path("no/such/folder.json"))
expect(done.returncode == 0 and len(done.stderr.splitlines()) == 1, "no such folder: one line, the program goes on")

for number in (signal.SIGTERM, signal.SIGINT):
    trace, annotations = path(f"{number.name}.trace.json"), path(f"{number.name}.annotations.json")
    process = subprocess.Popen([program, annotations, "3", "5", "wait"], env=environment("LD_PRELOAD", trace),
                               stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(number)
    expect(process.wait(timeout=60) == -number, f"{number.name} still ends the program")
    check_trace(number.name, trace, annotations, 3, 5)

# One core, and the writer's thread is the last to get it.
process = subprocess.Popen(["taskset", "-c", str(min(os.sched_getaffinity(0))), program, path("full.annotations.json"),
                            "40000", "800000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env=environment("LD_PRELOAD", path("full.trace.json"), LANESCOPE_RECORD_BUFFER_MB="8"))
writers = []
while not writers and process.poll() is None:
    time.sleep(0.02)
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/comm") as file:
            writers += [int(thread)] if file.read().strip() == "lanescope-rec" else []
expect(len(writers) == 1, "full: the writer's thread is there", writers)
for writer in writers:
    os.setpriority(os.PRIO_PROCESS, writer, 19)
told_on_stderr = process.communicate(timeout=200)[1]
print("     ", told_on_stderr.strip())
full = load(path("full.trace.json"))
events = sum(e["ph"] == "X" for e in full["traceEvents"])
told = full["lanescope_record"]
wanted = NODES * 40000 + 800000 + 40000 + 800000  # and a few calls
print("      full:", told, "events", events, "at least", wanted)
expect(told["dropped"] > 0, "full: a small buffer drops")
expect(events == told["events"] and wanted <= events + told["dropped"] <= wanted + 100, "full: all that is dropped is counted",
       events + told["dropped"] - wanted)
expect(f"{told['dropped']} dropped" in told_on_stderr, "full: drops are told")
os.remove(path("full.trace.json"))

for name in ("none", "LD_PRELOAD", "none", "LD_PRELOAD"):
    run([program, path("cost.annotations.json"), "20000", "100000"], name, path("cost.trace.json"))
if os.path.exists(path("cost.trace.json")):
    print("      cost:", load(path("cost.trace.json"))["lanescope_record"])
    os.remove(path("cost.trace.json"))

try:
    import torch
    have_torch = torch.cuda.is_available()
except ImportError:
    have_torch = False
if not have_torch:
    print("skipped: PyTorch")
else:
    def run_torch(mode, **more):
        script = [sys.executable, os.path.join(here, "in_recorder.py"), mode, path(f"torch_{mode}.annotations.json")]
        return run(script, "CUDA_INJECTION64_PATH", path(f"torch_{mode}.trace.json"), **more)

    done = run_torch("plain")
    expect(done.returncode == 0, "PyTorch: ends as ever")
    events = load(path("torch_plain.trace.json"))["traceEvents"]
    names = names_by_key(path("torch_plain.annotations.json"))
    for name, pattern in (("sine", "sin"), ("product", "gemm|cutlass|gemv|splitK"), (None, "cos")):
        kernels = [e for e in events if e.get("cat") == "kernel" and "graph node id" in e["args"]
                   and names.get(e["args"]["graph node id"], "not there") == name]
        expect(len(kernels) >= 3 and any(re.search(pattern, e["name"]) for e in kernels), f"PyTorch: {name} is joined",
               [e["name"] for e in kernels])

    done = run_torch("beside", LANESCOPE_RECORD="off")
    expect("start 1" in done.stdout and done.stderr.count("gives way") == 1, "beside torch.profiler: it gives way")
    expect(re.search(r"profiled [1-9]", done.stdout) is not None, "beside torch.profiler: GPU work is profiled")
    expect(not os.path.exists(path("torch_beside.trace.json")), "beside torch.profiler: no file")

    done = run_torch("parts", LANESCOPE_RECORD="off")
    expect(done.stdout.count("start 0") == 2, "in parts: both starts record")
    replays = {}
    for event in load(path("torch_parts.trace.json"))["traceEvents"]:
        if "graph node id" in event["args"]:
            replays.setdefault(event["args"]["correlation"], []).append(event["args"]["graph node id"])
    expect(len(replays) == 2 and len({tuple(sorted(r)) for r in replays.values()}) == 1, "in parts: two whole replays", replays)
    expect(re.search(r"profiled [1-9]", done.stdout) is not None, "in parts: after a stop torch.profiler has CUPTI")

    done = run_torch("before")
    expect(done.returncode == 0 and "profiled" in done.stdout, "torch.profiler starts CUDA: both live")
    done = run_torch("after")
    expect(done.returncode == 0 and "profiled" in done.stdout, "torch.profiler comes later: both live")
    after = load(path("torch_after.trace.json"))
    expect(any("graph node id" in e["args"] for e in after["traceEvents"]), "torch.profiler comes later: still recorded")

print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
