"""Every command, tool and method resolves a target alike, and refuses a bad one alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client

from ripplegraph import open_project
from ripplegraph.errors import RippleError
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.impacts import CORE, build_project
from tests.support.mcp_client import build_stdio, get_answer, get_text, talk
from tests.support.target_questions import LISTS, OTHER, QUESTIONS, Question, ask_json
from tests.support.templates import make_copy

INVARIANT = "invariant:stock-never-negative"
FILES = {
    ".gitignore": "ignored.py\n",
    "a.py": "def at_root():\n    return 1\n",
    OTHER: "def other_thing():\n    return 1\n",
    "pkg/__init__.py": "",
    "pkg/core.py": CORE,
    "pkg/twin.py": "import json\n\n\ndef verify(x):\n    return json.dumps(x)\n",
    "sub/a.py": "def in_sub():\n    return 1\n",
    "sub/mod.go": "package sub\n\nfunc Go2() int {\n\treturn 1\n}\n",
}
FORMS = {
    "file": ("pkg/core.py", "pkg/core.py", "file"),
    "file with ./": ("./pkg/core.py", "pkg/core.py", "file"),
    "file in another way": ("pkg/../pkg//core.py", "pkg/core.py", "file"),
    "symbol": ("pkg/core.py::verify", "pkg/core.py::verify", "symbol"),
    "method": ("pkg/core.py::Box.open", "pkg/core.py::Box.open", "symbol"),
    "line": ("pkg/core.py:7", "pkg/core.py::verify", "symbol"),
    "line and column": ("pkg/core.py:17:9", "pkg/core.py::Box.open", "symbol"),
    "line outside of symbols": ("pkg/core.py:5", "pkg/core.py", "file"),
    "bare name": ("Go2", "sub/mod.go::Go2", "symbol"),
    "end of a dotted name": ("Box.open", "pkg/core.py::Box.open", "symbol"),
    "symbolic link": ("link.py", "pkg/core.py", "file"),
    "symbol over a symbolic link": ("link.py::verify", "pkg/core.py::verify", "symbol"),
    "folder": ("pkg/", "pkg/", "folder"),
    "folder without slash": ("pkg", "pkg/", "folder"),
    "project": (".", "./", "everything"),
    "pattern": ("pkg/*.py", "pkg/*.py", "pattern"),
    "pattern over folders": ("**/a.py", "**/a.py", "pattern"),
    "package": ("ext:json", "ext:json", "package"),
    "knowledge": (INVARIANT, INVARIANT, "knowledge"),
    "knowledge in other words": ("invariant:Stock never negative!", INVARIANT, "knowledge"),
}
"""The text, the id that it means, and what that is."""
FROM_SUB = {
    "file from here": ("mod.go", "sub/mod.go", "file"),
    "symbol from here": ("mod.go::Go2", "sub/mod.go::Go2", "symbol"),
    "folder above": ("../pkg", "pkg/", "folder"),
    "pattern from here": ("*.go", "sub/*.go", "pattern"),
    "file from the root": ("pkg/core.py", "pkg/core.py", "file"),
    "this folder": (".", "sub/", "folder"),
}
REFUSED = {
    "trace": {"file", "folder", "everything", "pattern", "package", "knowledge"},
    "link": {"everything", "pattern"},
}
"""What a question has no answer for."""
BAD = {
    "unknown file": "nope.py",
    "misspelled file": "pkg/cor.py",
    "misspelled symbol": "pkg/core.py::verifi",
    "misspelled name": "at_rooot",
    "several symbols": "verify",
    "outside": "../outside.py",
    "ignored": "ignored.py",
    "no such line": "pkg/core.py:400",
    "pattern without matches": "pkg/*.rs",
    "misspelled package": "ext:jsn",
}


def build(folder: Path) -> None:
    build_project(folder, FILES, scan=False)
    (folder / "link.py").symlink_to("pkg/core.py")
    (folder / "ignored.py").write_text("x = 1\n")
    for target in (
        "pkg/core.py::Box.open",
        "pkg/core.py::verify",
        "sub/mod.go::Go2",
        "a.py",
        "ext:json",
    ):
        words = ("remember", "--json", "--about", target, "--", f"Know {target}.")
        assert ask_json(folder, *words)[0] == 0
        assert ask_json(folder, "link", "--json", target, "flows_to", INVARIANT)[0] == 0
    words = ("remember", "--json", "--about", INVARIANT, "--", "Know the stock.")
    assert ask_json(folder, *words)[0] == 0


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("targets") / "p"
    make_copy(build, root)
    assert ask_json(root, "scan", "--json")[0] == 0
    return root


def resolve(project: Path, question: Question, text: str, folder: str = "") -> str:
    """Return the id that a command takes a text for; a refusal names it, too."""
    code, answer = ask_json(project, *question.build(text), folder=folder)
    if code == 2:
        message = answer["error"]["message"]
        return f"refused {message.partition(' is no ')[0].partition(' cannot be ')[0]}"
    return question.read(answer)


def expect(name: str, text: str, found: str, kind: str) -> str:
    if kind not in REFUSED.get(name, ()):
        return found
    return f"refused {text!r}" if name == "link" else f"refused {found}"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_target_means_the_same_to_every_command(project: Path, name: str, form: str) -> None:
    text, found, kind = FORMS[form]
    assert resolve(project, QUESTIONS[name], text) == expect(name, text, found, kind)


@pytest.mark.parametrize("form", FROM_SUB)
@pytest.mark.parametrize("name", [name for name in QUESTIONS if not name.startswith("path")])
def test_a_path_is_relative_to_the_folder_of_every_command(
    project: Path, name: str, form: str
) -> None:
    text, found, kind = FROM_SUB[form]
    assert resolve(project, QUESTIONS[name], text, "sub") == expect(name, text, found, kind)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LISTS)
def test_lists_about_a_target_are_those_about_its_id(project: Path, name: str, form: str) -> None:
    text, found, _ = FORMS[form]
    question = Question(LISTS[name], str)
    answers = [ask_json(project, *question.build(target))[1] for target in (text, found)]
    key = "links" if name == "links" else "memories"
    listed, wanted = ({item["id"] for item in answer[key]} for answer in answers)
    assert listed == wanted
    assert listed


def get_error(answer: Mapping[str, Any]) -> tuple[str, str, str, tuple[str, ...]]:
    error = answer["error"]
    near = tuple(error.get("candidates", error.get("near", ())))
    return error["type"], error["message"], error["hint"], near


@pytest.mark.parametrize("form", BAD)
def test_a_bad_target_gets_the_same_error_everywhere(project: Path, form: str) -> None:
    text = BAD[form]
    commands = [question.build(text) for question in QUESTIONS.values()]
    commands += [Question(words, str).build(text) for words in LISTS.values()]
    answers = [ask_json(project, *words) for words in commands]
    assert {code for code, _ in answers} == {2}
    (error,) = {get_error(answer) for _, answer in answers}
    assert repr(text) in error[1] or "no line 400" in error[1]
    assert error[2]


def test_unknown_knowledge_gets_the_same_error_everywhere(project: Path) -> None:
    """Memories and links make a node of knowledge by naming it."""
    text = "invariant:stock-never-negativ"
    commands = [question.build(text) for question in QUESTIONS.values() if question.reading]
    commands += [Question(words, str).build(text) for words in LISTS.values()]
    (error,) = {get_error(ask_json(project, *words)[1]) for words in commands}
    assert error[2] == f"Did you mean {INVARIANT}?"


def get_targets(project: Path, text: str) -> dict[str, str]:
    """Return the id, or the error, that each method of Python gives for a target."""
    opened = open_project(project)
    wanted = MemoryFilter(about=text)
    calls: dict[str, Callable[[], str]] = {
        "analyze_impact": lambda: opened.analyze_impact([text]).targets[0].id,
        "dependents": lambda: opened.dependents(text).target,
        "dependencies": lambda: opened.dependencies(text).target,
        "find_path": lambda: opened.find_path(text, OTHER).source,
        "list_memories": lambda: str(opened.list_memories(wanted).returned),
        "search_memories": lambda: str(opened.search_memories("know", wanted).returned),
    }
    found = {}
    for name, call in calls.items():
        try:
            found[name] = call()
        except RippleError as error:
            found[name] = f"{error.message} {error.hint}"
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_target_means_the_same_to_python(project: Path, form: str) -> None:
    text, found, _ = FORMS[form]
    answers = get_targets(project, text)
    assert answers == get_targets(project, found)
    assert {answer for answer in answers.values() if not answer.isdecimal()} == {found}


@pytest.mark.parametrize("form", BAD)
def test_python_raises_the_errors_of_the_commands(project: Path, form: str) -> None:
    _, answer = ask_json(project, *QUESTIONS["dependents"].build(BAD[form]))
    _, message, hint, _ = get_error(answer)
    found = get_targets(project, BAD[form])
    assert set(found.values()) == {f"{message} {hint}"}


async def ask_tools(client: Client, text: str) -> dict[str, str]:
    """Return the id, or the error, that each tool gives for a target."""
    calls: Mapping[str, tuple[dict[str, Any], Any]] = {
        "analyze_impact": ({"target": text}, lambda found: found["targets"][0]["id"]),
        "get_dependencies": ({"target": text}, lambda found: found["target"]),
        "find_path": ({"source": text, "target": OTHER}, lambda found: found["source"]),
        "memory_search": ({"query": "know", "about": text}, lambda _: ""),
        "trace_data_flow": ({"symbol": text}, lambda found: found["id"]),
    }
    answers = {}
    for tool, (arguments, read) in calls.items():
        result = await client.call_tool(tool, arguments)
        told = get_text(result).partition(f"{tool}: ")[2] if result.is_error else ""
        answers[tool] = told or read(get_answer(result))
    return answers


def test_a_target_means_the_same_to_every_tool(project: Path) -> None:
    async def say(client: Client) -> dict[str, dict[str, str]]:
        texts = [form[0] for form in FORMS.values()] + list(BAD.values())
        return {text: await ask_tools(client, text) for text in texts}

    found = talk(build_stdio(project), say)
    for text, meant, kind in FORMS.values():
        answers = found[text]
        assert answers.pop("memory_search") == ""
        traced = answers.pop("trace_data_flow")
        assert traced.startswith(f"{meant} is no ") if kind != "symbol" else traced == meant
        assert set(answers.values()) == {meant}
    for text in BAD.values():
        _, message, hint, _ = get_error(ask_json(project, *QUESTIONS["dependents"].build(text))[1])
        assert set(found[text].values()) == {f"{message} Hint: {hint}"}
