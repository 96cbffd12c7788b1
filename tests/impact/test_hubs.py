"""The files that are riskiest to touch: ranked by what runs, not by imports for types only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.queries.hubs import Hubs, RiskyFile
from tests.support.command import run_ripple
from tests.support.graphs import write_files

TYPED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {0} import {1}\n"


def find_hubs(root: Path, files: Mapping[str, str]) -> Hubs:
    write_files(root, files)
    project = open_project(root, anywhere=True)
    project.scan()
    return project.find_hubs()


def by_path(found: Hubs) -> dict[str, RiskyFile]:
    return {file.path: file for file in found.files}


RING = {
    "app/base.py": TYPED.format("app.top", "Top") + "def base(top: 'Top'): return top.run()\n",
    "app/middle.py": "from app.base import base\ndef middle(): return base(None)\n",
    "app/top.py": (
        "from app.middle import middle\nclass Top:\n    def run(self): return middle()\n"
    ),
}
"""A ring that only an import for types closes."""


def test_an_import_for_types_makes_no_ring_of_what_runs(tmp_path: Path) -> None:
    files = by_path(find_hubs(tmp_path, RING))
    assert {path: file.dependents for path, file in files.items()} == {
        "app/base.py": 2,
        "app/middle.py": 2,
        "app/top.py": 2,
    }
    assert {path: file.running_dependents for path, file in files.items()} == {
        "app/base.py": 2,
        "app/middle.py": 1,
        "app/top.py": 0,
    }
    assert files["app/base.py"].risk > files["app/middle.py"].risk > files["app/top.py"].risk > 0


TS_RING = {
    "src/base.ts": "import type { Top } from './top'\nexport const base = (top: Top) => top.n\n",
    "src/top.ts": "import { base } from './base'\nexport class Top { n = 1; m = base(this) }\n",
}


@pytest.mark.parametrize(
    ("more", "running"),
    [
        ("", 0),
        ("import { helper } from './top'\nexport const x = helper\n", 1),
    ],
)
def test_a_second_import_of_the_same_file_that_runs_counts(
    tmp_path: Path, more: str, running: int
) -> None:
    files = {
        "src/top.ts": "export interface Top { n: number }\nexport const helper = 1\n",
        "src/user.ts": (
            f"import type {{ Top }} from './top'\n{more}export const f = (t: Top) => t.n\n"
        ),
    }
    top = by_path(find_hubs(tmp_path, files))["src/top.ts"]
    assert (top.dependents, top.running_dependents) == (1, running)


def test_types_of_typescript(tmp_path: Path) -> None:
    files = by_path(find_hubs(tmp_path, TS_RING))
    assert files["src/base.ts"].running_dependents == 1
    assert files["src/top.ts"].running_dependents == 0
    assert files["src/top.ts"].dependents == 1


def test_an_import_for_types_through_a_package_does_not_run_either(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from pkg.router import Router\n",
        "pkg/router.py": "class Router: ...\n",
        "user.py": TYPED.format("pkg", "Router") + "def use(router: 'Router'): ...\n",
    }
    router = by_path(find_hubs(tmp_path, files))["pkg/router.py"]
    assert (router.dependents, router.running_dependents) == (2, 1)


def test_files_of_one_package_need_no_import_to_run(tmp_path: Path) -> None:
    files = {
        "go.mod": "module example.com/m\n",
        "a.go": "package m\n\nfunc A() int { return 1 }\n",
        "b.go": "package m\n\nfunc B() int { return A() }\n",
    }
    assert by_path(find_hubs(tmp_path, files))["a.go"].running_dependents == 1


def test_equal_risks_are_ordered_by_directness_before_names(tmp_path: Path) -> None:
    """`a.py` and `z.py` reach the same two files, `z.py` both of them directly."""
    files = {
        "a.py": "def a(): ...\n",
        "b.py": "from a import a\ndef b(): a()\n",
        "c.py": "from b import b\nb()\n",
        "y.py": "from z import z\nz()\n",
        "z.py": "def z(): ...\n",
        "x.py": "from z import z\nz()\n",
    }
    found = find_hubs(tmp_path, files)
    order = [file.path for file in found.files if file.dependents == 2]
    risks = {file.risk for file in found.files if file.dependents == 2}
    assert len(risks) == 1
    assert order.index("z.py") < order.index("a.py")


def test_symbols_with_as_many_uses_are_ordered_by_those_that_run(tmp_path: Path) -> None:
    files = {
        "m.py": "class A: ...\ndef z(): ...\n",
        "n.py": "from m import A, z\ndef one(a: A): ...\ndef two(): z()\n",
    }
    found = find_hubs(tmp_path, files)
    assert [symbol.id for symbol in found.symbols] == ["m.py::z", "m.py::A"]


def test_the_table_says_what_its_columns_are(tmp_path: Path) -> None:
    find_hubs(tmp_path, RING)
    shown = run_ripple("hubs", folder=tmp_path).output
    head, first, *_ = shown.splitlines()
    assert head.split() == ["risk", "reach", "run", "direct", "changes", "tests", "notes", "file"]
    assert first.split() == ["0.62", "2", "2", "1", "0", "0", "0", "app/base.py"]
    assert "imports for types only" in shown
    assert max(map(len, shown.splitlines())) <= 80
    data = json.loads(run_ripple("hubs", "--json", folder=tmp_path).output)
    assert data["files"][0]["running_dependents"] == 2
