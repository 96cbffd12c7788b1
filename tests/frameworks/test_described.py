"""Frameworks of a project's own: what `ripple.toml` describes, and what it switches off."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.errors import ConfigError
from tests.support.graphs import write_files

BUS = """
[[frameworks.described]]
name = "bus"
title = "our bus"
languages = ["python"]

[[frameworks.described.bindings]]
shape = {at = "decorator", names = ["on"]}
registry = "bus"
name = "0"
words = "handler of the event `{name}`"

[[frameworks.described.lookups]]
shape = {at = "call", names = ["emit"]}
registry = "bus"
name = "0"
words = "sends the event {name}"
kind = "calls"
"""
FILES = {
    "bus.py": "def on(name):\n    return lambda f: f\n\ndef emit(name, **data): ...\n",
    "mail.py": 'from bus import on\n\n@on("order.paid")\ndef thank(order): ...\n',
    "shop.py": 'from bus import emit\n\ndef pay():\n    emit("order.paid", order=1)\n',
}


def _find_dependents(root: Path, target: str) -> tuple[list[str], list[str]]:
    project = open_project(root, anywhere=True)
    project.scan()
    impact = project.analyze_impact([target])
    return [row.id for row in impact.direct_dependents], [e.words for e in impact.entry_points]


def test_a_project_describes_its_own_events(tmp_path: Path) -> None:
    write_files(tmp_path, {**FILES, "ripple.toml": BUS})
    found, entries = _find_dependents(tmp_path, "mail.py::thank")
    assert "shop.py::pay" in found
    assert entries == ["handler of the event `order.paid`"]


def test_a_framework_can_be_switched_off(tmp_path: Path) -> None:
    write_files(tmp_path, {**FILES, "ripple.toml": BUS + '\n[frameworks]\noff = ["bus"]\n'})
    assert _find_dependents(tmp_path, "mail.py::thank") == ([], [])
    (tmp_path / "ripple.toml").write_text(BUS)
    assert "shop.py::pay" in _find_dependents(tmp_path, "mail.py::thank")[0]


@pytest.mark.parametrize(
    "text",
    [
        '[frameworks]\ndescribed = "{"\n',
        '[[frameworks.described]]\nname = "x"\n',
        BUS.replace('"decorator"', '"nowhere"'),
        BUS + '\n[[frameworks.described.templates]]\nendings = [".html"]\n',
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {**FILES, "ripple.toml": text})
    with pytest.raises(ConfigError):
        open_project(tmp_path, anywhere=True).scan()
