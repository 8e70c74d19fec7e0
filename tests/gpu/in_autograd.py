# SPDX-License-Identifier: Apache-2.0
"""Autograd's corners: which markers of captured work carry which label. A marker is a memset of N bytes, N + 1 in its
backward."""
import sys
import threading

import torch
from torch.utils.checkpoint import checkpoint

from torch_checks import Records, expect, expect_equal, finish, lanescope, marker, marker_labels, memset

records = Records(sys.argv[1])
F, B = "forward", "backward"


def captured(work, pool=None):
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, pool=pool, enable_annotations=True):
        work()
    return graph


def labels_of(*graphs):
    annotations = dict(lanescope.get_kernel_annotations())
    return marker_labels(annotations, records.of(*(g.replay for g in graphs)))


def leaf(size=64):
    return torch.ones(size, device="cuda", requires_grad=True)


def warmed_up(work):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        work()
    torch.cuda.synchronize()


def nested_and_switched_off():
    x = leaf()

    def work():
        with lanescope.mark_kernels({"name": "outer", "kept": 1}):
            y = marker(x, 100)
            with lanescope.mark_kernels("inner"):
                y = marker(y, 200)
            with lanescope.mark_kernels("forward only", backward=False):
                y = marker(y, 300)
        with lanescope.mark_kernels("alone", backward=False):
            y = marker(y, 400)
        y.sum().backward()

    warmed_up(work)
    got = labels_of(captured(work))
    expect_equal(got, {100: {("outer", F)}, 200: {("inner", F)}, 300: {("forward only", F)}, 400: {("alone", F)},
                       401: {None}, 301: {("forward only", B)}, 201: {("inner", B)}, 101: {("outer", B)}},
                 "nested scopes, and backward=False")
    kept = [a for entries in lanescope.get_kernel_annotations().values() for a in entries if a.get("name") == "inner"]
    expect(kept and all(a.get("kept") == 1 for a in kept), "outer keys reach the inner scope")


class Scoped(torch.autograd.Function):
    """Opens a scope in its own backward."""

    @staticmethod
    def forward(ctx, x):
        memset(500)
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        memset(501)
        with lanescope.mark_kernels("in backward"):
            memset(511)
        return grad.view_as(grad)


def precedence():
    x = leaf()

    def work():
        with lanescope.mark_kernels("frozen"):
            y = Scoped.apply(x)
        y = marker(y, 600)
        with lanescope.mark_kernels("around"):
            y.sum().backward()

    warmed_up(work)
    expect_equal(labels_of(captured(work)),
                 {500: {("frozen", F)}, 501: {("frozen", B)}, 511: {("in backward", B)}, 600: {None}, 601: {("around", F)}},
                 "a scope in backward beats the frozen one, that beats the one around; unmarked nodes get the wrapper alone")


def checkpoints(reentrant):
    x = leaf()

    def block(t):
        with lanescope.mark_kernels("block"):
            return torch.sin(marker(torch.cos(marker(t, 700)), 710))

    def work():
        with lanescope.mark_kernels("checkpointed"):
            y = checkpoint(block, x, use_reentrant=reentrant, preserve_rng_state=False)
        y.sum().backward()

    warmed_up(work)
    graph = captured(work)
    annotations = dict(lanescope.get_kernel_annotations())
    taken = records.of(graph.replay)
    got = marker_labels(annotations, taken)
    expect_equal((got.get(701), got.get(711)), ({("block", B)}, {("block", B)}), f"checkpoint, reentrant={reentrant}: backward")
    expect_equal(got.get(710), {("block", F), ("block", B)},
                 f"checkpoint, reentrant={reentrant}: recomputed work is backward work")
    expect(sum(r["kind"] == "memset" and r["bytes"] == 700 for r in taken) == 2, "   recomputed once")


def double_backward():
    x = leaf()

    def work():
        with lanescope.mark_kernels("twice"):
            y = (marker(x, 800) ** 3)
        (grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        grad.sum().backward()

    warmed_up(work)
    lanescope.clear_kernel_annotations()
    graph = captured(work)
    annotations = dict(lanescope.get_kernel_annotations())
    got = marker_labels(annotations, records.of(graph.replay))
    expect_equal(got, {800: {("twice", F)}, 801: {("twice", B)}}, "double backward: the markers")
    phases = [e[0].get("autograd_phase", F) for _, e in sorted(annotations.items())]
    expect(phases.count(B) >= 8, f"double backward: gradients of gradients are labelled too ({phases.count(B)} nodes)")


def double_backward_of_an_uncaptured_one():
    x = leaf()
    lanescope.clear_kernel_annotations()
    pool = torch.cuda.graph_pool_handle()
    held = {}

    def forward():
        with lanescope.mark_kernels("kept"):
            held["y"] = marker(x, 850) ** 3

    warmed_up(forward)
    first = captured(forward, pool)  # alive, as is its memory
    with torch.cuda.stream(torch.cuda.Stream()):
        (held["grad"],) = torch.autograd.grad(held["y"].sum(), x, create_graph=True)
        held["sum"] = held["grad"].sum()
    torch.cuda.synchronize()
    before = set(lanescope.get_kernel_annotations())
    second = captured(lambda: held["sum"].backward(), pool)
    expect(first is not second, "   captured apart")
    new = [e[0] for k, e in lanescope.get_kernel_annotations().items() if k not in before]
    expect(new and all(a == {"name": "kept", "autograd_phase": B} for a in new),
           f"nodes made by an uncaptured backward inherit ({len(new)} nodes)", str(new[:2]))


def exceptions():
    x = leaf()

    def work():
        try:
            with lanescope.mark_kernels("fails"):
                memset(900)
                raise ValueError("on purpose")
        except ValueError:
            pass
        memset(910)
        with lanescope.mark_kernels("next"):
            y = marker(x, 920)
        y.sum().backward()

    got = labels_of(captured(work))
    expect_equal(got, {900: {("fails", F)}, 910: {None}, 920: {("next", F)}, 921: {("next", B)}}, "an exception in a scope")


class Fails(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        memset(951)
        raise ValueError("on purpose")


def exception_in_backward():
    x = leaf()

    def work():
        with lanescope.mark_kernels("fails"):
            y = Fails.apply(x)
        try:
            y.sum().backward()
        except ValueError:
            pass
        memset(960)
        with lanescope.mark_kernels("next"):
            z = marker(x, 970)
        z.sum().backward()

    got = labels_of(captured(work))
    expect_equal((got[960], got[970], got[971]), ({None}, {("next", F)}, {("next", B)}),
                 "an exception in a node's backward costs only itself")
    expect_equal(got[951], {None}, "   and the node that failed")


def threads():
    x, done = leaf(), {}

    def work():
        stream = torch.cuda.current_stream()

        def other():
            with torch.cuda.stream(stream), lanescope.mark_kernels("other thread"):
                done["y"] = marker(x, 1100)

        with lanescope.mark_kernels({"name": "main", "who": "main"}):
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
            y = marker(done["y"], 1110)
        y.sum().backward()

    lanescope.clear_kernel_annotations()
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True, capture_error_mode="relaxed"):
        work()
    got = labels_of(graph)
    expect_equal((got[1100], got[1110], got[1111]), ({("other thread", F)}, {("main", F)}, {("main", B)}), "threads")
    expect(got[1101] in ({("other thread", B)}, {None}), "   a node of another thread is labelled right or not at all",
           str(got[1101]))


def side_streams():
    x = leaf()
    side, unmarked = torch.cuda.Stream(), torch.cuda.Stream()

    def work():
        main = torch.cuda.current_stream()
        with lanescope.mark_kernels("compute"):
            y = marker(x, 1200)
        side.wait_stream(main)
        with lanescope.mark_stream(side, {"name": "all-reduce"}):
            side_work = marker(y * 2, 1210)
        with lanescope.mark_kernels("overlaps"):
            z = marker(y, 1220)
            unmarked.wait_stream(main)
            with torch.cuda.stream(unmarked):
                w = marker(z, 1230)
            main.wait_stream(unmarked)
        main.wait_stream(side)
        (side_work.sum() + z.sum() + w.sum()).backward()
        with lanescope.mark_stream(main, "already here"):
            memset(1240)

    warmed_up(work)
    lanescope.clear_kernel_annotations()
    got = labels_of(captured(work))
    expect_equal({k: v for k, v in got.items() if k % 10 == 0},
                 {1200: {("compute", F)}, 1210: {("all-reduce", F)}, 1220: {("overlaps", F)}, 1230: {("overlaps", F)},
                  1240: {("already here", F)}}, "side streams, forward")
    expect_equal({k: v for k, v in got.items() if k % 10 == 1},
                 {1201: {("compute", B)}, 1211: {("all-reduce", B)}, 1221: {("overlaps", B)}, 1231: {("overlaps", B)}},
                 "side streams, backward")
    lanes = {a["name"]: a.get("stream") for e in lanescope.get_kernel_annotations().values() for a in e}
    expect(lanes["all-reduce"] == 60 and lanes["compute"] is None and lanes["already here"] is None,
           "mark_stream gives a lane, except where it is the stream already", str(lanes))


def cleared():
    x = leaf()
    held = {}

    def forward():
        with lanescope.mark_kernels("stale"):
            held["y"] = marker(x, 1300)

    pool = torch.cuda.graph_pool_handle()
    first = captured(forward, pool)
    lanescope.clear_kernel_annotations()
    expect(len(lanescope.get_kernel_annotations()) == 0, "clear forgets")
    backward = captured(lambda: held["y"].sum().backward(), pool)
    expect_equal(labels_of(first, backward), {1300: {None}, 1301: {None}}, "stale hooks record nothing")


def annotations_off():
    x = leaf()

    def work():
        with lanescope.mark_kernels("off"):
            marker(x, 1400).sum().backward()

    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph):
        work()
    expect_equal(labels_of(graph), {1400: {None}, 1401: {None}}, "without enable_annotations nothing is recorded")


def kept_graph():
    x = leaf()
    lanescope.clear_kernel_annotations()
    graph = torch.cuda.CUDAGraph(keep_graph=True)
    with lanescope.graph(graph, enable_annotations=True):
        with lanescope.mark_kernels("kept graph"):
            memset(1500)
    graph.replay()
    torch.cuda.synchronize()
    expect_equal(labels_of(graph), {1500: {("kept graph", F)}}, "keep_graph: the first replay instantiates")
    graph.instantiate()
    expect_equal(labels_of(graph), {1500: {("kept graph", F)}}, "keep_graph: instantiated again")
    expect("replay" not in vars(graph), "keep_graph: replays cost nothing afterwards")
    lanescope.remove_kernel_annotations([next(iter(lanescope.get_kernel_annotations())) >> 32])
    expect(len(lanescope.get_kernel_annotations()) == 0, "remove by exec id")


def drop_in():
    from lanescope_capture import graph_annotations as annotations

    expect(not annotations.uses_torch, "the drop-in is this package's unless asked")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, enable_annotations=True):
        with annotations.mark_kernels({"name": "drop-in", "dtype": torch.bfloat16, "shape": (2, 3)}):
            memset(1600)
    expect_equal(labels_of(graph), {1600: {("drop-in", F)}}, "torch.cuda.graph takes enable_annotations")
    found = [a for e in annotations.get_kernel_annotations().values() for a in e if a["name"] == "drop-in"]
    expect_equal(found, [{"name": "drop-in", "dtype": "torch.bfloat16", "shape": [2, 3]}], "values JSON does not know")


print("-- autograd, PyTorch", torch.__version__)
for case in (nested_and_switched_off, precedence, lambda: checkpoints(False), lambda: checkpoints(True), double_backward,
             double_backward_of_an_uncaptured_one, exceptions, exception_in_backward, threads, side_streams, cleared,
             annotations_off, kept_graph, drop_in):
    try:
        case()
    except Exception as error:
        import traceback

        traceback.print_exc()
        expect(False, f"{getattr(case, '__name__', 'case')}: {type(error).__name__}: {error}")
finish()
