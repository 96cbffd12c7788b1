"""What the modes of the soak try for hours, a few times."""

from pathlib import Path

import pytest

from scripts.soak_modes import damage, kills


@pytest.mark.parametrize("way", ["writer", "import", "upgrade", "merge"])
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, way: str) -> None:
    killer = kills.StoreKiller(tmp_path, seed=1, imported=50)
    killer.kill(way)
    assert killer.figures.problems == []


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_many_kills(tmp_path: Path) -> None:
    figures = kills.kill_at_random(tmp_path, kills=28, seed=2, imported=200)
    assert figures.problems == []
    assert sum(figures.killed.values()) > 7


def test_damage_is_reported_and_repaired(tmp_path: Path) -> None:
    figures = damage.damage_at_random(tmp_path, rounds=3, seed=5)
    assert figures.problems == []
    assert figures.reported


@pytest.mark.slow
def test_much_damage_is_reported_and_repaired(tmp_path: Path) -> None:
    figures = damage.damage_at_random(tmp_path, rounds=12, seed=6)
    assert figures.problems == []
