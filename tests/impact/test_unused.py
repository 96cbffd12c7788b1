"""What nothing uses, and how sure that is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.errors import UnknownTargetError, UsageError
from ripplegraph.impact.queries.unused import Unused
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.impacts import build_project

FILES = {
    "pkg/__init__.py": 'from pkg.api import offered\n\n__all__ = ["offered"]\n',
    "pkg/api.py": """from functools import cache
from json import JSONEncoder
from elsewhere import register

from pkg.base import Base

LEFT = 1
TAKEN = 2


def offered():
    return _helper() + TAKEN


def public():
    return 1


def _helper():
    def unused_inside():
        return 1

    return 1


def _dead():
    return _dead()


@cache
def _plain():
    return 1


@register("x")
def _registered():
    return 1


def named(thing):
    return thing._called_by_name()


class Encoder(JSONEncoder):
    def default(self, o):
        return o


class Child(Base):
    def run(self):
        return 2

    def _lonely(self):
        return 3

    def __repr__(self):
        return ""


class _Dead:
    def method(self):
        return 1


class Other:
    def _called_by_name(self):
        return 1


def make():
    return Encoder(), Child(), Other()


if __name__ == "__main__":
    make()
""",
    "pkg/base.py": (
        "class Base:\n    def run(self):\n        return 1\n\n\n"
        "def drive(base: Base):\n    return base.run()\n"
    ),
    "web/a.ts": (
        "export function shown() { return 1 }\nfunction hidden() { return 1 }\n"
        "function used() { return 1 }\nexport const x = used()\n"
    ),
    "tests/test_api.py": (
        "import pytest\nfrom pkg.base import drive\n\n\n@pytest.fixture\ndef thing():\n"
        "    return 1\n\n\ndef test_it(thing):\n    assert drive(thing)\n"
    ),
    "odd.py": "def imported_only():\n    return 1\n",
    "uses_odd.py": "from odd import imported_only\n",
    "partial.py": "def _in_part():\n    return 1\n\n\ndef broken(:\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("unused") / "p", FILES)


@pytest.fixture(scope="module")
def found(project: Path) -> Unused:
    return open_project(project).find_unused(limit=None)


def get(found: Unused, node: str) -> tuple[str, str]:
    symbol = next(symbol for symbol in found.symbols if symbol.id == node)
    return symbol.sure, "; ".join(symbol.reasons)


@pytest.mark.parametrize(
    "node",
    [
        "pkg/api.py::_dead",
        "pkg/api.py::_plain",
        "pkg/api.py::_helper.unused_inside",
        "pkg/api.py::_Dead",
        "pkg/api.py::Child._lonely",
        "web/a.ts::hidden",
    ],
)
def test_certain(found: Unused, node: str) -> None:
    assert get(found, node) == ("certain", "")


@pytest.mark.parametrize("node", ["pkg/api.py::public", "pkg/api.py::LEFT"])
def test_likely(found: Unused, node: str) -> None:
    sure, reasons = get(found, node)
    assert sure == "likely"
    assert reasons == "it is public: code outside the project may use it"


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ("pkg/api.py::_registered", "decorated with register"),
        ("pkg/api.py::Encoder.default", "extends one from outside"),
        ("web/a.ts::shown", "exported"),
        ("odd.py::imported_only", "1 import bring"),
        ("partial.py::_in_part", "only in part"),
    ],
)
def test_unsure(found: Unused, node: str, reason: str) -> None:
    sure, reasons = get(found, node)
    assert sure == "unsure"
    assert reason in reasons


@pytest.mark.parametrize(
    "node",
    [
        "pkg/api.py::offered",
        "pkg/api.py::_helper",
        "pkg/api.py::TAKEN",
        "pkg/api.py::make",
        "pkg/api.py::Child",
        "pkg/base.py::Base.run",
        "pkg/base.py::drive",
        "web/a.ts::used",
    ],
)
def test_what_is_used_is_never_certain_to_be_unused(found: Unused, node: str) -> None:
    levels = {symbol.id: symbol.sure for symbol in found.symbols}
    assert levels.get(node, "unsure") == "unsure"


def test_a_name_that_something_unknown_calls_is_unsure_at_most(found: Unused) -> None:
    sure, reasons = get(found, "pkg/api.py::Other._called_by_name")
    assert sure == "unsure"
    assert "by its name" in reasons or "by that name" in reasons


def test_tests_special_names_and_what_is_inside_are_counted(found: Unused) -> None:
    listed = {symbol.id for symbol in found.symbols}
    assert not any(node.startswith("tests/") for node in listed)
    assert "pkg/api.py::Child.__repr__" not in listed
    assert "pkg/api.py::_Dead.method" not in listed
    assert found.omitted["tests"] >= 1
    assert found.omitted["special_names"] >= 1
    assert found.omitted["inside_unused"] >= 1


def test_a_folder_and_a_limit(project: Path, found: Unused) -> None:
    inside = open_project(project).find_unused("web", limit=None)
    assert {symbol.path for symbol in inside.symbols} == {"web/a.ts"}
    few = open_project(project).find_unused(limit=2)
    assert few.symbols == found.symbols[:2]
    assert few.counts == found.counts
    assert few.omitted["by_limit"] == len(found.symbols) - 2
    with pytest.raises(UnknownTargetError):
        open_project(project).find_unused("nowhere")
    with pytest.raises(UsageError):
        open_project(project).find_unused("pkg/api.py::make")


def test_the_command(project: Path, found: Unused) -> None:
    text = run_ripple("unused", folder=project).output
    assert text.startswith("sure    symbol, kind and line\ncertain ")
    assert "certain pkg/api.py::_dead  function, line 26" in text.splitlines()
    assert "likely" in text
    assert f"{found.counts['unsure']} unsure" in text
    assert "it is decorated with register, which may register it" in text
    answer = json.loads(
        run_ripple("unused", "--json", "--limit", "1", "pkg", folder=project).output
    )
    assert answer["symbols"][0]["sure"] == "certain"
    assert answer["omitted"]["by_limit"] > 0
    assert_clear_failure(run_ripple("unused", "nowhere", folder=project), code=2)
    inside = run_ripple("unused", ".", folder=project / "web").output
    assert "web/a.ts::hidden" in inside
    assert "pkg/" not in inside
