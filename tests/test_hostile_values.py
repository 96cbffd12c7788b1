"""Whatever a program gives to an operation: ripple's own error or a TypeError, nothing else."""

import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.app.operation_registry import OPERATIONS
from ripplegraph.app.project import Project
from ripplegraph.errors import RippleError, UsageError
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.repository import build_repository

LEFT_OUT = {"watch", "rebuild_graph"}
"""Operations that wait, or that move the graph away that others are asked about."""
HOSTILE = (
    "\ud800",
    "a\0b",
    "x" * 5_000,
    "",
    5,
    None,
    10**30,
    -1,
    float("nan"),
    ["\ud800"],
    ["a\0"],
    {"\ud800": "\ud800"},
    b"\xff",
    object(),
    [None],
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    root = build_repository(tmp_path_factory.mktemp("values") / "repository")
    (root / "a.py").write_text("def f(): ...\n")
    before = Path.cwd(), os.environ.get("HOME", "")
    os.chdir(root)
    os.environ["HOME"] = str(root.parent)
    project = open_project(root)
    project.scan()
    yield project
    os.chdir(before[0])
    os.environ["HOME"] = before[1]


def fill_in(method: Any, name: str, value: object) -> tuple[list[object], dict[str, object]]:
    """Return arguments of which one is hostile, and the others are the least that is needed."""
    arguments: list[object] = []
    options: dict[str, object] = {}
    for parameter in inspect.signature(method).parameters.values():
        given = value if parameter.name == name else parameter.default
        if given is parameter.empty:
            given = "a.py"
        if parameter.kind is parameter.POSITIONAL_ONLY:
            arguments.append(given)
        elif parameter.name == name or parameter.default is parameter.empty:
            options[parameter.name] = given
    return arguments, options


@pytest.mark.parametrize("name", sorted({*OPERATIONS} - LEFT_OUT))
def test_an_operation_refuses_what_it_cannot_use(project: Project, name: str) -> None:
    method = getattr(project, name)
    for parameter in inspect.signature(method).parameters:
        for value in HOSTILE:
            arguments, options = fill_in(method, parameter, value)
            try:
                method(*arguments, **options)
            except (RippleError, TypeError):
                continue
            except Exception as error:
                raise AssertionError(f"{name}({parameter}={value!r:.60})") from error


def test_a_wrong_type_is_named(project: Project) -> None:
    with pytest.raises(TypeError, match=r"get_memory\(\): memory_id must be str, not int"):
        project.get_memory(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"targets must be .*, not int"):
        project.analyze_impact(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"draft must be .*, not bytes"):
        project.remember(b"text")  # type: ignore[arg-type]


def test_what_no_database_can_hold_is_named(project: Project) -> None:
    with pytest.raises(UsageError, match="limit is too large"):
        project.list_memories(limit=10**30)
    with pytest.raises(UsageError, match="about is not valid text"):
        project.list_memories(MemoryFilter(about="\udcff"))
    with pytest.raises(UsageError, match="not valid text"):
        project.remember(Draft("half: \ud800"))
