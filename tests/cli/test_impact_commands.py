"""The commands around `analyze-impact`: deps, path, trace, cycles and hubs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.impacts import FILES, build_project

MORE = {
    "one.py": "import two\n\n\ndef first():\n    return two.second()\n",
    "two.py": "import one\n\n\ndef second():\n    return one.first()\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("around") / "p", FILES | MORE)


def ask(project: Path, *arguments: str, code: int = 0) -> Any:
    done = run_ripple(*arguments, "--json", folder=project)
    assert done.code == code, done.output + done.errors
    return json.loads(done.output)


def test_deps_is_short_for_dependencies(project: Path) -> None:
    short = ask(project, "deps", "pkg/use.py")
    assert short == ask(project, "dependencies", "pkg/use.py")
    assert "pkg/core.py" in json.dumps(short)
    assert_clear_failure(run_ripple("deps", "nope.py", folder=project), code=2)


def test_a_path_says_why(project: Path) -> None:
    found = ask(project, "path", "pkg/use.py::twice", "pkg/core.py::verify")
    assert [step["source"] for step in found["steps"]] == ["pkg/use.py::twice", "pkg/use.py::login"]
    assert found["steps"][1]["edges"][0]["kind"] == "calls"
    assert found["steps"][1]["edges"][0]["line"] == 5
    text = run_ripple("path", "tests/test_use.py", "pkg/core.py", folder=project).output
    assert "tests/test_use.py -> pkg/use.py" in text
    assert "pkg/use.py -> pkg/core.py" in text


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("pkg/core.py", "pkg/use.py"),
        ("pkg/core.py::verify", "pkg/core.py::other"),
        ("a.py", "a.py"),
    ],
)
def test_no_path(project: Path, source: str, target: str) -> None:
    assert ask(project, "path", source, target, code=1)["steps"] == []
    done = run_ripple("path", source, target, folder=project)
    assert done.code == 1
    assert "does not depend on" in done.output


def test_ends_of_a_path_that_are_none(project: Path) -> None:
    for ends in (("nope", "a.py"), ("a.py", "nope"), ("verify", "a.py"), ("", "a.py")):
        assert_clear_failure(run_ripple("path", *ends, folder=project), code=2)


def test_a_trace_tells_what_is_passed_and_returned(project: Path) -> None:
    found = ask(project, "trace", "pkg/use.py::login")
    assert found["returned"] == ["verify(token)"]
    callers = {call["id"]: call["passed"] for call in found["callers"]}
    assert callers["pkg/use.py::twice"] == {"token": "1"}
    (callee,) = found["callees"]
    assert callee["id"] == "pkg/core.py::verify"
    assert callee["passed"] == {"token": "token"}
    text = run_ripple("trace", "login", folder=project).output
    assert "called by:" in text
    assert "pkg/core.py::verify(token=token)" in text


def test_a_trace_of_a_circle_ends(project: Path) -> None:
    found = ask(project, "trace", "one.py::first", "--depth", "9")
    assert found["callees"][0]["id"] == "two.py::second"
    assert_clear_failure(run_ripple("trace", "one.py", folder=project), code=2)


def test_cycles(project: Path) -> None:
    (cycle,) = ask(project, "cycles")["cycles"]
    assert cycle["members"] == ["one.py", "two.py"]
    assert "2 files depend on each other" in run_ripple("cycles", folder=project).output
    assert run_ripple("cycles", "pkg", folder=project).output.strip() == "no cycles"


def test_hubs(project: Path) -> None:
    found = ask(project, "hubs", "--limit", "3")
    assert found["files"][0]["path"] == "pkg/core.py"
    assert found["files"][0]["dependents"] == 3
    assert found["symbols"][0]["id"] == "pkg/core.py::verify"
    assert all(not file["path"].startswith("tests/") for file in found["files"])
