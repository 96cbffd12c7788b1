"""The comparison of named tests with those that run the code, on numbers worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.accuracy import executed, test_impact
from tests.support.graphs import write_files

SOURCE = '''\
import os

def plain(a):
    """Say nothing."""
    return a

def one_line(): return 1

class Box:
    size = 1

    @property
    def half(self):
        def inner():
            return 2
        return inner()
'''


def test_lines_belong_to_the_innermost_function(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    assert executed._find_owners(path) == {
        5: "plain",
        14: "Box.half",
        15: "Box.half.inner",
        16: "Box.half",
    }


def test_contexts_name_tests_without_parameters() -> None:
    assert executed._name_test("tests/test_a.py::test_b[x|y]|run") == "tests/test_a.py::test_b"
    assert executed._name_test("") == ""


def test_scores_are_means_over_functions() -> None:
    truth = {"f": {"a", "b"}, "g": {"c"}}
    score = test_impact.compute_score(truth, {"f": {"a", "c", "never run"}, "g": set()})
    assert tuple(score) == pytest.approx((0.25, 0.25, 0.25, 1 / 3))


def test_a_file_stands_for_its_tests() -> None:
    truth = {"f": {"t.py::a", "t.py::b"}}
    _, named = test_impact.make_comparable(truth, {"f": {"t.py"}})
    assert named == truth


def test_a_kept_truth_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = "from calc import add\ndef test_add(): add()\ndef test_none(): ...\n"
    files = {"calc.py": "def add(): ...\n", "tests/test_calc.py": tests}
    project = write_files(tmp_path / "project", files)
    truth = tmp_path / "truth.json"
    run = {"calc.py:add": {"tests/test_calc.py::test_add"}}
    truth.write_text(json.dumps(executed.build_truth(run)))
    test_impact.main([str(project), "--truth", str(truth)])
    _, by_file, by_test = capsys.readouterr().out.splitlines()
    assert by_file.startswith("test files  precision 1.000, recall 1.000, F1 1.000")
    assert by_test.startswith("tests       precision 1.000, recall 1.000, F1 1.000")
    assert not (project / ".ripple").exists()
