"""Commands agree about what depends on a target, over links and nodes of knowledge, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client

from tests.support.impacts import build_project
from tests.support.mcp_client import build_stdio, get_answer, talk
from tests.support.target_questions import ask_json
from tests.support.templates import make_copy

INVARIANT = "invariant:one-cart"
FILES = {
    "go.mod": "module example.com/shop\n",
    "a.go": "package shop\n\nfunc go1() int {\n\treturn go2()\n}\n",
    "b.go": "package shop\n\nfunc go2() int {\n\treturn 2\n}\n",
    "cart.py": "def add(item):\n    return item\n",
    "till.py": "from cart import add\n\n\ndef pay():\n    return add(1)\n",
    "shop.py": "import till\n\n\ndef sell():\n    return till.pay()\n",
    "stock.py": "def count():\n    return 1\n",
}


def build(folder: Path) -> None:
    build_project(folder, FILES)
    ask(folder, "link", "cart.py", "depends_logically", INVARIANT)
    ask(folder, "link", "stock.py", "flows_to", "shop.py", "--why", "It reads the day's file.")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    make_copy(build, tmp_path / "p")
    return tmp_path / "p"


def ask(project: Path, *words: str, code: int = 0) -> dict[str, Any]:
    found, answer = ask_json(project, *words, "--json")
    assert found == code, answer
    return answer


def list_impact(project: Path, *targets: str) -> dict[str, int]:
    answer = ask(project, "analyze-impact", *targets)
    rows = (*answer["direct_dependents"], *answer["transitive_dependents"])
    return {row["id"]: row["depth"] for row in rows}


def list_reach(project: Path, command: str, target: str) -> dict[str, int]:
    return {item["id"]: item["depth"] for item in ask(project, command, target)["items"]}


def test_a_bare_name_is_enough_for_every_command(project: Path) -> None:
    assert list_impact(project, "go2") == {"a.go::go1": 1}
    assert list_reach(project, "dependents", "go2") == {"a.go::go1": 1}
    assert list_reach(project, "dependencies", "go1") == {"b.go::go2": 1}
    (step,) = ask(project, "path", "go1", "go2")["steps"]
    assert (step["source"], step["target"]) == ("a.go::go1", "b.go::go2")
    assert [call["id"] for call in ask(project, "trace", "go2")["callers"]] == ["a.go::go1"]


def test_a_path_follows_the_links_that_impact_analysis_follows(project: Path) -> None:
    assert list_impact(project, "shop.py") == {"stock.py": 1}
    (step,) = ask(project, "path", "stock.py", "shop.py")["steps"]
    (edge,) = step["edges"]
    assert (edge["kind"], edge["resolution"]) == ("flows_to", "stated")
    assert edge["evidence"] == "It reads the day's file."
    path = ask(project, "path", "stock.py", "cart.py")["steps"]
    assert [step["target"] for step in path] == ["shop.py", "till.py", "cart.py"]
    assert ask(project, "path", "--no-links", "stock.py", "shop.py", code=1)["steps"] == []


def test_the_dependents_of_knowledge_are_those_of_its_files(project: Path) -> None:
    wanted = {"cart.py": 1, "till.py": 2, "shop.py": 3, "stock.py": 4}
    assert list_impact(project, "--depth", "9", INVARIANT) == wanted
    assert list_reach(project, "dependents", INVARIANT) == wanted
    for source, length in wanted.items():
        assert len(ask(project, "path", source, INVARIANT)["steps"]) == length
    assert ask(project, "path", "b.go", INVARIANT, code=1)["steps"] == []


def test_files_of_a_package_that_import_nothing_of_each_other(project: Path) -> None:
    """Nothing imports a file of Go, but its dependents are those of the knowledge, too."""
    ask(project, "link", "b.go", "depends_logically", "decision:numbers")
    ask(project, "link", "decision:numbers", "depends_logically", "invariant:whole-numbers")
    wanted = {"decision:numbers": 1, "b.go": 2, "a.go": 3}
    assert list_impact(project, "invariant:whole-numbers") == wanted
    assert list_reach(project, "dependents", "invariant:whole-numbers") == wanted
    assert len(ask(project, "path", "a.go", "invariant:whole-numbers")["steps"]) == 3
    found = ask(project, "path", "go1", "invariant:whole-numbers")
    assert (found["files_only"], len(found["steps"])) == (True, 3)


def test_knowledge_about_a_symbol_has_the_dependents_of_the_symbol(project: Path) -> None:
    ask(project, "link", "go2", "depends_logically", "decision:numbers")
    wanted = {"b.go::go2": 1, "a.go::go1": 2}
    assert list_impact(project, "decision:numbers") == wanted
    assert list_reach(project, "dependents", "decision:numbers") == wanted
    assert len(ask(project, "path", "go1", "decision:numbers")["steps"]) == 2


def test_knowledge_may_depend_on_files_and_symbols_that_are_asked_about(project: Path) -> None:
    ask(project, "link", INVARIANT, "depends_logically", "stock.py")
    found = list_impact(project, "stock.py", "go2")
    assert found == {INVARIANT: 1, "a.go::go1": 1, "cart.py": 2, "till.py": 3}


def test_a_tool_finds_paths_over_links(project: Path) -> None:
    async def say(client: Client) -> dict[str, Any]:
        arguments = {"source": "stock.py", "target": INVARIANT}
        return get_answer(await client.call_tool("find_path", arguments))

    found = talk(build_stdio(project), say)
    assert found["depends"]
    assert [step["resolution"] for step in found["steps"]] == ["stated", "exact", "exact", "stated"]
