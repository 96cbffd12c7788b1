"""The order of rows: the product, its tests, examples, generated code; and what is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.graph.file_order import EXAMPLES, GENERATED, PRODUCT, TESTS, rank_file
from ripplegraph.impact.formats.markdown import build_markdown
from ripplegraph.impact.report import Impact
from ripplegraph.server.rows import describe_impact
from tests.support.command import run_ripple
from tests.support.impacts import build_project, show

USE = "from queue_app.app import App\n\n\ndef {}():\n    return App().send('x')\n"
FILES = {
    "queue_app/__init__.py": "",
    "queue_app/app.py": """class App:
    def send(self, name, args=None, retries=0):
        return name, args, retries


def make_app():
    return App()
""",
    "queue_app/task.py": """from queue_app.app import App


class Task:
    app: App

    def delay(self, *args):
        return self.app.send("task", args)
""",
    "queue_app/beat.py": """import queue_app.app


class Scheduler:
    def __init__(self, app):
        self.app = app

    def tick(self, entry):
        return self.app.send(entry, args=entry.args)
""",
    "queue_app/call.py": """from queue_app import app as apps


def call(context, name):
    print(apps)
    return context.obj.app.send(
        name,
        retries=1,
    )
""",
    "queue_app/canvas.py": """from functools import partial

from queue_app.app import App


class Signature:
    def __init__(self, app):
        self._app = app

    def resolve(self):
        return partial(self._app.send, "task")

    def hand_on(self):
        send = self._app.send
        return send
""",
    "tests/test_app.py": USE.format("test_send") + "\n\ndef test_again():\n    App().send(1)\n",
    "tests/helper.py": USE.format("help_out"),
    "examples/demo.py": USE.format("demo"),
    "queue_app/app_pb2.py": USE.format("generated"),
}
SEND = "queue_app/app.py::App.send"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("order") / "p", FILES)


@pytest.fixture(scope="module")
def impact(project: Path) -> Impact:
    return open_project(project).analyze_impact([SEND], scan=False)


PAGE = Path(__file__).parents[2] / "docs/how-to/know-that-nothing-was-missed.md"


def test_the_page_about_it_shows_what_ripple_says(project: Path) -> None:
    _, shown = PAGE.read_text(encoding="utf-8").split("$ ripple analyze-impact ", 1)
    first, *lines = shown.partition("```")[0].splitlines()
    assert first == SEND
    assert show(project, SEND).splitlines()[: len(lines)] == lines


def find_sections(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    rows: list[str] = []
    for line in text.splitlines():
        if line.startswith("  "):
            rows.append(line.strip())
        elif line.endswith(")") and ": (" in line:
            rows = found.setdefault(line.partition(":")[0], [])
    return found


def test_all_callers_have_their_lines_and_so_have_those_who_hand_it_on(impact: Impact) -> None:
    places = {f"{row['path']}:{row['line']}": row["as"] for row in impact.places}
    assert places["queue_app/task.py:8"] == "uses"
    assert places["queue_app/beat.py:9"] == "likely"
    assert places["queue_app/call.py:6"] == "likely"
    assert places["queue_app/canvas.py:11"] == "likely"
    assert places["queue_app/canvas.py:14"] == "likely"


def test_one_answer_over_mcp_holds_them(impact: Impact) -> None:
    _, sections = describe_impact(impact)
    rows = {section.name: section.rows for section in sections}
    assert "queue_app/task.py: 8" in rows["uses"]
    assert rows["likely"] == [
        "queue_app/beat.py: 9",
        "queue_app/canvas.py: 11, 14",
        "queue_app/call.py: 6",
    ] or sorted(map(str, rows["likely"])) == [
        "queue_app/beat.py: 9",
        "queue_app/call.py: 6",
        "queue_app/canvas.py: 11, 14",
    ]


def test_the_product_comes_before_tests_and_these_before_examples(impact: Impact) -> None:
    for rows in (impact.direct_dependents, impact.possible_dependents, impact.overriders):
        ranks = [rank_file(row.path or "") for row in rows]
        assert ranks == sorted(ranks)
    order = list(dict.fromkeys(rank_file(row.path or "") for row in impact.direct_dependents))
    assert order == [PRODUCT, TESTS, EXAMPLES, GENERATED]


def test_files_come_in_this_order_whatever_the_limit(project: Path) -> None:
    whole = open_project(project).analyze_impact(["queue_app/app.py"], limit=None, scan=False)
    paths = [row.id for row in whole.direct_dependents]
    assert [rank_file(path) for path in paths] == sorted(map(rank_file, paths))
    for limit in range(1, len(paths)):
        some = open_project(project).analyze_impact(["queue_app/app.py"], limit=limit, scan=False)
        assert [row.id for row in some.direct_dependents] == paths[:limit]


def test_each_test_is_listed_once_and_every_row_has_its_line(project: Path) -> None:
    sections = find_sections(show(project, SEND))
    rows = sections["direct dependents"]
    assert not [row for row in rows if "::test_" in row]
    assert [row for row in rows if "tests/helper.py::help_out" in row]
    assert all(" in line " in row for row in rows if "::" in row)
    tests = sections["tests"]
    assert len(tests) == 2
    assert all("  line " in row for row in tests)
    assert sections["uses"] == ['queue_app/task.py:8  return self.app.send("task", args)']
    assert "tests/test_app.py: 5, 9" in sections["uses in tests"]
    assert sections["uses in examples"] == ["examples/demo.py: 5"]
    assert sections["uses in generated code"] == ["queue_app/app_pb2.py: 5"]


def test_all_forms_say_the_same_counts(project: Path, impact: Impact) -> None:
    counts = impact.counts
    text, markdown = show(project, SEND), build_markdown(impact)
    data: dict[str, Any] = json.loads(show(project, SEND, "--json"))
    head, _ = describe_impact(impact)
    assert data["counts"] == {**counts, "by_depth": list(counts["by_depth"])}
    assert head["dependents_by_depth"] == list(counts["by_depth"])
    assert head["counts"]["likely"] == counts["likely_dependents"]
    assert head["counts"]["tests"] == counts["tests"]
    for said in (f"{sum(counts['by_depth'])} dependents", f"{counts['likely_dependents']} likely"):
        assert said in text
        assert said in markdown


def test_a_trace_says_what_it_left_out(project: Path) -> None:
    few = open_project(project).trace(SEND, limit=2, depth=1)
    every = open_project(project).trace(SEND, limit=None, depth=1)
    assert len(few.callers) == 2
    assert few.omitted_callers == len(every.callers) - 2
    assert every.omitted_callers == 0
    ranks = [rank_file(call.path) for call in every.callers]
    assert ranks == sorted(ranks)
    assert every.unresolved_calls > 0
    text = run_ripple("trace", SEND, "--limit", "2", folder=project).output
    assert f"  ... {few.omitted_callers} more" in text.splitlines()
    assert "to nothing known and may mean it: ripple analyze-impact" in text
    whole = run_ripple("trace", SEND, "--limit", "0", "--depth", "1", folder=project).output
    assert " more" not in whole


def test_dependents_say_what_they_do_not_know(project: Path) -> None:
    reach = open_project(project).dependents(SEND)
    assert reach.unresolved_calls > 0
    text = run_ripple("dependents", SEND, "--limit", "1", folder=project).output
    assert re.search(rf"{reach.total} dependents .*; {reach.total - 1} not shown", text)
    assert f"{reach.unresolved_calls} calls by its name lead to nothing known" in text


@pytest.mark.parametrize(
    ("path", "rank"),
    [
        ("src/app.py", PRODUCT),
        ("src/generator.py", PRODUCT),
        ("tests/test_app.py", TESTS),
        ("docs/conf.py", EXAMPLES),
        ("api/shop_pb2.py", GENERATED),
        ("api/shop.pb.go", GENERATED),
        ("src/generated/client.ts", GENERATED),
        ("src/routeTree.gen.ts", GENERATED),
        ("lib/user.g.dart", GENERATED),
    ],
)
def test_the_rank_of_files(path: str, rank: int) -> None:
    assert rank_file(path) == rank
