# SPDX-License-Identifier: Apache-2.0
"""The switch for Inductor's generated code, over an Inductor of the tests' own."""
import json
import os
import sys
import tempfile
import types
import unittest

import fake_torch as fake  # first: it takes PyTorch's place

import lanescope_capture as lanescope
from lanescope_capture import compiled_code, compiler_records, recorder


class Node:
    def __init__(self, name, **meta):
        self.name, self.meta = name, meta


def stack(*places):
    return {f"L__{i}": (place, "Module") for i, place in enumerate(places)}


def inductor():
    """As much of torch._inductor as the switch touches."""
    wrapper = types.ModuleType("torch._inductor.codegen.wrapper")

    class Line:
        def __init__(self, **members):
            vars(self).update(members)

    for name in compiled_code._KERNEL_LINES:
        setattr(wrapper, name, type(name, (Line,), {}))

    class PythonWrapperCodegen:
        def __init__(self):
            self.lines, self.header = [], types.SimpleNamespace(text=[], splice=lambda t: self.header.text.append(t))

        def writeline(self, line):
            self.lines.append(line)

        def write_header(self):
            self.header.splice("import torch")

    wrapper.PythonWrapperCodegen = PythonWrapperCodegen
    wrapper.V = types.SimpleNamespace(graph=types.SimpleNamespace(cpp_wrapper=False, is_backward=False, scheduler=None))
    return wrapper


class CompiledCode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wrapper = inductor()
        cls.config = types.SimpleNamespace(fx_graph_cache=True)
        sys.modules["torch._inductor.codegen.wrapper"] = cls.wrapper
        sys.modules["torch._inductor.config"] = cls.config
        sys.modules["torch._functorch.config"] = types.SimpleNamespace()
        fake.torch.__version__ = "2.11.0+fake"

    def tearDown(self):
        lanescope.annotate_compiled_code(False)
        compiler_records._graphs.clear()
        fake.torch.__version__ = "2.11.0+fake"
        self.wrapper.V.graph.cpp_wrapper = self.wrapper.V.graph.is_backward = False

    def written(self, line):
        codegen = self.wrapper.PythonWrapperCodegen()
        codegen.write_header()
        codegen.writeline(line)
        return codegen

    def extern(self, *nodes):
        graph = types.SimpleNamespace(nodes=list(nodes))
        for node in nodes:
            node.graph = graph
        return self.wrapper.ExternKernelOutLine(
            node=types.SimpleNamespace(origins=list(reversed(nodes)), get_kernel_name=lambda: "extern_kernels.mm"))

    def test_off_nothing_is_in_the_code(self):
        line = self.extern(Node("mm"))
        self.assertEqual(self.written(line).lines, [line])
        lanescope.annotate_compiled_code()
        lanescope.annotate_compiled_code(False)
        self.assertEqual(self.written(line).lines, [line])
        self.assertEqual(self.written(line).header.text, ["import torch"])

    def test_on_a_kernels_line_is_between_begin_and_end_of_what_is_known_of_it(self):
        self.assertTrue(lanescope.annotate_compiled_code())
        line = self.extern(Node("mm", nn_module_stack=stack("L['self']", "L['self'].blocks[0].attn"),
                                custom={"component": "attention"}),
                           Node("gelu", nn_module_stack=stack("L['self'].blocks[0].mlp"), custom={"component": "later"}))
        codegen = self.written(line)
        before, kept, after = codegen.lines
        self.assertIs(kept, line)
        called = {}
        exec(before.replace("lanescope_begin", "called.__setitem__('it', 'x') or take"), {
            "called": called, "take": lambda text: called.__setitem__("text", text)})
        self.assertEqual(json.loads(called["text"]), {
            "kernel": "extern_kernels.mm", "fx_nodes": ["mm", "gelu"], "component": "attention",
            "module_name": "L.blocks.0.attn + L.blocks.0.mlp"})
        self.assertEqual(after, "lanescope_end(lanescope_scope)")
        self.assertIn(compiled_code._HEADER, codegen.header.text)

    def test_a_fused_kernels_nodes_are_those_of_the_scheduler_node(self):
        lanescope.annotate_compiled_code()
        first, second = Node("add"), Node("mul", fwd_nn_module_stack=stack("L['fn'].up"))
        first.graph = second.graph = types.SimpleNamespace(nodes=[first, second])
        parts = [types.SimpleNamespace(node=types.SimpleNamespace(origins=[second, first])), types.SimpleNamespace(node=None)]
        self.wrapper.V.graph.scheduler = types.SimpleNamespace(
            current_node=types.SimpleNamespace(get_nodes=lambda: parts))
        self.wrapper.V.graph.is_backward = True
        before = self.written(self.wrapper.KernelCallLine(kernel_name="triton_poi_0")).lines[0]
        values = json.loads(eval(before.split("lanescope_begin(")[1][:-1]))
        self.assertEqual(values, {"kernel": "triton_poi_0", "fx_nodes": ["add", "mul"], "module_name": "L.fn.up",
                                  "autograd_phase": "backward"})

    def test_a_kernels_lines_of_the_program_are_written_beside_a_trace(self):
        lanescope.annotate_compiled_code()
        compiler_records._graphs.clear()
        self.wrapper.V.graph.graph_id = 4
        self.written(self.extern(Node("mm", stack_trace="File a.py, line 1"), Node("t", stack_trace="File a.py, line 1")))
        self.wrapper.V.graph.is_backward = True
        self.written(self.extern(Node("mm_1")))
        with tempfile.TemporaryDirectory() as folder:
            compiler_records.write_beside(os.path.join(folder, "host_1.5"))
            names = sorted(os.listdir(folder))
            self.assertEqual(names, ["host_1.5.backward.kernel_information_0.json",
                                     "host_1.5.forward.kernel_information_1.json"])
            with open(os.path.join(folder, names[1])) as file:
                self.assertEqual(json.load(file), {"extern_kernels.mm": {
                    "stack_traces": ["File a.py, line 1"], "post_grad_nodes": ["mm", "t"], "pre_grad_nodes": []}})

    def test_other_lines_and_cpp_wrappers_stay(self):
        lanescope.annotate_compiled_code()
        self.assertEqual(self.written("del buf0").lines, ["del buf0"])
        self.wrapper.V.graph.cpp_wrapper = True
        self.assertEqual(len(self.written(self.extern(Node("mm"))).lines), 1)

    def test_a_kernel_of_unknown_origin_is_compiled_all_the_same(self):
        lanescope.annotate_compiled_code()
        recorder._warned.clear()
        with self.assertWarns(RuntimeWarning):
            lines = self.written(self.wrapper.ExternKernelAllocLine(node=None)).lines
        self.assertEqual(len(lines), 3)

    def test_versions_that_were_not_tried_are_refused(self):
        for version in ("2.12.0", "2.1.0", "3.0"):
            fake.torch.__version__ = version
            answer = lanescope.annotate_compiled_code()
            self.assertFalse(answer)
            self.assertIn(version, answer.reason)

    def test_caches_of_code_without_scopes_are_not_used_and_come_back(self):
        lanescope.annotate_compiled_code()
        self.assertFalse(self.config.fx_graph_cache)
        lanescope.annotate_compiled_code()
        lanescope.annotate_compiled_code(False)
        self.assertTrue(self.config.fx_graph_cache)

    def test_generated_code_costs_nothing_outside_of_captures(self):
        self.assertEqual(compiled_code.begin(b"{}"), 0)
        compiled_code.end(0)
        graph = fake.CUDAGraph()
        lanescope.clear_kernel_annotations()
        with lanescope.graph(graph, enable_annotations=True):
            with lanescope.mark_kernels("outer"):
                scope = compiled_code.begin(b'{"module_name": "L.up"}')
                fake.launch("k")
                compiled_code.end(scope)
        (values,) = lanescope.get_kernel_annotations().values()
        self.assertEqual(values, [{"module_name": "L.up", "name": "outer"}])


if __name__ == "__main__":
    unittest.main()
