"""Every statement of the fast path fits the schema."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from ripplegraph.store.connection import create, open_for_writing
from ripplegraph.store.memory.text_index import start_text_index
from ripplegraph.store.sql import statements
from tests.support.databases import graph_of, memory_of

NAMES = [name for name in vars(statements) if name.isupper()]


def test_no_statement_replaces_another() -> None:
    module = ast.parse(inspect.getsource(statements))
    names = [
        node.targets[0].id
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    assert len(names) == len(set(names))
    assert set(NAMES) <= set(names)


def test_every_statement_is_run_somewhere() -> None:
    home = Path(inspect.getfile(statements))
    package = home.parents[2]
    used = {
        word
        for path in package.rglob("*.py")
        for word in re.findall(r"\b[A-Z][A-Z0-9_]+\b", path.read_text())
        if path != home
    }
    inside = re.findall(r"\{([A-Z][A-Z0-9_]+)\}", home.read_text())
    assert set(NAMES) - used - set(inside) == set()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database of each kind, which no test here changes."""
    path = tmp_path_factory.mktemp("statements")
    create(graph_of(path))
    with open_for_writing(memory_of(path)) as connection:
        start_text_index(connection)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_can_be_prepared(folder: Path, name: str) -> None:
    statement = getattr(statements, name)
    database = memory_of(folder) if name.startswith("MEMORY") else graph_of(folder)
    names = re.findall(r":(\w+)", statement)
    numbered = set(re.findall(r"\?\d+", statement))
    count = len(numbered) or statement.count("?")
    values = dict.fromkeys(names) if names else [None] * count
    with open_for_writing(database) as connection:
        connection.execute(f"EXPLAIN {statement}", values)
