"""Files of lines that many processes append to, and that stay small."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.store.answer_costs import BOUND, FILE, read_costs, record_answer
from ripplegraph.store.files.line_file import Line, LineFile
from tests.support.permissions import bound_by_permissions

WRITER = """
import sys
from pathlib import Path
from ripplegraph.store.answer_costs import record_answer
done = sum(record_answer(Path(sys.argv[1]), "x", size=4, files=[]) for _ in range(int(sys.argv[2])))
print(done)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".ripple").mkdir()
    return tmp_path


def test_no_line_of_many_writers_is_lost_while_the_file_stays_small(root: Path) -> None:
    arguments = [sys.executable, "-c", WRITER, str(root), "500"]
    writers = [subprocess.Popen(arguments, stdout=subprocess.PIPE) for _ in range(4)]
    recorded = sum(int(writer.communicate()[0]) for writer in writers)
    costs = read_costs(root)
    assert costs is not None
    assert costs.answers == costs.cost == recorded > 1_000
    assert (root / ".ripple" / FILE).stat().st_size <= BOUND
    assert [path.name for path in (root / ".ripple").iterdir()] == [FILE]


def test_a_torn_line_costs_only_itself(root: Path) -> None:
    record_answer(root, "x", size=8, files=[])
    path = root / ".ripple" / FILE
    path.write_bytes(path.read_bytes() + b'{"since": "2026')
    record_answer(root, "x", size=8, files=[])
    costs = read_costs(root)
    assert costs is not None
    assert (costs.answers, costs.cost) == (2, 4)


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"[]\n", b'{"since": 1}\n', b'{"name": "x"}\n', b"[" * 100_000]
)
def test_what_makes_no_sense_is_passed_over(root: Path, content: bytes) -> None:
    (root / ".ripple" / FILE).write_bytes(content)
    assert read_costs(root) is None
    assert record_answer(root, "x", size=8, files=[])
    assert read_costs(root) is not None


def test_files_are_weighed_once_and_only_some_of_them(root: Path) -> None:
    for number in range(20):
        (root / f"{number}.py").write_text("x" * 40)
    record_answer(root, "x", size=4_000, files=["0.py", "0.py", "gone.py"])
    costs = read_costs(root)
    assert costs is not None
    assert (costs.cost, costs.instead, costs.saved) == (1_000, 10, -990)
    record_answer(root, "x", size=0, files=[f"{number}.py" for number in range(20)])
    costs = read_costs(root)
    assert costs is not None
    assert costs.instead == 10 + 8 * 10


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path) -> None:
    assert not record_answer(tmp_path, "x", size=4, files=[])
    assert read_costs(tmp_path) is None
    (tmp_path / ".ripple").mkdir()
    (tmp_path / ".ripple" / FILE).mkdir()
    assert not record_answer(tmp_path, "x", size=4, files=[])
    assert read_costs(tmp_path) is None


def test_a_folder_that_cannot_be_written(root: Path) -> None:
    (root / ".ripple").chmod(0o500)
    try:
        with bound_by_permissions():
            assert not record_answer(root, "x", size=4, files=[])
    finally:
        (root / ".ripple").chmod(0o700)


def test_a_lock_that_is_held_is_not_waited_for_long(root: Path) -> None:
    from ripplegraph.store.files.file_lock import try_lock

    path = root / ".ripple" / FILE
    held = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        assert try_lock(held)
        assert not record_answer(root, "x", size=4, files=[])
    finally:
        os.close(held)
    assert record_answer(root, "x", size=4, files=[])


def test_folding_keeps_what_it_is_told_to(tmp_path: Path) -> None:
    def keep_last(lines: list[Line]) -> list[Line]:
        return lines[-1:]

    file = LineFile(tmp_path / "lines", 60, keep_last)
    for number in range(100):
        assert file.append({"number": number})
    assert file.path.stat().st_size <= 60
    assert file.read()[-1] == {"number": 99}
    assert json.loads(file.path.read_text().splitlines()[-1]) == {"number": 99}


def test_the_same_answer_saves_once(root: Path) -> None:
    (root / "a.py").write_bytes(b"x" * 4_000)
    for _ in range(3):
        assert record_answer(root, "x", size=400, files=["a.py"], text="a.py depends on it")
    costs = read_costs(root)
    assert costs is not None
    assert (costs.answers, costs.cost, costs.instead) == (3, 300, 1_000)
    record_answer(root, "x", size=400, files=["a.py"], text="another answer")
    record_answer(root, "y", size=400, files=["a.py"], text="a.py depends on it")
    costs = read_costs(root)
    assert costs is not None
    assert costs.instead == 3_000


def test_the_same_answer_is_known_again_when_the_file_was_made_small(root: Path) -> None:
    (root / "a.py").write_bytes(b"x" * 4_000)
    for at in range(250):
        record_answer(root, "x", size=4, files=[], text=f"answer {at}")
    record_answer(root, "x", size=4, files=["a.py"], text="the one")
    for at in range(100):
        record_answer(root, "x", size=4, files=[], text=f"more {at}")
    assert len((root / ".ripple" / FILE).read_bytes().splitlines()) < 250
    record_answer(root, "x", size=4, files=["a.py"], text="the one")
    costs = read_costs(root)
    assert costs is not None
    assert (costs.answers, costs.instead) == (352, 1_000)
    assert (root / ".ripple" / FILE).stat().st_size <= BOUND
