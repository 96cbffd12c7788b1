"""What a scan keeps about its links is indexed in parts, and comes out as if it were one."""

import sqlite3
from random import Random

import pytest

from ripplegraph.store.graph import link_state
from ripplegraph.store.graph.link_state import (
    KEY_LIMIT,
    LinkFileRow,
    LinkRows,
    pack_keys,
    read_files_of_key,
    replace_link_state,
)
from tests.support.closures import add_files, empty_graph


def write_state(connection: sqlite3.Connection, keys: dict[int, set[int]]) -> None:
    add_files(connection, keys)
    rows = {file: LinkFileRow(file, b"", pack_keys(found)) for file, found in keys.items()}
    replace_link_state(connection, LinkRows(rows))


@pytest.mark.parametrize("most", [1, 7, 1_000])
def test_an_index_in_parts_has_all_files_of_all_keys(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_state, "_MOST_INDEXED", most)
    chance = Random(1)  # noqa: S311
    some_keys = [0, KEY_LIMIT - 1, *(chance.randrange(KEY_LIMIT) for _ in range(20))]
    keys = {file: set(chance.sample(some_keys, 6)) for file in range(1, 10)}
    with empty_graph() as connection:
        write_state(connection, keys)
        for key in some_keys:
            wanted = [file for file, found in keys.items() if key in found]
            assert sorted(read_files_of_key(connection, key)) == wanted


def test_each_entry_is_indexed_once_however_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_state, "_MOST_INDEXED", 10)
    taken: list[int] = []
    index_keys = link_state._index_keys

    def count(*arguments: object) -> object:
        index = index_keys(*arguments)  # type: ignore[arg-type]
        taken.append(sum(map(len, index.values())))
        return index

    monkeypatch.setattr(link_state, "_index_keys", count)
    keys = {file: {file * KEY_LIMIT // 60 + place for place in range(5)} for file in range(1, 50)}
    with empty_graph() as connection:
        write_state(connection, keys)
    assert len(taken) > 20
    assert sum(taken) == 5 * len(keys)
