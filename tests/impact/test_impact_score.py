"""The impact score: what its terms are made of, and when there is none."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import run_ripple
from tests.support.impacts import build_project, show

PAGE = Path(__file__).parents[2] / "docs/reference/impact.md"
CROWD = 20


def read_example() -> tuple[dict[str, str], dict[str, float], str]:
    """Return the files of the worked example, the strengths in its table, and its sums."""
    text = PAGE.read_text(encoding="utf-8")
    text = text[text.index("An example: what does it reach") :]
    source, sums = re.findall(r"```(?:python|text)\n(.*?)```", text, re.DOTALL)[:2]
    parts = re.split(r"^# (\w+\.py)\n", source, flags=re.MULTILINE)[1:]
    table = re.findall(r"^\| `([^`]+)` \|.*\| ([\d.]+) \|$", text, re.MULTILINE)
    files = dict(zip(parts[::2], parts[1::2], strict=True))
    return files, {name: float(strength) for name, strength in table}, sums


def ask(project: Path, *arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(show(project, *arguments, "--json"))
    return answer


def test_the_worked_example_is_what_ripple_says(tmp_path: Path) -> None:
    files, strengths, sums = read_example()
    answer = ask(build_project(tmp_path / "p", files), "mail.py::Mailer.send")
    found = {row["id"]: row["strength"] for row in answer["direct_dependents"]}
    found |= {row["id"]: row["strength"] for row in answer["transitive_dependents"]}
    found |= {row["id"]: row["score"] for row in answer["possible_dependents"]}
    found |= {row["id"]: row["strength"] for row in answer["overriders"]}
    assert found == strengths
    reach = 1 - math.prod(1 - strength / CROWD for strength in strengths.values())
    assert answer["impact_terms"]["reach"] == pytest.approx(reach, abs=0.0001)
    score = 1 - (1 - reach) * (1 - 0.1)
    assert answer["impact_score"] == pytest.approx(score, abs=0.0001)
    assert f"= {answer['impact_score']}" in sums
    assert f"= {answer['impact_terms']['reach']}" in sums


LAMP = "class Lamp:\n    def turn_on(self):\n        pass\n"
NOTHING = "def f(x):\n    x.turn_off()\n"
POSSIBLE = "def f(x):\n    return getattr(x, 'turn_on')\n"
OTHERS = "def g():\n    pass\n\n\ndef h(x):\n    x.g()\n"
LAMP_CASES: Mapping[str, tuple[dict[str, str], str, float | None]] = {
    "symbol: nothing": ({"use.py": NOTHING}, "lamp.py::Lamp.turn_on", 0.0),
    "symbol: possible": ({"use.py": POSSIBLE}, "lamp.py::Lamp.turn_on", None),
    "symbol: in a string": (
        {"use.py": "def f(x):\n    return getattr(x, 'turn_on')\n"},
        "lamp.py::Lamp.turn_on",
        None,
    ),
    "symbol: only in texts": (
        {"README.md": "Call `turn_on`.\n", "use.py": "# turn_on is slow\n"},
        "lamp.py::Lamp.turn_on",
        0.0,
    ),
    "symbol: unread": ({"use.rkt": "(turn_on lamp)\n"}, "lamp.py::Lamp.turn_on", None),
    "symbol: in data": ({"use.json": '{"does": "turn_on"}\n'}, "lamp.py::Lamp.turn_on", None),
    "symbol: calls itself": (
        {"self.py": "def again(n):\n    return n and again(n - 1)\n"},
        "self.py::again",
        0.0,
    ),
    "symbol: calls itself and possibly more": (
        {"self.py": "def again(n):\n    return n and again(n - 1)\n", "o.py": "print('again')\n"},
        "self.py::again",
        None,
    ),
    "file: nothing": ({"use.py": NOTHING}, "lamp.py", 0.0),
    "file: possible": ({"use.py": "def f(x):\n    x.Lamp()\n"}, "lamp.py", None),
    "file: unread": ({"use.rkt": "(Lamp)\n"}, "lamp.py", None),
    "file: not read itself": ({"odd.rkt": "(define x 1)\n"}, "odd.rkt", None),
    "file: a text": ({"README.md": "# Lamps\n"}, "README.md", 0.0),
    "folder: nothing": ({"lib/a.py": "def g():\n    pass\n"}, "lib", 0.0),
    "folder: possible": (
        {"lib/a.py": "def g():\n    pass\n", "use.py": "def f(x):\n    x.g()\n"},
        "lib",
        None,
    ),
    "folder: unread": ({"lib/a.py": "def g():\n    pass\n", "use.rkt": "(g)\n"}, "lib", None),
    "pattern: possible": ({"lib/a.py": OTHERS}, "lib/*.py", None),
}


@pytest.mark.parametrize("case", LAMP_CASES)
def test_a_score_is_0_only_where_nothing_is_left_to_find(tmp_path: Path, case: str) -> None:
    files, target, score = LAMP_CASES[case]
    project = build_project(tmp_path / "p", {"lamp.py": LAMP, **files})
    answer = ask(project, target)
    assert answer["impact_score"] == score
    said = "impact not known" if score is None else f"impact {score:.2f}"
    assert said in show(project, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("from lamp import Lamp\n\n\ndef f():\n    Lamp().turn_on()\n", "lamp.py::Lamp.turn_on"),
        ("import lamp\n\n\ndef f(lamp):\n    lamp.turn_on()\n", "lamp.py::Lamp.turn_on"),
        ("import lamp as l\n\nMade = l.Lamp\n", "lamp.py::Lamp"),
        ("import lamp\n", "lamp.py"),
    ],
)
def test_what_is_used_has_a_score(tmp_path: Path, source: str, target: str) -> None:
    project = build_project(tmp_path / "p", {"lamp.py": LAMP, "use.py": source})
    assert ask(project, target)["impact_score"] > 0


@pytest.mark.parametrize(
    ("use", "changed", "score"),
    [
        (NOTHING, "class Lamp:\n    def turn_on(self, how):\n        pass\n", 0.0),
        (POSSIBLE, "class Lamp:\n    def turn_on(self, how):\n        pass\n", None),
        (POSSIBLE, "class Lamp:\n    pass\n", None),
        (POSSIBLE, f"\n\n{LAMP}", 0.0),
    ],
)
def test_changes(tmp_path: Path, use: str, changed: str, score: float | None) -> None:
    project = build_project(tmp_path / "p", {"lamp.py": LAMP, "use.py": use})
    (project / "lamp.py").write_text(changed)
    assert ask(project, "--diff")["impact_score"] == score


def test_what_is_not_known_is_above_no_limit(tmp_path: Path) -> None:
    project = build_project(tmp_path / "p", {"lamp.py": LAMP, "use.py": POSSIBLE})
    options = ("analyze-impact", "lamp.py::Lamp.turn_on", "--fail-above", "0")
    assert run_ripple(*options, folder=project).code == 0


def test_names_that_are_too_many_leave_the_score_open(tmp_path: Path) -> None:
    many = "".join(f"def g{at}():\n    pass\n\n\n" for at in range(401))
    project = build_project(tmp_path / "p", {"many.py": many})
    answer = ask(project, "many.py")
    assert answer["account"]["names_left_out"] == 1
    assert answer["impact_score"] is None
    assert "1 more name was not looked for" in show(project, "many.py")
