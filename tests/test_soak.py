"""A soak that was cut off goes on behind the last part that it finished."""

from pathlib import Path

import pytest

from scripts import soak_log
from scripts.soak_log import SoakLog


def test_finished_parts_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    assert SoakLog(file, repository="flask").run("steps", lambda: 3, seed=1) == 3

    again = SoakLog(file, repository="flask")
    assert again.run("steps", _fail, seed=1) == 3
    assert again.run("steps", lambda: 0, seed=2) == 0
    assert SoakLog(file, repository="httpx").run("steps", lambda: 1, seed=1) == 1


def test_parts_of_other_code_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "soak.jsonl"
    SoakLog(file).run("steps", lambda: 3)
    monkeypatch.setattr(soak_log, "hash_code", lambda: "another")
    assert SoakLog(file).run("steps", lambda: 0) == 0


def test_without_a_file_every_part_is_tried() -> None:
    assert SoakLog(None).run("steps", lambda: 2) == 2
    assert SoakLog(None).run("steps", lambda: 0) == 0


def _fail() -> int:
    pytest.fail("a finished part was tried again")
