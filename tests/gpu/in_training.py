# SPDX-License-Identifier: Apache-2.0
"""A small GPT: which kernels of a captured training step carry which label, as CUPTI records them."""
import os
import sys

import torch
from torch import nn

from torch_checks import Records, between, expect, expect_equal, finish, label, lanescope, marker, marker_labels

records = Records(sys.argv[1])
folder = sys.argv[2]
FIRST, LAST = 1000, 3000  # markers of region i: FIRST + 10 i at its entry, LAST + 10 i at its exit


class Region:
    """mark_kernels with markers just inside."""

    names = []

    def __init__(self, name):
        if name not in Region.names:
            Region.names.append(name)
        self.name, self.number = name, Region.names.index(name)

    def __call__(self, function, x, *others):
        with lanescope.mark_kernels({"name": self.name}):
            x = marker(x, FIRST + 10 * self.number)
            y = function(x, *others)
            return marker(y, LAST + 10 * self.number)


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.qkv, self.out, self.heads = nn.Linear(width, 3 * width), nn.Linear(width, width), heads

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, index, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = Attention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.index = index

    def forward(self, x):
        x = x + Region(f"layers.{self.index}.attn")(lambda t: self.attn(self.norm1(t)), x)
        return x + Region(f"layers.{self.index}.mlp")(lambda t: self.mlp(self.norm2(t)), x)


class Gpt(nn.Module):
    def __init__(self, layers=2, width=64, heads=4, words=128):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.blocks = nn.ModuleList(Block(i, width, heads) for i in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words)

    def forward(self, words):
        with lanescope.mark_kernels("embed"):
            x = self.embed(words)
        for block in self.blocks:
            x = block(x)
        return Region("head")(lambda t: self.head(self.norm(t)), x)


torch.manual_seed(0)
words = torch.randint(128, (4, 32), device="cuda")
targets = torch.randint(128, (4, 32), device="cuda")


def loss_of(model):
    logits = model(words)
    with lanescope.mark_kernels("loss"):
        return nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())


def made(compiled=False):
    model = Gpt().cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, capturable=True, foreach=True)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            optimizer.zero_grad(set_to_none=True)
            loss_of(model).backward()
            optimizer.step()
    torch.cuda.current_stream().wait_stream(side)
    optimizer.zero_grad(set_to_none=True)
    return model, optimizer


# Gradients that meet at a residual are added by the engine, between nodes; so are those that reach a parameter.
BETWEEN_NODES = ("add", "Add")


def check_regions(annotations, taken, phase, what):
    """Every region's markers and all that was captured between them."""
    sizes = marker_labels(annotations, taken)
    step = 0 if phase == "forward" else 1
    for number, name in enumerate(Region.names):
        ends = FIRST + 10 * number + step, LAST + 10 * number + step
        expect_equal([sizes.get(e) for e in ends], [{(name, phase)}] * 2, f"{what}: markers of {name}, {phase}")
        inside = between(annotations, taken, *ends)
        wrong = [(k, l) for k, l in inside if l != (name, phase) and not (l is None and any(a in k for a in BETWEEN_NODES))]
        expect(len(inside) > 4 and not wrong, f"{what}: all {len(inside)} nodes of {name}, {phase}", str(wrong[:3]))


def one_graph():
    model, optimizer = made()
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True):
        loss = loss_of(model)
        loss.backward()
        with lanescope.mark_kernels({"name": "optimizer", "autograd_phase": "optimizer"}):
            optimizer.step()
    annotations = dict(lanescope.get_kernel_annotations())
    taken = records.of(graph.replay)
    check_regions(annotations, taken, "forward", "one graph")
    check_regions(annotations, taken, "backward", "one graph")
    labels = [label(annotations, r) for r in sorted(taken, key=lambda r: r["node"])]
    expect(("embed", "forward") in labels and ("embed", "backward") in labels, "one graph: the embedding, both phases")
    expect(("loss", "forward") in labels and ("loss", "backward") in labels, "one graph: the loss, both phases")
    first = labels.index(("optimizer", "optimizer"))
    expect_equal(set(labels[first:]), {("optimizer", "optimizer")}, "one graph: the optimizer, to the end")
    covered = sum(l is not None for l in labels)
    print(f"   {len(labels)} nodes, {covered} with a label")
    expect(covered > 0.8 * len(labels), "one graph: most nodes have a label")
    expect(lanescope.save(os.path.join(folder, "gpt.json")), "one graph: saved")
    return taken


def two_graphs():
    model, _ = made()
    lanescope.clear_kernel_annotations()
    pool = torch.cuda.graph_pool_handle()
    forward, backward = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
    with lanescope.graph(forward, pool=pool, enable_annotations=True):
        loss = loss_of(model)
    with lanescope.graph(backward, pool=pool, enable_annotations=True):
        loss.backward()
    annotations = dict(lanescope.get_kernel_annotations())
    check_regions(annotations, records.of(forward.replay), "forward", "two graphs")
    check_regions(annotations, records.of(backward.replay), "backward", "two graphs")


def modules_by_name():
    model, _ = made()
    lanescope.clear_kernel_annotations()
    graph = torch.cuda.CUDAGraph()
    with lanescope.name_modules(model), lanescope.graph(graph, enable_annotations=True):
        loss_of(model).backward()
    paths = {a.get("module") for entries in lanescope.get_kernel_annotations().values() for a in entries}
    wanted = {f"L.blocks.{i}.{m}" for i in (0, 1) for m in ("attn.qkv", "attn.out", "mlp.0", "mlp.1", "mlp.2", "norm1")}
    expect(wanted <= paths, "modules by name", str(sorted(map(str, wanted - paths))))
    phases = {(a.get("module"), a.get("autograd_phase")) for e in lanescope.get_kernel_annotations().values() for a in e}
    expect(("L.blocks.1.mlp.0", "backward") in phases, "modules by name: backward too")


print("-- a GPT in training, PyTorch", torch.__version__)
expect(lanescope.is_available(), "available " + lanescope.is_available().reason)
expect_equal(lanescope.backward_support(), "", "backward is annotated")
one_graph()
two_graphs()
modules_by_name()
finish()
