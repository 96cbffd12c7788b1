"""A scan that is killed leaves the old graph or the new one, and the next scan repairs it."""

import shutil
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.support.edits.editor import Editor
from tests.support.equality import Twin
from tests.support.examples import choose
from tests.support.kills import Killer
from tests.support.shop import build_shop_history

KILLS = choose(9, fewest=3)


@pytest.mark.walk
@pytest.mark.parametrize(
    "flags", [(), pytest.param(("--full",), marks=pytest.mark.slow)], ids=["incremental", "full"]
)
def test_a_killed_scan_leaves_a_whole_graph(tmp_path: Path, flags: tuple[str, ...]) -> None:
    root = build_shop_history(tmp_path / "shop").path
    editor = Editor(root, seed=5, in_git=True)
    twin = Twin(root, tmp_path / "beside")
    twin.scan()
    killer = Killer(twin, Random(6))  # noqa: S311
    editor.move_file()
    killer.measure(*flags)
    while killer.kills.tried < KILLS or not killer.kills.died:
        killer.kill(partial(editor.step, killer.kills.tried), *flags)
    assert killer.kills.problems == []
    assert killer.kills.old + killer.kills.new == killer.kills.tried


@pytest.mark.walk
def test_a_killed_first_scan_leaves_nothing_or_a_graph(tmp_path: Path) -> None:
    root = build_shop_history(tmp_path / "shop").path
    killer = Killer(Twin(root, tmp_path / "beside"), Random(7))  # noqa: S311
    killer.measure()
    for _ in range(choose(4, fewest=2)):
        killer.kill(lambda: shutil.rmtree(root / ".ripple"))
    assert killer.kills.problems == []
