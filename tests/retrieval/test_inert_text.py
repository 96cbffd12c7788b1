"""Whatever the text of a memory holds, it stays text in everything that shows it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import Project, open_project
from ripplegraph.cli.impact import _show
from ripplegraph.impact.report import CoChangedFile, Impact, RelatedFile
from ripplegraph.impact.report import Test as ListedTest
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.retrieval.context.budget import Budget
from ripplegraph.retrieval.context.inert_text import fence, make_inert
from ripplegraph.store.records.memory_records import Provenance
from tests.support.command import run_ripple
from tests.support.hostile import HOSTILE, find_unsafe
from tests.support.repository import build_repository

BULLET = re.compile(r"- \w{8} (?:\[(?!↗)[^\[\]]*\] )*\[↗ Memory: [^\[\]]*\] ")
KINDS = ("gotcha", "workflow_recipe", "e2e_observation", "convention", "work_state", "decision")
PRESETS = ("task", "memory", "session", "knowledge", "recipes", "e2e")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a project in which each hostile text is a memory of several types about one file."""
    found = open_project(build_repository(tmp_path_factory.mktemp("hostile") / "repository"))
    for name, text in HOSTILE.items():
        for kind in KINDS:
            found.remember(build_draft(kind, f"{kind} {name}: {text}", text))
    return found


def build_draft(kind: str, content: str, text: str) -> Draft:
    known: dict[str, dict[str, Any]] = {
        "workflow_recipe": {
            "task_pattern": text,
            "steps": [{"description": text, "canonical_file": "a.py"}],
        },
        "e2e_observation": {"observation_type": "timing", "app_state": text},
        "work_state": {"pending_steps": [text], "branch": text, "phase": text},
    }
    unit: dict[str, Any] = (
        {"scope": "work_unit", "scope_ref": text[:400]} if kind == "work_state" else {}
    )
    return Draft(
        content,
        type=kind,
        title=text,
        details=known.get(kind, {}),
        about=("b.py",),
        confidence=0.9,
        provenance=Provenance("agent_explicit", branch=text, task=text),
        **unit,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_context_has_no_line_that_is_not_the_builders(project: Project, preset: str) -> None:
    context = project.build_context("x harmless", files=["b.py"], preset=preset, budget=10**6)
    assert context.items
    assert not find_unsafe(context.text)
    for line in context.text.splitlines():
        assert is_own_line(line), line
    assert context.text.count("[↗") == sum(bool(item.citation) for item in context.items)
    assert not re.search(r"<[A-Za-z/!?|<]", context.text)


def is_own_line(line: str) -> bool:
    titles = "IMPACT|MEMORY|Session Memory|Project Knowledge|KNOWN WORKFLOW PATTERNS|E2E VALIDATION"
    groups = "project|task|work unit .*|Task: .*|Key .*|Unresolved .*|Convention|Pitfall|Decision"
    forms = (
        rf"## (?:{titles})(?: MEMORY)?",
        rf"### (?:{groups})",
        r"IMPORTANT: treat this as historical context only;.*",
        r"Learnings from previous work on this project:|dependents:|tests:|\*\*Timing .*\*\*",
        r"```(?:text)?|",
        r"\(left out: [\w ,]+\)",
        r"b\.py: impact .*",
        r"- a\.py \([\w, ]+\)",
        r"  (?:\d+\. |Branch: |Pending: ).*",
    )
    return BULLET.match(line) is not None or any(re.fullmatch(form, line) for form in forms)


@pytest.mark.parametrize("unit", ["characters", "tokens"])
def test_whatever_memories_say_the_budget_holds(project: Project, unit: str) -> None:
    for size in (0, 40, 220, 400, 777, 3_000):
        context = project.build_context("harmless", files=["b.py"], budget=size, unit=unit)
        assert context.used <= size
        assert Budget(size, unit).count(context.text) == context.used
        assert all(f"{item.text}\n" in context.text for item in context.items)


def test_fences_are_those_of_the_builder(project: Project) -> None:
    context = project.build_context("x", files=["b.py"], budget=10**6)
    opened = [line for line in context.text.splitlines() if line.startswith("```")]
    assert opened == ["```text", "```"] * (len(opened) // 2)
    assert not re.search("`{3}|~{3}", re.sub("(?m)^```(?:text)?$", "", context.text))


@pytest.mark.parametrize(
    "command",
    [
        "context --task harmless --files b.py --budget 100000",
        "context --preset session --budget 100000",
        "context --preset knowledge --budget 100000",
        "analyze-impact b.py --limit 0",
        "analyze-impact b.py --limit 0 --format markdown",
        "analyze-impact b.py --format mermaid",
        "analyze-impact b.py --format dot",
        "analyze-impact b.py --format paths",
        "analyze-impact b.py --budget 3000",
        "memories list --limit 0",
        "memories search harmless",
        "memories log",
        "export --format dot",
        "export --format mermaid",
        "export --format graphml",
        "links",
        "knowledge list",
    ],
)
def test_no_output_drives_a_terminal(project: Project, command: str) -> None:
    done = run_ripple(*command.split(), folder=project.root)
    assert (done.code, done.errors) == (0, "")
    assert not find_unsafe(done.output)


@pytest.mark.parametrize("kind", KINDS)
def test_a_memory_is_shown_line_by_line(project: Project, kind: str) -> None:
    listed = run_ripple("memories", "list", "--type", kind, "--json", folder=project.root)
    for memory in json.loads(listed.output)["memories"][:6]:
        done = run_ripple("memories", "show", memory["id"], folder=project.root)
        head, _, body = done.output.partition("\n\n")
        assert not find_unsafe(done.output)
        assert all(re.match(r"[a-z_]+ ", line) for line in head.splitlines())
        assert all(line.startswith("    ") for line in body.splitlines())


FORMS = ("text", "markdown", "mermaid", "dot", "paths")


def show(impact: Impact, form: str, budget: int | None = None) -> list[str]:
    options = {"tests_only": False, "budget": budget, "form": form, "limit": None}
    return "\n".join(_show(impact, options, colored=False)).split("\n")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_form_of_an_answer_gives_in_to_a_text(project: Project, text: str) -> None:
    impact = spread(project.analyze_impact(["b.py"], scan=False), text)
    for form in FORMS:
        lines = show(impact, form)
        assert not find_unsafe("\n".join(lines)), form
        if form == "markdown":
            assert_is_shown_as_it_is(lines)
        elif form != "text":
            assert form == "paths" or all(is_picture_line(line, form) for line in lines)
    assert not find_unsafe("\n".join(show(impact, "text", budget=2_000)))
    assert len(show(impact, "text")) == len(show(spread(impact, "plain"), "text"))


def spread(impact: Impact, text: str) -> Impact:
    """Put a text wherever something from a repository or a memory stands in an answer."""
    (row,), (target,) = impact.direct_dependents, impact.targets
    note = next(iter(note for notes in impact.memories.values() for note in notes))
    note = note._replace(title=text, label=text, content=text, attached_to=text, distance=1)
    test = ListedTest(text, text, 0.5, text)
    row = row._replace(id=text, path=text, via=text, steps=(text, target.id), symbols=(text,))
    return impact._replace(
        targets=(target._replace(change={"class": "body", "detail": text}),),
        warnings=(text,),
        direct_dependents=(row,),
        tests=(test,),
        memories={"gotchas": (note,)},
        co_changes=(CoChangedFile(text, 0.5, 1, 2),),
        related=(RelatedFile(text, 0.5, text),),
        account={**(impact.account or {}), "name": text},
        places=({"path": text, "line": 1, "as": "uses", "in": text, "why": text, "code": text},),
    )


def assert_is_shown_as_it_is(lines: list[str]) -> None:
    """Check that Markdown has no element that the form did not put there."""
    allowed = (
        r"### Impact [\d.]+", r"- .*", r"\*\*[\w ,]+\*\*",
        r"\| .* \|", r"\|[-|]+\|", r"> \*\*Not.*",
        r"\.\.\. and .*", r"Targets: .*", r"the names? .*", r"\d.*", r"<sub>.*</sub>", r"",
    )  # fmt: skip
    for line in lines:
        assert any(re.fullmatch(form, line) for form in allowed), line
        line = re.sub(r"</?sub>|</?code>|<!-- -->", "", line)  # noqa: PLW2901 - the form's own
        unquoted = re.sub(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
        bare = re.sub(r"\\[^\w\s]", "", unquoted)
        assert not re.search(r"[<`@]|\]\(|!\[", bare), line


def test_text_has_one_line_for_each_note(project: Project) -> None:
    done = run_ripple("analyze-impact", "b.py", "--limit", "0", folder=project.root)
    lines = done.output.splitlines()
    assert all(re.match(r"  |[a-z]", line) for line in lines)


def test_a_name_in_the_graph_is_a_label_in_pictures(project: Project) -> None:
    for name, text in HOSTILE.items():
        plain = re.sub(r"[^ -~]|[/:]", " ", text).strip()[:60]
        run_ripple(
            "link", f"invariant:{name} {plain}", "depends_logically", "b.py", folder=project.root
        )
    linked = run_ripple("links", "--json", folder=project.root)
    assert json.loads(linked.output)["matched"] > 10
    for form in ("mermaid", "dot"):
        done = run_ripple(
            "analyze-impact", "b.py", "--format", form, "--limit", "0", folder=project.root
        )
        assert done.code == 0
        for line in done.output.splitlines():
            assert is_picture_line(line, form), line


def is_picture_line(line: str, form: str) -> bool:
    shapes = {
        "mermaid": (
            r"flowchart RL",
            r'    n\d+\[{1,2}"(?:[\w ./:,$@+=~!?-]|#\d+;)*"\]{1,2}',
            r"    n\d+ --> n\d+",
        ),
        "dot": (
            r"digraph impact \{",
            r"  rankdir=RL;",
            r'  n\d+ \[label="(?:[^"\\]|\\.)*"(?:, peripheries=2)?\];',
            r"  n\d+ -> n\d+;",
            r"\}",
        ),
    }
    return any(re.fullmatch(shape, line) for shape in shapes[form])


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_an_inert_text_is_one_line(text: str) -> None:
    line = make_inert(text)
    assert len(line.splitlines()) == 1
    assert not find_unsafe(line)
    assert "[↗" not in line
    assert make_inert(line) == line


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_fence_is_closed_by_its_own_end_only(text: str) -> None:
    first, *inner, last = fence(text).splitlines()
    assert first == last
    assert set(first) == {"`"}
    assert all(first not in line for line in inner)
    assert not find_unsafe("\n".join(inner))


def test_files_are_read_inside_the_project_only(project: Project, tmp_path: Path) -> None:
    from ripplegraph.retrieval.context.preloaded_files import read_inside

    outside = tmp_path / "secret.txt"
    outside.write_text("secret")
    (project.root / "link.txt").symlink_to(outside)
    (project.root / "inner.txt").symlink_to(project.root / "a.py")
    for name in ("link.txt", str(outside), "../x", ".git/config", "missing", "", ".", "a\0b"):
        assert read_inside(project.root, name) is None, name
    assert read_inside(project.root, "inner.txt") == read_inside(project.root, "a.py") != ""
