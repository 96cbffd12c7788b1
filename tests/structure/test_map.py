"""The module map of small projects whose structure is known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.structure.report import ModuleMap
from tests.support.graphs import write_files
from tests.support.shop import copy_shop


def build_map(root: Path, files: Mapping[str, str], **options: str) -> ModuleMap:
    write_files(root, files)
    project = open_project(root, anywhere=True)
    project.scan()
    return project.module_map(**options)  # type: ignore[arg-type]


def layers_of(found: ModuleMap) -> dict[str, int]:
    return {module.id: module.layer for module in found.modules}


LAYERED = {
    "app/__init__.py": "",
    "app/main.py": "from app.service import serve\nserve()\n",
    "app/service.py": "import requests\nfrom app.model import Item\ndef serve(): return Item()\n",
    "app/model.py": "import json\nclass Item: ...\n",
    "tests/test_service.py": "from app.service import serve\ndef test(): serve()\n",
}


def test_layers_hubs_tests_and_packages(tmp_path: Path) -> None:
    found = build_map(tmp_path, LAYERED)
    assert layers_of(found) == {
        "app/__init__.py": 0,
        "app/model.py": 0,
        "app/service.py": 1,
        "app/main.py": 2,
    }
    assert (found.cycles, found.file_cycles, found.upward) == ((), (), ())
    modules = {module.id: module for module in found.modules}
    model, service = modules["app/model.py"], modules["app/service.py"]
    assert (model.dependents, model.dependencies, model.instability) == (1, 0, 0.0)
    assert (service.dependents, service.dependencies, service.instability) == (1, 1, 0.5)
    assert (service.test_files, model.test_files) == (1, 0)
    assert [(suite.id, suite.files) for suite in found.tests] == [("tests/", 1)]
    assert found.tests[0].modules == ("app/service.py",)
    packages = {item.name: item.standard for item in found.externals}
    assert packages["requests"] is False
    assert packages["json"] is True
    assert found.most_using[0].id == "app/main.py"


@pytest.mark.parametrize(
    ("closing", "cyclic"),
    [
        ("from app.service import serve\n", True),
        ("def late():\n    from app.service import serve\n", True),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.service\n", False),
        ("def call(service: object): service.serve()\n", False),
    ],
)
def test_what_makes_a_cycle(tmp_path: Path, closing: str, cyclic: bool) -> None:
    files = {**LAYERED, "app/model.py": f"{closing}class Item: ...\n"}
    found = build_map(tmp_path, files)
    if not cyclic:
        assert found.cycles == ()
        return
    (cycle,) = found.cycles
    assert cycle.members == ("app/model.py", "app/service.py")
    assert [(edge.source, edge.kind, edge.target) for edge in cycle.example] == [
        ("app/model.py", "imports", "app/service.py"),
        ("app/service.py", "imports", "app/model.py"),
    ]
    (upward,) = found.upward
    assert (upward.source, upward.target) == ("app/model.py", "app/service.py")
    ranks = {module.id: (module.layer, module.rank) for module in found.modules}
    assert ranks["app/model.py"] == (0, 0)
    assert ranks["app/service.py"] == (0, 1)


def test_types_only_in_typescript_make_no_cycle(tmp_path: Path) -> None:
    files = {
        "src/a.ts": "import type { B } from './b'\nexport class A { b?: B }\n",
        "src/b.ts": "import { A } from './a'\nexport class B extends A {}\n",
    }
    found = build_map(tmp_path, files)
    assert found.cycles == ()
    assert layers_of(found) == {"src/a.ts": 0, "src/b.ts": 1}
    assert {module.id: module.dependents for module in found.modules} == {
        "src/a.ts": 1,
        "src/b.ts": 1,
    }


def test_an_override_is_no_dependency_of_its_base(tmp_path: Path) -> None:
    files = {
        "base.py": "class Base:\n    def run(self): self.step()\n    def step(self): ...\n",
        "sub.py": "from base import Base\nclass Sub(Base):\n    def step(self): ...\n",
    }
    found = build_map(tmp_path, files)
    assert (found.cycles, layers_of(found)) == ((), {"base.py": 0, "sub.py": 1})


def test_a_folder_with_what_is_around_it(tmp_path: Path) -> None:
    files = {
        "core/db/a.py": "from core.util import f\nfrom core.db.b import g\nf(); g()\n",
        "core/db/b.py": "def g(): ...\n",
        "core/util.py": "def f(): ...\n",
        "web/view.py": "from core.db.a import f\nf()\n",
    }
    found = build_map(tmp_path, files, path="./core/db/")
    assert (found.path, found.files) == ("core/db/", 2)
    around = {part.id: (part.edges_to > 0, part.edges_from > 0) for part in found.outside}
    assert around == {"core/util.py": (True, False), "web/": (False, True)}


def test_the_shop(tmp_path: Path) -> None:
    found = build_map(copy_shop(tmp_path / "shop"), {})
    layers = layers_of(found)
    assert layers["shop/settings.py"] == 0
    assert layers["shop/pricing.py"] < layers["shop/models.py"] < layers["shop/storage.py"]
    assert layers["shop/storage.py"] < layers["shop/services/checkout.py"]
    (cycle,) = found.cycles
    assert cycle.members == tuple(f"shop/payments/{n}.py" for n in ("base", "card", "invoice"))
    assert {(item.source, item.target) for item in found.upward} == {
        ("shop/payments/base.py", "shop/payments/card.py"),
        ("shop/payments/base.py", "shop/payments/invoice.py"),
    }, "a base that makes its subclasses when it is called is what closes the cycle"
    assert {suite.id for suite in found.tests} == {"tests/", "ui/"}
    assert all(item.source != item.target for item in found.dependencies)
    ties = {(item.source, item.target) for item in found.dependencies if item.ties}
    assert ("shop/services/checkout.py", "shop/storage.py") in ties
