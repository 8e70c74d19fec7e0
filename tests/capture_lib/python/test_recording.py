# SPDX-License-Identifier: Apache-2.0
"""The package over the C interface, with a driver and a PyTorch in memory. A kernel's name says what work it is."""
import inspect
import json
import os
import tempfile
import threading
import unittest
import warnings

import fake_torch as fake  # first: it takes PyTorch's place

import lanescope_capture as lanescope
from lanescope_capture import backward, recorder


def captured(work, **options):
    graph = fake.CUDAGraph(**options)
    with lanescope.graph(graph, enable_annotations=True):
        work()
    return graph


MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # files are written through to the disk


def saved_graphs():
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        with open(lanescope.save(os.path.join(folder, "a.json"))) as file:
            return json.load(file)["graphs"]


def labels():
    """{kernel: annotation dict, None without} of all graphs."""
    found = {}
    for graph in saved_graphs():
        for node in graph["nodes"]:
            merged = {}
            for annotation in graph["regions"][node["region"]]["annotations"] if "region" in node else ():
                merged.update(annotation)
            found[graph["kernels"][node["kernel"]]["name"]] = merged or None
    return found


def back(name, **others):
    return {"name": name, **others, "autograd_phase": "backward"}


class Recording(unittest.TestCase):
    def setUp(self):
        lanescope.clear_kernel_annotations()
        fake.driver.fake_availability(b"")
        warnings.simplefilter("error")
        recorder._warned.clear()

    def test_forward_and_backward_of_a_scope_carry_its_name(self):
        def work():
            with lanescope.mark_kernels("layer"):
                y = fake.op("a", fake.Tensor())
            y = fake.op("b", y)
            fake.backward(y)

        captured(work)
        self.assertEqual(labels(), {"a": {"name": "layer"}, "b": None, "b'": None, "a'": back("layer"), "accumulate": None})

    def test_the_inner_scope_wins_and_outer_keys_stay(self):
        def work():
            with lanescope.mark_kernels({"name": "outer", "kept": [1]}):
                with lanescope.mark_kernels("inner"):
                    y = fake.op("a", fake.Tensor())
            fake.backward(y)

        captured(work)
        self.assertEqual(labels()["a"], {"name": "inner", "kept": [1]})
        self.assertEqual(labels()["a'"], back("inner", kept=[1]))

    def test_backward_false_alone_annotates_the_forward_only(self):
        def work():
            with lanescope.mark_kernels("alone", backward=False):
                y = fake.op("a", fake.Tensor())
            with lanescope.mark_kernels({"name": "x", "outer": 1}):
                with lanescope.mark_kernels({"name": "y"}, backward=False):
                    y = fake.op("b", y)
            fake.backward(y)

        captured(work)
        self.assertEqual(labels()["a'"], None)
        self.assertEqual(labels()["b'"], back("y", outer=1), "it is part of the region that another scope freezes")

    def test_a_scope_in_backward_beats_the_frozen_one_and_that_the_one_around(self):
        def run(_create_graph):
            fake.launch("plain'")
            with lanescope.mark_kernels("inside"):
                fake.launch("scoped'")

        def work():
            with lanescope.mark_kernels("frozen"):
                y = fake.op("a", fake.Tensor(), run=run)
            y = fake.op("b", y)
            with lanescope.mark_kernels({"name": "around", "step": 3}):
                fake.backward(y)

        captured(work)
        self.assertEqual(labels()["scoped'"], back("inside", step=3))
        self.assertEqual(labels()["plain'"], back("frozen", step=3))
        self.assertEqual(labels()["b'"], {"name": "around", "step": 3}, "an unmarked node gets the wrapper alone")

    def test_a_later_capture_of_the_backward_is_annotated(self):
        kept = []

        def forward():
            with lanescope.mark_kernels("layer"):
                kept.append(fake.op("a", fake.Tensor()))

        captured(forward)
        captured(lambda: fake.backward(kept[0]))
        self.assertEqual(labels()["a'"], back("layer"))

    def test_nodes_made_in_backward_inherit_also_where_it_is_not_captured(self):
        kept = []

        def forward():
            with lanescope.mark_kernels("layer"):
                kept.append(fake.op("a", fake.Tensor()))

        captured(forward)
        (grad,) = fake.backward(kept[0], create_graph=True)
        captured(lambda: fake.backward(grad))
        self.assertEqual(labels()["a''"], back("layer"))

    def test_nodes_made_by_unmarked_nodes_have_no_region_whatever_their_number(self):
        kept = []

        def forward():
            kept.append(fake.op("before", fake.Tensor()))
            with lanescope.mark_kernels("layer"):
                for _ in range(20):
                    kept.append(fake.op("in", fake.Tensor()))

        captured(forward)
        (grad,) = fake.backward(kept[0], create_graph=True)
        captured(lambda: fake.backward(grad))
        self.assertEqual(labels()["before''"], None)

    def test_a_node_has_one_pair_of_hooks_however_often_it_runs(self):
        kept = []

        def work():
            with lanescope.mark_kernels("outer"), lanescope.mark_kernels("inner"):
                kept.append(fake.op("a", fake.Tensor()))
            fake.backward(kept[0])
            fake.backward(kept[0])

        captured(work)
        node = kept[0].grad_fn
        self.assertEqual((len(node.before), len(node.after)), (1, 1))
        leaf = node.next_functions[0][0]
        self.assertEqual((leaf.before, leaf.after), ([], []), "AccumulateGrad never")

    def test_stale_hooks_neither_record_nor_propagate(self):
        kept = []

        def forward():
            with lanescope.mark_kernels("stale"):
                kept.append(fake.op("a", fake.Tensor()))
            fake.backward(kept[0])

        captured(forward)
        lanescope.clear_kernel_annotations()
        new = []
        captured(lambda: new.extend(fake.backward(kept[0], create_graph=True)))
        captured(lambda: fake.backward(new[0]))
        self.assertEqual((labels()["a'"], labels()["a''"]), (None, None))

    def test_a_node_that_throws_costs_only_itself(self):
        def fail(_create_graph):
            fake.launch("fails'")
            raise ValueError("on purpose")

        def work():
            with lanescope.mark_kernels("fails"):
                y = fake.op("a", fake.Tensor(), run=fail)
            with self.assertRaises(ValueError):
                fake.backward(y)
            with lanescope.mark_kernels("next"):
                z = fake.op("b", fake.Tensor())
            fake.backward(z)
            fake.launch("after")

        captured(work)
        self.assertEqual(labels(), {"a": {"name": "fails"}, "fails'": None, "b": {"name": "next"}, "b'": back("next"),
                                    "accumulate": None, "after": None})

    def test_an_exception_in_a_scope_passes_and_the_scope_ends(self):
        def work():
            with self.assertRaises(KeyError):
                with lanescope.mark_kernels("scope"):
                    fake.launch("a")
                    raise KeyError
            fake.launch("b")

        captured(work)
        self.assertEqual(labels(), {"a": {"name": "scope"}, "b": None})

    def test_nodes_of_two_threads_with_equal_numbers_get_no_wrong_label(self):
        made = {}

        def on(stream, name):
            with fake.use_stream(stream), lanescope.mark_kernels(name):
                made[name] = fake.op(name, fake.Tensor())

        def work():
            for name in ("t1", "t2"):
                thread = threading.Thread(target=on, args=(fake.current_stream(), name))
                thread.start()
                thread.join()
            for tensor in made.values():
                fake.backward(tensor)

        captured(work)
        self.assertEqual({made[n].grad_fn._sequence_nr() for n in made}, {0})
        for name in ("t1", "t2"):
            self.assertEqual(labels()[name], {"name": name})
            self.assertEqual(labels()[name + "'"], None, "it could be either's")

    def test_mark_stream_switches_always_and_numbers_the_lane(self):
        side = fake.Stream()

        def work():
            main = fake.current_stream()
            fake.launch("first")
            side.wait_stream(main)
            given = {"name": "comm"}
            with lanescope.mark_stream(side, given):
                self.assertIs(fake.current_stream(), side)
                fake.launch("a")
            self.assertEqual(given, {"name": "comm"}, "the caller's dict is not changed")
            with lanescope.mark_stream(main, "here"):
                fake.launch("b")

        captured(work)
        self.assertEqual(labels()["b"], {"name": "here"})
        self.assertEqual(labels()["a"]["name"], "comm")
        self.assertGreaterEqual(labels()["a"]["stream"], 60)
        with lanescope.mark_stream(side, "off"):
            self.assertIs(fake.current_stream(), side)
        self.assertEqual(lanescope.get_stream_for_pg("tp"), lanescope.get_stream_for_pg("tp"))
        self.assertNotEqual(lanescope.get_stream_for_pg("tp"), lanescope.get_stream_for_pg("dp"))

    def test_mark_kernels_is_a_decorator_too(self):
        @lanescope.mark_kernels("decorated")
        def step(depth):
            fake.launch(f"a{depth}")
            if depth:
                step(depth - 1)

        captured(lambda: step(1))
        self.assertEqual(labels(), {"a1": {"name": "decorated"}, "a0": {"name": "decorated"}})

    def test_backward_is_keyword_only_and_seen_by_inspect(self):
        parameter = inspect.signature(lanescope.mark_kernels).parameters["backward"]
        self.assertEqual((parameter.kind, parameter.default), (inspect.Parameter.KEYWORD_ONLY, True))

    def test_the_registry_is_live_keyed_by_the_exec_graph_and_read_only(self):
        view = lanescope.get_kernel_annotations()
        graph = captured(lambda: self._marked("a"))
        (key,) = view
        self.assertEqual(view[key], [{"name": "a"}])
        graph.instantiate()
        lanescope.remap_to_exec_graph(graph)
        (again,) = view
        self.assertNotEqual(key, again)
        self.assertNotIn(key, view)
        with self.assertRaises(TypeError):
            view[key] = []
        lanescope.remove_kernel_annotations([])
        self.assertEqual(len(view), 1)
        lanescope.remove_kernel_annotations([again >> 32])
        self.assertEqual(len(view), 0)

    @staticmethod
    def _marked(kernel):
        with lanescope.mark_kernels(kernel):
            fake.launch(kernel)

    def test_a_kept_graph_is_remapped_when_it_is_instantiated(self):
        replayed = captured(lambda: self._marked("a"), keep_graph=True)
        self.assertEqual(saved_graphs()[0]["exec_ids"], [])
        replayed.replay()
        self.assertEqual(len(saved_graphs()[0]["exec_ids"]), 1)
        self.assertNotIn("replay", vars(replayed), "later replays cost nothing")
        self.assertEqual(replayed.replays, 1)
        replayed.instantiate()
        self.assertEqual(len(saved_graphs()[0]["exec_ids"]), 2)

    def test_resolve_shows_a_running_capture(self):
        def work():
            self._marked("a")
            self.assertEqual(len(lanescope.get_kernel_annotations()), 0)
            lanescope.resolve_pending_annotations()
            self.assertEqual(len(lanescope.get_kernel_annotations()), 1)

        captured(work)

    def test_nothing_is_recorded_without_enable_annotations(self):
        graph = fake.CUDAGraph()
        with lanescope.graph(graph):
            self._marked("a")
        self.assertEqual(saved_graphs(), [])
        self.assertEqual(vars(graph).get("_lanescope_capture"), None)

    def test_where_ids_cannot_be_had_everything_runs_and_the_reason_is_told(self):
        fake.driver.fake_availability(b"no ids here")
        self.assertFalse(lanescope.is_available())
        self.assertEqual(lanescope.is_available().reason, "no ids here")
        captured(lambda: self._marked("a"))
        self.assertEqual(saved_graphs(), [])

    def test_all_graphs_can_be_annotated_and_torch_graph_takes_the_argument(self):
        before = lanescope.annotate_all_graphs()
        try:
            with fake.cuda.graph(fake.CUDAGraph()):
                self._marked("a")
            with fake.cuda.graph(fake.CUDAGraph(), enable_annotations=False):
                self._marked("b")
        finally:
            lanescope.annotate_all_graphs(before)
        self.assertEqual(labels(), {"a": {"name": "a"}})

    def test_the_plain_map_is_what_pytorchs_script_reads(self):
        captured(lambda: self._marked("a"))
        with tempfile.TemporaryDirectory() as folder:
            path = lanescope.save_in_folder(os.path.join(folder, "new"), format="plain")
            self.assertTrue(os.path.basename(path).startswith("kernel_annotations_rank"))
            with open(path) as file:
                self.assertEqual({int(k): v for k, v in json.load(file).items()}, dict(lanescope.get_kernel_annotations()))
        with self.assertRaises(ValueError):
            lanescope.save("x", format="xml")
        with self.assertRaises(OSError):
            lanescope.save("/nowhere/a.json")

    def test_backward_support_says_what_this_torch_lacks(self):
        self.assertEqual(lanescope.backward_support(), "")
        peek, fake._C._autograd._get_sequence_nr = fake._C._autograd._get_sequence_nr, None
        try:
            self.assertIn("2.11.0+fake", backward.support())
        finally:
            fake._C._autograd._get_sequence_nr = peek


class RecordingToldByTorch(Recording):
    """The same where torch says when a node is made."""

    def setUp(self):
        super().setUp()
        fake.autograd.graph.node_creation_hook = fake.node_creation_hook
        backward._way.cache_clear()
        self.addCleanup(backward._way.cache_clear)
        self.addCleanup(delattr, fake.autograd.graph, "node_creation_hook")

    def test_nodes_of_two_threads_with_equal_numbers_get_no_wrong_label(self):
        made = {}

        def on(stream, name):
            with fake.use_stream(stream), lanescope.mark_kernels(name):
                made[name] = fake.op(name, fake.Tensor())

        def work():
            for name in ("t1", "t2"):
                thread = threading.Thread(target=on, args=(fake.current_stream(), name))
                thread.start()
                thread.join()
            for tensor in made.values():
                fake.backward(tensor)

        captured(work)
        self.assertEqual((labels()["t1'"], labels()["t2'"]), (back("t1"), back("t2")), "here they are known")

    def test_backward_support_says_what_this_torch_lacks(self):
        self.assertEqual(lanescope.backward_support(), "")


if __name__ == "__main__":
    unittest.main()
