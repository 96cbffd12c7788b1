"""The reference pages are current, and every operation is reachable where it says it is."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from ripplegraph import errors
from ripplegraph.app.operation_registry import OPERATIONS
from ripplegraph.app.project import Project
from ripplegraph.cli.group import ripple
from scripts.reference import PAGES

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), "run `make docs`"


def assert_command_exists(name: str) -> None:
    words = name.split()
    options = [word for word in words if word.startswith("-")]
    verb = " ".join(word for word in words if word not in options)
    command: click.Command | None = ripple
    for word in verb.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    assert set(options) <= known
    section = (DOCS / "reference" / "cli.md").read_text().partition(f"## `ripple {verb}`")[2]
    assert all(option in section.partition("\n## ")[0] for option in options)
    assert section


def assert_page_names_method(name: str) -> None:
    page, _, method = name.partition("#")
    assert f"Project.{method}(" in (DOCS / page).read_text()


@cache
def find_mcp_names() -> frozenset[str]:
    """Return the tools and resources that the MCP server really offers."""
    from ripplegraph.app.project import open_project
    from ripplegraph.server.mcp import build_server

    server = build_server(open_project)
    tools = asyncio.run(server.list_tools())
    resources = asyncio.run(server.list_resources())
    templates = asyncio.run(server.list_resource_templates())
    return frozenset(
        [tool.name for tool in tools]
        + [str(resource.uri) for resource in resources]
        + [template.uri_template for template in templates]
    )


def assert_tools_exist(names: str) -> None:
    page = (DOCS / "reference" / "mcp.md").read_text()
    for name in names.split():
        assert name in find_mcp_names()
        assert f"`{name}`" in page


FACES: dict[str, Callable[[str], None]] = {
    "cli": assert_command_exists,
    "mcp": assert_tools_exist,
    "python": assert_page_names_method,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_offered_and_described_by_each_of_its_faces(name: str) -> None:
    assert OPERATIONS[name], "an operation that nothing offers"
    for face, where in OPERATIONS[name].items():
        FACES[face](where)


def test_everything_that_the_mcp_server_offers_is_an_operation() -> None:
    declared = {name for faces in OPERATIONS.values() for name in faces.get("mcp", "").split()}
    assert find_mcp_names() == declared


def test_every_public_method_is_an_operation() -> None:
    methods = {
        name
        for name in dir(Project)
        if callable(getattr(Project, name)) and not name.startswith("_")
    }
    assert methods == set(OPERATIONS)


def read_map() -> Iterator[tuple[str, str]]:
    """Yield each row of the map in AGENTS.md: its places, and what is said of them."""
    text = (DOCS.parent / "AGENTS.md").read_text()
    section = text.partition("## Where things are")[2].partition("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            places, _, said = line.strip("| ").partition(" | ")
            yield places, said


def _find_names(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_the_map_for_agents_names_what_is_there() -> None:
    rows = list(read_map())
    assert len(rows) > 40
    for places, said in rows:
        first, *others = _find_names(places)
        folder = DOCS.parent / first
        assert folder.exists(), first
        if folder.is_file():
            folder = folder.parent
        near = (folder, folder.parent, DOCS.parent / "ripplegraph")
        for name in (*others, *_find_names(said)):
            if name.endswith((".py", "/")) and "*" not in name:
                assert any((base / name).exists() for base in near), (first, name)


def test_the_design_lists_each_room_once() -> None:
    text = (DOCS / "explanation" / "design.md").read_text()
    section = text.partition("## Layers")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in _find_names(row)]
    package = DOCS.parent / "ripplegraph"
    rooms = {path.stem for path in package.iterdir() if path.suffix in ("", ".py")}
    assert sorted(listed) == sorted(name for name in rooms if not name.startswith("_"))


def test_every_exit_code_is_described() -> None:
    from ripplegraph.cli import main
    from ripplegraph.cli.commands import doctor

    page = (DOCS / "reference" / "exit-codes.md").read_text()
    codes = {main.EXIT_OK, main.EXIT_BUG, main.EXIT_INTERRUPTED, main.EXIT_PIPE_CLOSED}
    codes |= {doctor.EXIT_FINDINGS, *find_error_codes()}
    assert all(f"| {code} |" in page for code in codes)


def find_error_codes() -> set[int]:
    kinds = errors.RippleError.__subclasses__()
    return {kind.exit_code for kind in kinds}


def test_every_page_is_linked_from_the_index() -> None:
    index = (DOCS / "index.md").read_text()
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")} - {"index.md"}
    assert all(f"({page})" in index for page in pages)
