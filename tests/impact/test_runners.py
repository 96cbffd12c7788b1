"""Tests are named as their runners name them, and found again by these names."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.runners import name_test, read_label
from tests.support.graphs import write_files


@pytest.mark.parametrize(
    ("path", "label", "name"),
    [
        ("tests/test_a.py", "TestA.test_b", "tests/test_a.py::TestA::test_b"),
        ("tests/test_a.py", "test_b#2", "tests/test_a.py::test_b"),
        ("tests/test_a.py", "", "tests/test_a.py"),
        ("src/a.test.ts", "", "src/a.test.ts"),
        ("mux_test.go", "TestMux", ". -run ^TestMux$"),
        ("web/mux_test.go", "FuzzMux", "./web -run ^FuzzMux$"),
        ("web/mux_test.go", "BenchmarkMux", "./web -run ^$ -bench ^BenchmarkMux$"),
        ("web/mux_test.go", "", "./web"),
        ("db/log_test.cc", "LogTest.Empty", "LogTest.Empty"),
        ("db/log_test.cpp", "an empty log", "an empty log"),
        ("db/log_test.cc", "", "db/log_test.cc"),
        ("tests/test_list.c", "test_add", "tests/test_list.c::test_add"),
    ],
)
def test_names(path: str, label: str, name: str) -> None:
    assert name_test(path, label) == name
    assert read_label(name, path) == label.partition("#")[0]


GO = {
    "go.mod": "module example.com/shop\n",
    "store/store.go": "package store\n\ntype Store interface{ Get() int }\n\n"
    "func Read(s Store) int { return s.Get() }\n",
    "store/memory.go": "package store\n\ntype Memory struct{}\n\n"
    "func (m *Memory) Get() int { return 1 }\n\nfunc unused() {}\n",
    "store/store_test.go": 'package store\n\nimport "testing"\n\n'
    "func TestRead(t *testing.T) { Read(&Memory{}) }\n\n"
    "func TestOther(t *testing.T) {}\n",
}


@pytest.mark.parametrize("target", ["store/store.go::Read", "store/memory.go::Memory.Get"])
def test_go_tests_are_found_through_calls_and_interfaces(tmp_path: Path, target: str) -> None:
    write_files(tmp_path, GO)
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    found = project.analyze_impact([target]).tests
    assert [test.id for test in found] == ["./store -run ^TestRead$"]
