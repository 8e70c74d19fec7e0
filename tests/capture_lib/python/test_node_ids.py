# SPDX-License-Identifier: Apache-2.0
"""Node ids put into a trace's text, and the handler that writes it."""
import gzip
import json
import os
import tempfile
import unittest
import warnings

import fake_torch  # noqa: F401  before the package: the tests of one process share it

from lanescope_capture import node_ids, recorder, profiler_output
from lanescope_capture.native_library import GraphWork


def event(correlation, ts, dur, cat="kernel", name="k"):
    """As kineto writes it."""
    return f'''  {{
    "ph": "X", "cat": "{cat}", "name": "{name}", "pid": 0, "tid": 7,
    "ts": {ts}, "dur": {dur},
    "args": {{
      "External id": 3,
      "queued": 0, "device": 0, "context": 1,
      "stream": 7, "correlation": {correlation},
      "registers per thread": 16, "grid": [1, 1, 1]
    }}
  }}'''


def trace(*events):
    launch = '{"ph": "X", "cat": "cuda_runtime", "name": "cudaGraphLaunch", "ts": 1, "dur": 1, "args": {"correlation": 9}}'
    return '{"traceEvents": [\n' + ",\n".join((launch,) + events) + "\n]}\n"


def work(correlation, node, start, end, graph=5):
    return GraphWork(graph << 32 | node, start, end, graph, correlation, 0, 7)


class NodeIds(unittest.TestCase):
    def added(self, text, records):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.json")
            with open(path, "w") as file:
                file.write(text)
            result = node_ids.add(path, records)
            with open(path) as file:
                return result, file.read()

    def test_events_and_records_of_a_launch_pair_in_order_of_time(self):
        text = trace(event(9, "1795991462576937.904", "2.001", name='a \\"}, {\\" b'),
                     event(9, "1795991462576937.903", "1.5", "gpu_memset"), event(8, "5.0", "1.5"))
        records = [work(9, 4, 1000, 2500), work(9, 3, 1001, 3002)]
        (matched, of), written = self.added(text, records)
        self.assertEqual((matched, of), (2, 2))
        events = json.loads(written)["traceEvents"]
        self.assertEqual([e["args"].get("graph node id") for e in events], [None, 5 << 32 | 3, 5 << 32 | 4, None])
        self.assertEqual([e["args"].get("graph id") for e in events], [None, 5, 5, None])
        for number in (3, 4):
            written = written.replace(f'"graph id": 5, "graph node id": {5 << 32 | number}, ', "")
        self.assertEqual(written, text, "all else is as it was")

    def test_the_records_clock_may_count_cycles(self):
        text = trace(event(9, "100.000", "1.500"), event(9, "102.000", "2.000"), event(8, "900.000", "1.000"))
        records = [work(9, 0, 3000, 7500), work(9, 1, 9001, 15002), work(8, 0, 2403000, 2406000, graph=6)]
        self.assertEqual(self.added(text, records)[0], (3, 3))
        records[1].end_ns += 300
        self.assertEqual(self.added(text, records)[0], (1, 3), "100 ns too long")

    def test_a_launch_whose_records_disagree_stays_as_it_is(self):
        for records in ([work(9, 1, 0, 1000)], [work(9, 1, 0, 1000), work(9, 2, 1000, 2500)],
                        [work(9, 1, 0, 1000), work(9, 2, 1000, 2000), work(9, 3, 2000, 3000)]):
            text = trace(event(9, "1.0", "1.0"), event(9, "2.0", "1.0"), event(7, "4.0", "3.0"))
            result, written = self.added(text, records + [work(7, 0, 3000, 6000, graph=6)])
            self.assertEqual(result, (1, 3))
            self.assertEqual(written.count("graph node id"), 1)

    def test_a_trace_without_records_is_not_touched(self):
        text = trace(event(9, "1.0", "1.0"))
        self.assertEqual(self.added(text, []), ((0, 0), text))

    def test_a_trace_with_launches_of_graphs_and_no_node_ids_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.json")
            for text, missing in [('{"name": "cudaGraphLaunch"}', True), ('{"name": "k"}', False),
                                  ('{"name": "cudaGraphLaunch"} {"graph node id": 5}', False),
                                  (" " * ((1 << 22) - 5) + '"graph node id": 5 cudaGraphLaunch', False)]:
                with open(path, "w") as file:
                    file.write(text)
                self.assertEqual(node_ids.missing_in(path), missing, text[:40])


class Profiler:
    def __init__(self, text, failure=None):
        self.text, self.failure = text, failure

    def export_chrome_trace(self, path):
        with open(path, "w") as file:
            file.write(self.text)
        if self.failure:
            raise self.failure


class Handler(unittest.TestCase):
    def setUp(self):
        recorder._warned.clear()

    def test_trace_and_annotations_have_one_stem_that_discovery_finds(self):
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            profiler_output.trace_handler(folder, "worker", use_gzip=True)(Profiler(trace()))
            profiler_output.trace_handler(folder)(Profiler(trace()))
            names = sorted(os.listdir(folder))
            self.assertEqual(len(names), 4, names)
            worker = [n for n in names if n.startswith("worker.")]
            stem = worker[0][: -len(".annotations.json")]
            self.assertRegex(stem, r"^worker\.\d+$")
            self.assertEqual(worker, [stem + ".annotations.json", stem + ".pt.trace.json.gz"])
            with gzip.open(os.path.join(folder, worker[1]), "rt") as file:
                self.assertEqual(file.read(), trace())
            other = [n for n in names if n not in worker][1]
            self.assertRegex(other, rf"^.+_{os.getpid()}\.\d+\.pt\.trace\.json$")
        self.assertEqual(len(told), 1, "that ids are missing is told once")
        self.assertIn("add_node_ids=True", str(told[0].message))

    def test_the_rank_is_in_the_name(self):
        before = os.environ.get("RANK")
        os.environ["RANK"] = "3"
        try:
            self.assertRegex(profiler_output._stem(None), r"^rank3_")
        finally:
            os.environ.pop("RANK")
            if before is not None:
                os.environ["RANK"] = before

    def test_a_failed_export_leaves_no_trace_and_nothing_half_written(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(ValueError):
                profiler_output.trace_handler(folder)(Profiler("{", ValueError("full")))
            self.assertEqual([n.split(".", 2)[2] for n in os.listdir(folder)], ["annotations.json"])

    def test_where_ids_cannot_be_noted_the_reason_is_told(self):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            profiler_output.trace_handler("/nowhere", add_node_ids=True)
        self.assertIn("libtorch_cpu.so", str(told[0].message))


if __name__ == "__main__":
    unittest.main()
