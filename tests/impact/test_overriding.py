"""Who overrides or implements a method, and what asking at an overload signature asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.report import Impact
from tests.support.impacts import build_project, show

FILES = {
    "shop/store.py": """from abc import ABC, abstractmethod
from typing import Protocol


class Store(ABC):
    @abstractmethod
    def save(self, item):
        raise NotImplementedError

    def close(self):
        return None


class Sink(Protocol):
    def emit(self, text: str) -> None: ...

    def flush(self) -> None: ...


class Printer:
    def emit(self, text):
        print(text)

    def flush(self):
        return None


class Deaf:
    def emit(self):
        return None

    def flush(self):
        return None


class Half:
    def emit(self, text):
        return text


class Inherited(Half):
    def flush(self):
        return None
""",
    "shop/disk.py": """from shop.store import Store


class DiskStore(Store):
    def save(self, item):
        return item


class FastDiskStore(DiskStore):
    def save(self, item):
        return item, 1
""",
    "shop/forms.py": """from typing import overload


@overload
def read(key: int) -> int: ...
@overload
def read(key: str) -> str: ...
def read(key):
    return key


def use():
    return read(1)
""",
    "web/shapes.ts": """export interface Shape {
  area(): number
}

export class Square implements Shape {
  area() {
    return 1
  }
}

export function pick(key: string): string
export function pick(key: number): number
export function pick(key: any): any {
  return key
}

pick(1)
""",
    "svc/svc.go": """package svc

type Runner interface {
\tRun(name string) error
}

type Local struct{}

func (l Local) Run(name string) error { return nil }
""",
    "svc/go.mod": "module example.com/svc\n\ngo 1.22\n",
}
SAVE = "shop/store.py::Store.save"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("overriding") / "p", FILES)


def ask(project: Path, target: str) -> Impact:
    return open_project(project).analyze_impact([target], scan=False)


def find_below(impact: Impact) -> dict[str, str]:
    return {row.id: row.how for row in impact.overriders}


def test_overriders_of_overriders_have_to_follow_too(project: Path) -> None:
    impact = ask(project, SAVE)
    assert find_below(impact) == {
        "shop/disk.py::DiskStore.save": "implements",
        "shop/disk.py::FastDiskStore.save": "overrides",
    }
    assert [row.line for row in impact.overriders] == [5, 10]
    assert impact.counts["overriders"] == 2
    assert impact.impact_score


def test_what_a_method_overrides_is_shown_with_it(project: Path) -> None:
    impact = ask(project, "shop/disk.py::FastDiskStore.save")
    above = [(row.id, row.line) for row in impact.overridden]
    assert above == [("shop/disk.py::DiskStore.save", 5), (SAVE, 7)]
    assert not impact.overriders


def test_classes_that_fit_a_protocol_implement_it(project: Path) -> None:
    emit = find_below(ask(project, "shop/store.py::Sink.emit"))
    assert emit == {"shop/store.py::Printer.emit": "fits"}
    flush = find_below(ask(project, "shop/store.py::Sink.flush"))
    assert flush == {
        "shop/store.py::Printer.flush": "fits",
        "shop/store.py::Inherited.flush": "fits",
    }


def test_interfaces_of_other_languages(project: Path) -> None:
    assert find_below(ask(project, "web/shapes.ts::Shape.area")) == {
        "web/shapes.ts::Square.area": "implements"
    }
    assert find_below(ask(project, "svc/svc.go::Runner.Run")) == {
        "svc/svc.go::Local.Run": "implements"
    }


def test_every_form_names_overriders_with_their_lines(project: Path) -> None:
    text = show(project, SAVE)
    assert "2 overriders" in text
    assert "have to follow a changed signature: (place, method, how)" in text
    assert "  shop/disk.py:5  DiskStore.save  implements it" in text.splitlines()
    markdown = show(project, SAVE, "--format", "markdown")
    assert "`shop/disk.py::DiskStore.save` `shop/disk.py:5` implements it" in markdown
    above = show(project, "shop/disk.py::DiskStore.save")
    assert "overridden by the targets: (place, method)" in above
    assert "  shop/store.py:7  Store.save" in above.splitlines()


def test_a_method_that_is_only_overridden_never_seems_safe(project: Path) -> None:
    impact = ask(project, SAVE)
    assert impact.counts["direct_dependents"] == 0
    assert impact.impact_score is not None
    assert impact.impact_score > 0


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("shop/forms.py::read", "shop/forms.py::read#3"),
        ("shop/forms.py::read#2", "shop/forms.py::read#3"),
        ("shop/forms.py:5", "shop/forms.py::read#3"),
        ("read", "shop/forms.py::read#3"),
        ("web/shapes.ts:11", "web/shapes.ts::pick"),
        ("pick", "web/shapes.ts::pick"),
    ],
)
def test_an_overload_signature_asks_for_the_function(project: Path, asked: str, meant: str) -> None:
    impact = ask(project, asked)
    assert [target.id for target in impact.targets] == [meant]
    assert impact.counts["direct_dependents"] > 0
