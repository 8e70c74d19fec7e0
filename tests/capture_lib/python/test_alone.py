# SPDX-License-Identifier: Apache-2.0
"""The package where nothing is: no PyTorch, no library, no GPU. And what needs none of them."""
import enum
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

import fake_torch  # noqa: F401  before the package: the tests of one process share it

from lanescope_capture import json_values, native_library, whole_file

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(native_library.__file__)))


def run(code, **environment):
    environment = {**os.environ, "PYTHONPATH": PACKAGE, **environment}
    return subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True)


NO_TORCH = "import sys; sys.modules['torch'] = None\nimport lanescope_capture as l\n"


class Alone(unittest.TestCase):
    def test_without_pytorch_everything_does_nothing_and_says_why(self):
        result = run(NO_TORCH + """
assert not l.is_available() and 'PyTorch cannot be imported' in l.is_available().reason, l.is_available()
with l.mark_kernels('a', backward=False): pass
assert dict(l.get_kernel_annotations()) == {} and len(l.get_kernel_annotations()) == 0
l.clear_kernel_annotations(); l.remove_kernel_annotations([1]); l.resolve_pending_annotations()
assert 'PyTorch' in l.backward_support()
try: l.graph(None)
except RuntimeError as error: assert 'PyTorch' in str(error)
else: raise AssertionError
""")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_without_the_library_the_reason_names_what_to_do(self):
        result = run(NO_TORCH + """
import types; l.recorder.torch_parts.torch = types.SimpleNamespace()
assert 'LANESCOPE_CAPTURE_LIBRARY' in l.is_available().reason, l.is_available().reason
assert l.get_stream_for_pg('a') == 60 == l.get_stream_for_pg('a') and l.get_stream_for_pg('b') == 61
import warnings; warnings.simplefilter('ignore')
assert l.save('/tmp/never') is None
""", LANESCOPE_CAPTURE_LIBRARY="/nowhere/liblanescope-capture.so")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_the_switch_in_the_environment_is_the_reason(self):
        result = run(NO_TORCH + "assert l.is_available().reason == 'LANESCOPE_CAPTURE=0 switches it off'",
                     LANESCOPE_CAPTURE="0")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_named_library_is_the_only_one_tried(self):
        os.environ["LANESCOPE_CAPTURE_LIBRARY"], before = "/x/y.so", os.environ.get("LANESCOPE_CAPTURE_LIBRARY")
        try:
            self.assertEqual(native_library.candidates(), ["/x/y.so"])
        finally:
            if before is None:
                del os.environ["LANESCOPE_CAPTURE_LIBRARY"]
            else:
                os.environ["LANESCOPE_CAPTURE_LIBRARY"] = before

    def test_a_library_beside_the_package_comes_before_the_systems(self):
        before = os.environ.pop("LANESCOPE_CAPTURE_LIBRARY", None)
        try:
            with tempfile.TemporaryDirectory() as folder:
                open(os.path.join(folder, native_library.NAME), "w").close()
                found = native_library.candidates(folder)
                self.assertEqual(found[:2], [os.path.join(folder, native_library.NAME), native_library.SONAME])
                library, reason = native_library.load(found[:1])
                self.assertIsNone(library)
                self.assertIn(folder, reason)
        finally:
            if before is not None:
                os.environ["LANESCOPE_CAPTURE_LIBRARY"] = before


class Dtype:
    def __str__(self):
        return "torch.bfloat16"


class Level(enum.IntEnum):
    HIGH = 3


class Values(unittest.TestCase):
    def test_values_json_does_not_know_are_written_as_format_md_says(self):
        for value, wanted in [
            ((1, (2, 3)), [1, [2, 3]]),
            ({3, 1, 2}, [1, 2, 3]),
            (frozenset({"b", "a"}), ["a", "b"]),
            (Dtype(), "torch.bfloat16"),
            ({1: "a", None: "b", True: "c", 2.5: "d", (1, 2): "e", b"k": "f"},
             {"1": "c", "null": "b", "2.5": "d", "(1, 2)": "e", "k": "f"}),
            (math.inf, "Infinity"), (-math.inf, "-Infinity"),
            (b"bytes \xff", "bytes \N{REPLACEMENT CHARACTER}"),
            (2**70, 2**70), (True, True), (None, None), (0.1, 0.1), (Level.HIGH, 3),
        ]:
            self.assertEqual(json_values.jsonable(value), wanted, value)
        self.assertEqual(json_values.jsonable(math.nan), "NaN")

    def test_a_text_is_a_name(self):
        self.assertEqual(json_values.annotation_values("{attn}"), {"name": "{attn}"})
        self.assertEqual(json_values.annotation_values(7), {"name": 7})

    def test_what_contains_itself_ends(self):
        value = []
        value.append(value)
        self.assertLess(len(json.dumps(json_values.jsonable(value))), 1000)

    def test_a_value_whose_text_fails_is_named_all_the_same(self):
        class Broken:
            def __str__(self):
                raise RuntimeError

        self.assertIn("Broken", json_values.jsonable(Broken()))

    def test_texts_are_ascii_json(self):
        self.assertEqual(json_values.to_json({"n": "\u00e9\x00"}), b'{"n": "\\u00e9\\u0000"}')


class Files(unittest.TestCase):
    def test_a_failed_write_leaves_the_old_file_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.json")
            whole_file.write_json(path, {"old": 1})
            with self.assertRaises(TypeError):
                whole_file.write_json(path, {"new": object()})
            self.assertEqual(os.listdir(folder), ["a.json"])
            with open(path) as file:
                self.assertEqual(json.load(file), {"old": 1})


if __name__ == "__main__":
    unittest.main()
