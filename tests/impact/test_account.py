"""The account of a name: every whole-word occurrence in a project, and what it means."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.impact.report import Impact
from tests.support.command import run_ripple
from tests.support.repository import commit_all, git

SEND = "shop/mail.py::Mailer.send_mail"
FILES = {
    "shop/__init__.py": "",
    "shop/mail.py": '''"""Sends mail: see send_mail."""


class Mailer:
    def send_mail(self, to, subject=""):
        # send_mail is slow
        return to


def make_mailer():
    return Mailer()
''',
    "shop/orders.py": """from shop.mail import Mailer, make_mailer


def confirm(order):
    mailer = Mailer()
    mailer.send_mail(order)
    mailer.send_mail(order, subject="again")


def remind(order, mailer):
    mailer.send_mail(order)


def later(queue, mailer):
    queue.put(mailer.send_mail)


def describe(thing, send_mail=None):
    build(send_mail=1)
    getattr(thing, "send_mail")
    raise ValueError("cannot send_mail today")
""",
    "shop/other.py": """import smtplib


def unrelated(send_mail):
    return send_mail
""",
    "lib/fake.rkt": "(define (send_mail to) to)\n",
    "docs/guide.md": "Call `send_mail`, or send_mail_later.\n",
    "config.json": '{"handler": "send_mail"}\n',
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("account") / "shop"
    build(root, FILES)
    return root


def build(root: Path, files: Mapping[str, str | bytes]) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        (root / path).write_bytes(data)
    git(root, "init", "--quiet")
    commit_all(root, "first")
    open_project(root).scan()


def ask(root: Path, *targets: str, **options: Any) -> Impact:
    return open_project(root).analyze_impact(targets, **options)


def count(root: Path, name: str) -> int:
    command = ["git", "-C", str(root), "grep", "-IowFh", "--untracked", "-e", name]
    return subprocess.run(command, capture_output=True, check=False).stdout.count(b"\n")


def get_sum(account: Mapping[str, Any]) -> int:
    return sum(account[role] for role in ("uses", "other", "possible", "text", "unread"))


def find(impact: Impact, role: str) -> set[tuple[str, int]]:
    return {(place["path"], place["line"]) for place in impact.places if place["as"] == role}


def check_sums(root: Path, impact: Impact) -> Mapping[str, Any]:
    """Compare an answer with every place against git."""
    account = impact.account
    assert account is not None
    assert account["occurrences"] == get_sum(account) == count(root, account["name"])
    listed = Counter(place["as"] for place in impact.places)
    assert sum(listed.values()) - listed["by_other_name"] == account["occurrences"]
    return account


def test_every_occurrence_is_accounted_for(shop: Path) -> None:
    impact = ask(shop, SEND, places="all")
    check_sums(shop, impact)
    assert find(impact, "uses") == {("shop/orders.py", 6), ("shop/orders.py", 7)}
    assert find(impact, "likely") == {("shop/orders.py", 11), ("shop/orders.py", 15)}
    assert find(impact, "possible") == {
        ("shop/orders.py", 19),
        ("shop/orders.py", 20),
        ("config.json", 1),
    }
    assert find(impact, "text") == {
        ("shop/mail.py", 1),
        ("shop/mail.py", 6),
        ("shop/orders.py", 21),
        ("docs/guide.md", 1),
    }
    assert find(impact, "unread") == {("lib/fake.rkt", 1)}
    assert find(impact, "other") == {
        ("shop/mail.py", 5),
        ("shop/orders.py", 18),
        ("shop/other.py", 4),
        ("shop/other.py", 5),
    }


def test_a_place_says_where_and_why_it_is_one(shop: Path) -> None:
    first = ask(shop, SEND).places[0]
    assert first == {
        "path": "shop/orders.py",
        "line": 6,
        "column": 12,
        "as": "uses",
        "in": "shop/orders.py::confirm",
        "why": "",
        "code": "mailer.send_mail(order)",
    }


def test_places_are_uses_and_possible_ones_unless_all_are_asked_for(shop: Path) -> None:
    roles = {place["as"] for place in ask(shop, SEND).places}
    assert roles == {"uses", "likely", "possible"}


def test_possible_uses_in_code_come_before_likely_ones_in_tests(tmp_path: Path) -> None:
    files = {
        "lamp.py": "class Lamp:\n    def turn_on(self):\n        pass\n",
        "tests/test_lamp.py": "import lamp\n\n\ndef test_f(lamp):\n    lamp.turn_on()\n",
        "use.py": "NAMES = ['turn_on']\n",
    }
    build(tmp_path, files)
    places = ask(tmp_path, "lamp.py::Lamp.turn_on").places
    listed = [(place["path"], place["as"]) for place in places]
    assert listed == [("use.py", "possible"), ("tests/test_lamp.py", "likely")]


def test_uses_in_code_come_before_those_in_tests_and_examples(tmp_path: Path) -> None:
    use = "import lamp\n\nlamp.turn_on()\n"
    paths = ("examples/use.py", "tests/fixtures/use.py", "tests/test_lamp.py", "zone.py")
    build(tmp_path, {"lamp.py": "def turn_on(): ...\n", **dict.fromkeys(paths, use)})
    places = ask(tmp_path, "lamp.py::turn_on").places
    assert [place["path"] for place in places] == [
        "zone.py",
        "tests/test_lamp.py",
        "examples/use.py",
        "tests/fixtures/use.py",
    ]


def test_likely_users_are_dependents_of_lower_rank(shop: Path) -> None:
    impact = ask(shop, SEND)
    tiers = {row.id: row.tier for row in impact.possible_dependents}
    assert tiers == {
        "shop/orders.py::remind": "likely",
        "shop/orders.py::later": "likely",
        "shop/orders.py::describe": "possible",
        "config.json": "possible",
    }
    assert [row.id for row in impact.direct_dependents] == ["shop/orders.py::confirm"]
    assert impact.counts["likely_dependents"] == 2


def test_text_has_a_sentence_and_rows_with_code(shop: Path) -> None:
    done = run_ripple("analyze-impact", SEND, folder=shop)
    assert "the name `send_mail` occurs" in done.output
    assert "shop/orders.py:6  mailer.send_mail(order)" in done.output
    assert "likely uses:" in done.output


def test_uses_under_another_name_are_counted_apart(tmp_path: Path) -> None:
    files = {
        "lamp.py": "def turn_on():\n    pass\n",
        "use.py": "from lamp import turn_on as light\n\n\ndef f():\n    light()\n",
    }
    build(tmp_path, files)
    impact = ask(tmp_path, "lamp.py::turn_on", places="all")
    account = check_sums(tmp_path, impact)
    assert account["by_other_name"] == 1
    assert find(impact, "by_other_name") == {("use.py", 5)}


@pytest.mark.parametrize(
    ("source", "score"),
    [
        ("def f(x):\n    x.toggle()\n", None),
        ("def f(x):\n    x.turn_off()\n", 0.0),
        ("from lamp import Lamp\n\n\ndef f():\n    Lamp().toggle()\n", 0.1342),
    ],
)
def test_a_score_is_0_only_where_nothing_is_possible(
    tmp_path: Path, source: str, score: float | None
) -> None:
    lamp = "class Lamp:\n    def toggle(self):\n        pass\n"
    build(tmp_path, {"lamp.py": lamp, "use.py": source})
    impact = ask(tmp_path, "lamp.py::Lamp.toggle")
    assert impact.impact_score == score
    done = run_ripple("analyze-impact", "lamp.py::Lamp.toggle", folder=tmp_path)
    assert ("impact not known" in done.output) == (score is None)


def test_a_file_sums_up_the_names_that_it_offers(shop: Path) -> None:
    impact = ask(shop, "shop/mail.py", places="all")
    assert impact.account is not None
    assert impact.account["name"] == "shop/mail.py"
    wanted = count(shop, "Mailer") + count(shop, "make_mailer")
    assert impact.account["occurrences"] == get_sum(impact.account) == wanted


NASTY: dict[str, dict[str, str | bytes]] = {
    "line ends": {"use.py": b"from lamp import turn_on\r\n\r\nturn_on()\r\n"},
    "no text": {"use.bin": b"turn_on\0turn_on\n", "use.py": "turn_on = 1\n"},
    "long lines": {"use.js": "turn_on();" * 5_000, "use.py": "x = [" + "turn_on, " * 900 + "]\n"},
    "not UTF-8": {"use.py": b"# \xff\xfe\nturn_on()\n", "latin.txt": b"\xe9turn_on turn_on\xe9\n"},
    "errors": {"use.py": "def f(:\n    turn_on(\n", "use.ts": "class { turn_on( {{{\n"},
    "templates": {"use.ts": "const a = `x ${turn_on()} turn_on`\n", "p.html": "{{ turn_on }}\n"},
}


@pytest.mark.parametrize("files", NASTY.values(), ids=NASTY)
def test_sums_hold_for_any_file(tmp_path: Path, files: Mapping[str, str | bytes]) -> None:
    build(tmp_path, {"lamp.py": "def turn_on():\n    pass\n", **files})
    check_sums(tmp_path, ask(tmp_path, "lamp.py::turn_on", places="all"))


def test_files_that_git_does_not_track_count_and_ignored_ones_do_not(tmp_path: Path) -> None:
    build(tmp_path, {"lamp.py": "def turn_on():\n    pass\n", ".gitignore": "ignored.py\n"})
    (tmp_path / "new.py").write_text("from lamp import turn_on\n\nturn_on()\n")
    (tmp_path / "ignored.py").write_text("turn_on()\n")
    (tmp_path / "link.py").symlink_to("new.py")
    account = check_sums(tmp_path, ask(tmp_path, "lamp.py::turn_on", places="all"))
    assert account["occurrences"] == 3


def test_a_file_that_changed_since_the_scan_is_unread(tmp_path: Path) -> None:
    build(tmp_path, {"lamp.py": "def turn_on():\n    pass\n", "use.py": "x = 1\n"})
    (tmp_path / "use.py").write_text("from lamp import turn_on\n\nturn_on()\n")
    impact = ask(tmp_path, "lamp.py::turn_on", places="all", scan=False)
    account = check_sums(tmp_path, impact)
    assert account["unread"] == 2
    assert ask(tmp_path, "lamp.py::turn_on").account == {
        **account,
        "unread": 0,
        "uses": 1,
        "other": 2,
    }


def test_a_constructor_is_accounted_for_by_the_name_of_its_class(tmp_path: Path) -> None:
    lamp = "class Lamp:\n    def __init__(self, size):\n        self.size = size\n"
    build(tmp_path, {"lamp.py": lamp, "use.py": "from lamp import Lamp\n\nLamp(3)\n"})
    impact = ask(tmp_path, "lamp.py::Lamp.__init__", places="all")
    account = check_sums(tmp_path, impact)
    assert account["name"] == "Lamp"
    assert find(impact, "uses") == {("use.py", 3)}


def test_a_removed_symbol_is_looked_for_by_its_name(tmp_path: Path) -> None:
    files = {
        "lamp.py": "class Lamp:\n    def turn_on(self):\n        pass\n",
        "use.py": "import lamp\n\n\ndef f(lamp):\n    lamp.turn_on()\n",
    }
    build(tmp_path, files)
    (tmp_path / "lamp.py").write_text("class Lamp:\n    pass\n")
    impact = open_project(tmp_path).analyze_change()
    assert find(impact, "likely") | find(impact, "possible") == {("use.py", 5)}
