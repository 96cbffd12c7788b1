"""The forms of an answer: short, complete in numbers, and safe whatever names are in it."""

from __future__ import annotations

import contextlib
import html
import json
import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripplegraph import open_project
from ripplegraph.cli.output import escape
from ripplegraph.impact.formats.budget import build_budgeted
from ripplegraph.impact.formats.diagrams import SHOWN, build_dot, build_mermaid
from ripplegraph.impact.formats.markdown import build_markdown, code
from ripplegraph.impact.formats.markdown import escape as escape_markdown
from ripplegraph.impact.formats.text import build_text
from ripplegraph.impact.report import AttachedMemory, CoChangedFile, Impact, Target
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.examples import choose
from tests.support.impacts import build_project, show, write
from tests.support.repository import commit_all

DEPENDENTS = choose(3_000, fewest=1_200)
VERIFY = "pkg/core.py::verify"
HOSTILE = 'a"b[c]{d}|e`f\n<script>alert(1)</script>\\"]--> @all #1 \x1b[31m.py'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_project(tmp_path_factory.mktemp("forms") / "p", scan=False)
    used = {f"big/m{at:04}.py": "from hub import h\n\nh()\n" for at in range(DEPENDENTS - 1)}
    write(root, {"hub.py": "def h():\n    return 1\n", **used, "far.py": "import big.m0000\n"})
    write(root, {"big/last.py": "import hub\n\n\ndef go():\n    return hub.h()\n"})
    commit_all(root, "big")
    assert run_ripple("scan", folder=root).code == 0
    return root


@pytest.fixture(scope="module")
def small(project: Path) -> Impact:
    return open_project(project).analyze_impact([VERIFY, "bad.py"], scan=False)


@pytest.fixture(scope="module")
def large(project: Path) -> Impact:
    return open_project(project).analyze_impact(["hub.py"], scan=False)


def plain(text: str, _: str) -> str:
    return escape(text)


@pytest.mark.walk
def test_nothing_is_hidden_of_many_dependents(project: Path) -> None:
    text = show(project, "hub.py")
    lines = text.splitlines()
    assert len(text) < 4_096
    assert f"{DEPENDENTS + 1:,} dependents ({DEPENDENTS:,}, 1 by depth)" in text
    shown = [line for line in lines if re.match(r"  0\.\d\d  1  big/", line)]
    assert f"  ... {DEPENDENTS - len(shown):,} more" in lines
    assert text.count("  2  far.py") == 1


@pytest.mark.parametrize(
    ("limit", "rows"), [([], 10), (["--limit", "5"], 5), (["--limit", "0"], DEPENDENTS)]
)
def test_as_many_rows_as_were_asked_for(project: Path, limit: list[str], rows: int) -> None:
    text = show(project, "hub.py", *limit, "--no-scan")
    markdown = show(project, "hub.py", *limit, "--no-scan", "--format", "markdown")
    data = json.loads(show(project, "hub.py", *limit, "--no-scan", "--json"))
    assert len(data["direct_dependents"]) == rows
    assert len(re.findall(r"^\| `big/.* \| 1 \|", markdown, re.MULTILINE)) == rows
    left = DEPENDENTS - rows
    assert data["omitted"]["by_limit"] == left
    assert (f"... and {left:,} more." in markdown) == bool(left)
    assert len(re.findall(r"^  0\.\d\d  1  big/", text, re.MULTILINE)) == rows
    assert (f"... {DEPENDENTS - rows:,} more" in text) == (rows < DEPENDENTS)


def test_depth(project: Path) -> None:
    near = json.loads(show(project, VERIFY, "--json", "--depth", "1"))
    assert near["counts"]["by_depth"] == [3]
    assert near["omitted"]["beyond_depth"] == 4
    assert "4 beyond" in show(project, VERIFY, "--depth", "1")
    far = json.loads(show(project, VERIFY, "--json", "--depth", "0"))
    assert far["counts"]["by_depth"] == [3, 4]
    assert far["omitted"]["beyond_depth"] == 0


def test_every_count_is_in_every_form(large: Impact) -> None:
    total = f"{DEPENDENTS + 1:,} dependents"
    assert total in "\n".join(build_text(large, plain))
    assert total in build_markdown(large)
    assert f"... and {DEPENDENTS - 50:,} more" in build_markdown(large)
    assert f"{DEPENDENTS + 1 - SHOWN:,} more dependents" in build_mermaid(large)
    assert f"{DEPENDENTS + 1 - SHOWN:,} more dependents" in build_dot(large)


def test_plain_when_piped_and_colored_when_asked(project: Path) -> None:
    assert "\x1b" not in show(project, VERIFY)
    assert "\x1b[" in show(project, VERIFY, "--color=always")
    assert "\x1b" not in show(project, VERIFY, "--color=never")
    done = run_ripple("analyze-impact", VERIFY, folder=project, environment={"NO_COLOR": "1"})
    assert "\x1b" not in done.output


def test_what_is_not_known_comes_first(small: Impact) -> None:
    assert next(build_text(small, plain)).startswith("not known: bad.py has a syntax error")
    assert build_markdown(small).splitlines()[2].startswith("> **Not known:**")
    assert build_budgeted(small, 150).startswith("not known: bad.py")


def test_paths_tests_and_other_forms(project: Path) -> None:
    paths = show(project, "pkg/core.py", "--format", "paths").splitlines()
    assert paths[:2] == ["pkg/use.py", "sub/mod.py"]
    assert "tests/test_use.py" in paths
    assert len(paths) == len(set(paths))
    tests = show(project, "pkg/core.py", "--tests-only")
    assert tests == "tests/test_use.py::test_login\n"


def test_an_exit_code_for_ci(project: Path) -> None:
    for highest, code_ in (("0", 1), ("0.1", 1), ("0.9", 0), ("1", 0)):
        done = run_ripple("analyze-impact", VERIFY, "--fail-above", highest, folder=project)
        assert done.code == code_
        assert VERIFY in done.output
    for wrong in ("1.5", "-1", "nan", "x"):
        done = run_ripple("analyze-impact", VERIFY, f"--fail-above={wrong}", folder=project)
        assert_clear_failure(done, code=2)


@pytest.mark.parametrize("other", [["--json"], ["--format", "markdown"], ["--tests-only"]])
def test_a_budget_is_for_text(project: Path, other: list[str]) -> None:
    done = run_ripple("analyze-impact", VERIFY, "--budget", "500", *other, folder=project)
    assert done.code == 2
    assert "--budget" in done.output + done.errors


# Budgets ---------------------------------------------------------------------------------------


@settings(deadline=None)
@given(budget=st.integers(1, 6_000))
def test_no_answer_exceeds_its_budget(small: Impact, large: Impact, budget: int) -> None:
    for impact in (small, large, _make_hostile(small)):
        text = build_budgeted(impact, budget, escape)
        assert len(text) <= budget
        assert text.endswith("\n")


def test_all_small_budgets(small: Impact) -> None:
    whole = build_budgeted(small, 100_000)
    for budget in range(1, len(whole) + 2):
        text = build_budgeted(small, budget)
        assert len(text) <= budget
        assert text == whole or "dropped to fit: " in text or whole.startswith(text[:-4])
    assert "dropped" not in whole


def test_a_budget_keeps_the_most_useful_and_says_what_it_dropped(large: Impact) -> None:
    text = build_budgeted(large, 600)
    assert f"{DEPENDENTS + 1:,} dependents" in text
    shown = text.count("  1  big/")
    assert shown
    assert f"{50 - shown} direct dependents" in text.splitlines()[-1]


def test_the_command_keeps_its_budget(project: Path) -> None:
    for budget in (1, 2, 40, 300, 5_000):
        assert len(show(project, VERIFY, "--budget", str(budget))) <= budget


# Hostile names ---------------------------------------------------------------------------------


def _make_hostile(impact: Impact) -> Impact:
    row = impact.direct_dependents[0]
    hostile = row._replace(id=HOSTILE, path=HOSTILE, steps=(HOSTILE, VERIFY), via=HOSTILE)
    return impact._replace(
        targets=(*impact.targets, Target(HOSTILE, "file", HOSTILE, None, HOSTILE)),
        direct_dependents=(hostile, *impact.direct_dependents),
        co_changes=(CoChangedFile(HOSTILE, 0.5, 2, 3),),
    )


def test_hostile_names_stay_on_their_line(small: Impact) -> None:
    plain_lines = len(list(build_text(small, plain)))
    lines = list(build_text(_make_hostile(small), plain))
    assert len(lines) == plain_lines + 4
    assert not any("\x1b" in line or "\n" in line for line in lines)


def test_hostile_names_are_text_in_markdown(small: Impact) -> None:
    text = build_markdown(_make_hostile(small))
    assert "<script" not in text
    assert "\x1b" not in text
    assert "@all" not in text.replace("&#64;all", "")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.split(r"(?<!\\)\|", row)) for row in rows} == {6}


@given(st.text())
def test_code_and_text_in_markdown_are_what_they_were(text: str) -> None:
    for shown in (code(text), escape_markdown(text)):
        assert "\n" not in shown
        assert "<script" not in shown
    spelled = code(text)
    if spelled.startswith("<code>"):
        inner = spelled.removeprefix("<code>").removesuffix("</code>")
        assert not set(inner) & set("<>`|*_[]\\\n") - {"_"}
        assert len(html.unescape(inner)) <= len(text) + 1
    assert not re.search(r"(?<!\\)\|", escape_markdown(text))


LABEL = r'"(?:[^"\\\n]|\\.)*"'


def test_hostile_names_are_labels_in_pictures(small: Impact) -> None:
    hostile = _make_hostile(small)
    for line in build_dot(hostile).splitlines()[2:-1]:
        assert re.fullmatch(
            rf"  (n\d+|rest) \[label={LABEL}(, \w+=\w+)?\];|  n\d+ -> n\d+;", line
        ), line
    for line in build_mermaid(hostile).splitlines()[1:]:
        assert re.fullmatch(
            r'    (n\d+|rest)(\[\[?)"[^"<>\[\]\n]*"\]\]?|    n\d+ --> n\d+', line
        ), line


def test_each_thing_is_drawn_once(project: Path) -> None:
    asked = ["pkg/core.py", "sub/mod.py", "./pkg/core.py"]
    impact = open_project(project).analyze_impact(asked, scan=False)
    lines = build_dot(impact).splitlines()
    numbers = [line.split()[0] for line in lines if "label=" in line]
    assert len(numbers) == len(set(numbers))


# What a newcomer sees --------------------------------------------------------------------------

LONG = "Tried caching lookups with lru_cache: the `verify` results went stale. " + "Why? " * 200


@pytest.fixture
def noted(small: Impact) -> Impact:
    """An answer with two memories: a long one, and one whose title says something else."""
    freshness = {"verdict": "fresh", "reason": "", "checked_at": ""}
    note = AttachedMemory(
        id="01ABCDEFGHJKMNPQRSTVWXYZ00",
        type="dead_end",
        title="Tried caching lookups with lru_cache:…",
        content=LONG.strip(),
        label="",
        confidence=0.9,
        freshness=freshness,
        provenance={},
        attached_to=VERIFY,
        distance=0,
    )
    other = note._replace(
        id="01ABCDEFGHJKMNPQRSTVWXYZ11", title="Sessions", content="One a user.\n\nNo more."
    )
    return small._replace(memories={**small.memories, "dead_ends": (note, other)})


def test_memories_are_shown_with_their_text_and_a_mark_where_it_is_cut(noted: Impact) -> None:
    text = "\n".join(build_text(noted, plain))
    assert "dead ends: (id, text, what it is about)" in text
    assert "went stale. Why? Why?" in text
    assert "more characters: `ripple memories show TVWXYZ00`]" in text
    assert "  TVWXYZ11  Sessions: One a user. No more." in text.splitlines()
    whole = "\n".join(build_text(noted, plain, whole=True))
    assert whole.count("Why?") == 200
    assert "more characters" not in whole


def test_markdown_shows_code_as_code_and_memories_with_their_text(noted: Impact) -> None:
    text = build_markdown(noted)
    assert "\\`" not in text
    assert "`pkg/use.py::login` calls `pkg/core.py::verify`" in text
    assert "the `verify` results went stale" in text
    assert "more characters: `ripple memories show TVWXYZ00`" in text
    assert build_markdown(noted, whole=True).count("Why?") == 200


def test_a_budget_keeps_to_itself_with_long_memories(noted: Impact) -> None:
    for budget in (100, 400, 700, 1_000, 2_000):
        assert len(build_budgeted(noted, budget)) <= budget
    assert "ripple memories show" in build_budgeted(noted, 4_000)


def test_every_section_names_its_columns(small: Impact) -> None:
    lines = list(build_text(small, plain))
    assert "direct dependents: (score, depth, dependent, what in it, how)" in lines
    assert "tests: (score, depth, test, why)" in lines


def test_lines_fit_a_narrow_terminal(noted: Impact) -> None:
    wide = " ".join(" ".join(build_text(noted, plain)).split())
    for width in (60, 80, 120):
        lines = "\n".join(build_text(noted, plain, width=width)).splitlines()
        assert max(map(len, lines)) <= width
        assert " ".join(" ".join(lines).split()) == wide


def test_a_terminal_of_eighty_columns(project: Path) -> None:
    """A real one: what a person sees."""
    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, (24, 80))
    command = [sys.executable, "-m", "ripplegraph", "analyze-impact", VERIFY, "--no-scan"]
    with subprocess.Popen(command, cwd=project, stdout=writer):
        os.close(writer)
        shown = _read_all(reader)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert any(line.startswith("direct dependents:") for line in lines)
    assert max(map(len, lines)) <= 80


def _read_all(reader: int) -> str:
    parts = []
    # A terminal that nobody writes to any more is an error on Linux.
    with contextlib.suppress(OSError):
        while part := os.read(reader, 65_536):
            parts.append(part)
    os.close(reader)
    return b"".join(parts).decode().replace("\r\n", "\n")
