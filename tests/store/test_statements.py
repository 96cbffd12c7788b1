"""Every statement of the fast path fits the schema."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from ripplegraph.store import statements
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.memory_text import start_text_index
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


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_can_be_prepared(tmp_path: Path, name: str) -> None:
    statement = getattr(statements, name)
    database = memory_of(tmp_path) if name.startswith("MEMORY") else graph_of(tmp_path)
    names = re.findall(r":(\w+)", statement)
    values = dict.fromkeys(names) if names else [None] * statement.count("?")
    with open_for_writing(database) as connection:
        if name.startswith("MEMORY"):
            start_text_index(connection)
        connection.execute(f"EXPLAIN {statement}", values)
