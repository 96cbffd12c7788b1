"""What names are bound to after a change is what a scan of everything finds."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ripplegraph import open_project
from ripplegraph.graph.name_places import NamePlaces, unpack_places
from tests.support.repository import commit_all, git

FILES = {
    "lamp.py": "class Lamp:\n    def turn_on(self):\n        return self\n",
    "use.py": "from lamp import Lamp\n\n\ndef f(x):\n    Lamp().turn_on()\n    x.turn_on()\n",
    "more.py": "from use import f\n\nf(1)\n",
}


def test_an_update_keeps_the_places_of_a_full_scan(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)
    git(tmp_path, "init", "--quiet")
    commit_all(tmp_path, "first")
    project = open_project(tmp_path)
    project.scan()
    (tmp_path / "lamp.py").write_text("class Lamp:\n    def turn_off(self):\n        return 1\n")
    project.scan()
    updated = read_places(tmp_path)
    project.scan(full=True)
    assert updated == read_places(tmp_path)
    assert set(updated) == set(FILES)


def read_places(root: Path) -> dict[str, NamePlaces]:
    query = "SELECT path, data FROM name_places JOIN files ON files.id = file_id"
    with sqlite3.connect(root / ".ripple" / "graph.db") as connection:
        return {path: unpack_places(data) for path, data in connection.execute(query)}
