"""An error in any step for one file is a diagnostic of that file, and the rest is as ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.indexing import assembly, descriptions
from ripplegraph.indexing.cross_language.inferences import Inferences
from ripplegraph.indexing.cross_language.named_code import NamingLinker
from ripplegraph.indexing.incremental.link_state import LinkRecorder
from ripplegraph.linking.emit.call_sites import CallSites
from ripplegraph.linking.emit.file_linker import FileLinker
from ripplegraph.linking.emit.overrides import Overrides
from ripplegraph.linking.emit.read_linker import ReadLinker
from ripplegraph.linking.engine import evaluator
from tests.support.command import run_ripple
from tests.support.equality import Twin
from tests.support.graphs import write_files

TREE = {
    "good.py": "import base\nclass A(base.B):\n    def m(self): base.f()\nx = base.B\n",
    "base.py": "class B:\n    def m(self): pass\ndef f(): pass\ndef g(): f()\n",
    "bad.py": "import base\nclass C(base.B):\n    def m(self): base.f(); print(base.B)\n"
    "def h(): base.g(); open('base.py')\n",
    "Dockerfile": "COPY good.py .\nCMD python good.py\n",
}


class Broken(Exception):
    """What the broken step raises."""


def break_for(path: str) -> Callable[..., Callable[..., Any]]:
    """Return what wraps a method so that it raises for one file."""

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        def replaced(self: Any, *args: Any, **kwargs: Any) -> Any:
            view = getattr(self, "_view", None) or next(iter(args), None)
            if getattr(view, "path", view) == path:
                raise Broken(f"in {method.__name__}")
            return method(self, *args, **kwargs)

        return replaced

    return wrap


STEPS = [
    (FileLinker, "_link_import", "an import"),
    (FileLinker, "_link_base", "a base"),
    (FileLinker, "add_calls", "calls"),
    (CallSites, "link", "a call"),
    (CallSites, "link_all", "calls"),
    (ReadLinker, "_link_reference", "a read"),
    (Overrides, "add", "overrides"),
    (Inferences, "add", "inferences"),
    (LinkRecorder, "add", "state"),
]


@pytest.fixture
def twin(tmp_path: Path) -> Twin:
    root = tmp_path / "project"
    write_files(root, TREE)
    return Twin(root, tmp_path / "beside")


def edges_of(twin: Twin, path: str) -> set[str]:
    """Return the edges from a file to others that are not broken, as the graph has them."""
    found = set()
    for line in twin.read():
        if line.startswith("edge "):
            source, target = json.loads(line.removeprefix("edge "))[:2]
            if source.partition("::")[0] == path and not target.startswith("bad.py"):
                found.add(line)
    return found


@pytest.mark.parametrize(("part", "method", "step"), STEPS, ids=str)
def test_a_step_that_fails_for_a_file_is_its_diagnostic(
    part: type, method: str, step: str, twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin.scan()
    whole = {path: edges_of(twin, path) for path in TREE}
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    monkeypatch.setattr(part, method, break_for("bad.py")(getattr(part, method)))
    report = open_project(twin.root, anywhere=True).scan(full=True)
    bugs = [item for item in report.diagnostics if item.severity == "bug"]
    assert {(item.path, item.message.partition(" failed: ")[0]) for item in bugs} == {
        ("bad.py", step)
    }
    assert "Broken: in" in bugs[0].message
    for path in ("good.py", "base.py", "Dockerfile"):
        assert edges_of(twin, path) == whole[path]
    # A later scan finds the same as one of everything, and as long as it fails, says so.
    write_files(twin.root, {"good.py": TREE["good.py"] + "def late(): base.g()\n"})
    assert twin.compare().differences == []
    monkeypatch.undo()
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "raise")
    write_files(twin.root, {"good.py": TREE["good.py"]})
    comparison = twin.compare()
    assert comparison.differences == []
    assert [item for item in comparison.report.diagnostics if item.severity == "bug"] == []
    assert {path: edges_of(twin, path) for path in TREE} == whole


def test_the_tests_see_what_fails(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Overrides, "add", break_for("bad.py")(Overrides.add))
    with pytest.raises(Broken):
        twin.scan()


def test_a_file_that_cannot_be_described_is_there_without_what_it_defines(
    twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    describe = descriptions.describe_definition

    def fail(item: Any, facts: Any) -> Any:
        if item.name == "h":
            raise Broken
        return describe(item, facts)

    monkeypatch.setattr(assembly, "describe_definition", fail)
    report = twin.scan()
    messages = [item.message for item in report.diagnostics if item.path == "bad.py"]
    assert "describing what it defines failed: Broken: " in messages
    assert edges_of(twin, "good.py")
    write_files(twin.root, {"bad.py": TREE["bad.py"] + "z = 1\n"})
    assert twin.compare().differences == []


def test_a_file_of_names_that_fails_is_its_diagnostic(
    twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    monkeypatch.setattr(NamingLinker, "link", break_for("Dockerfile")(NamingLinker.link))
    report = twin.scan()
    assert [(item.path, item.severity) for item in report.diagnostics] == [("Dockerfile", "bug")]


def test_a_question_that_explodes_is_cut(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    monkeypatch.setattr(evaluator, "MOST_STEPS", 2)
    names = "".join(f"a{n} = a{n - 1}\n" for n in range(1, 9))
    write_files(twin.root, {"long.py": f"from base import f as a0\n{names}a8()\n"})
    report = twin.scan()
    found = [item.message for item in report.diagnostics if item.severity == "bug"]
    assert any("leads to more than 2 steps" in message for message in found)
    write_files(twin.root, {"late.py": "import base\nbase.f()\n"})
    assert twin.compare().differences == []


def test_failures_are_shown(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    monkeypatch.setattr(Overrides, "add", break_for("bad.py")(Overrides.add))
    twin.scan()
    environment = {"RIPPLE_SCAN_ERRORS": "record"}
    doctor = run_ripple("doctor", folder=twin.root, environment=environment).output
    assert "1 steps failed in 1 files, which lack edges; first bad.py: overrides failed" in doctor
    status = json.loads(run_ripple("status", "--json", folder=twin.root).output)
    assert status["index"]["diagnostics"] == 1


def test_a_manifest_that_a_resolver_fails_with_is_left_out(
    twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ripplegraph.parsers.languages.python import resolver

    def fail(text: str) -> Any:
        raise Broken(text)

    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "record")
    monkeypatch.setattr(resolver, "load_toml", fail)
    write_files(twin.root, {"pyproject.toml": "[tool.pytest]\n"})
    report = twin.scan()
    found = [(item.path, item.message) for item in report.diagnostics if item.severity == "bug"]
    assert found == [("pyproject.toml", "reading its settings failed: Broken: [tool.pytest]\n")]
    assert edges_of(twin, "good.py")
