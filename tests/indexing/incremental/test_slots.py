"""What is called, inherited and passed on changes in one place, and reaches far."""

from pathlib import Path
from random import Random

import pytest

from tests.support.equality import Twin, compare_trees, reduce_trees, write_tree
from tests.support.examples import choose
from tests.support.generated.slots import PYTHON, TYPESCRIPT, SlotFiller, Slots
from tests.support.walks import describe_trees

STEPS = choose(60)


@pytest.mark.walk
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("slots", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_slots_filled_at_random(tmp_path: Path, slots: Slots, seed: int) -> None:
    filler = SlotFiller(slots, Random(seed))  # noqa: S311
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    before = filler.write()
    write_tree(twin.root, {}, {**before, "ripple.toml": b""})
    twin.scan()
    for number in range(STEPS):
        what = filler.fill()
        after = filler.write()
        write_tree(twin.root, before, after)
        differences = twin.compare().differences
        if differences:
            smallest = reduce_trees(
                before,
                after,
                lambda old, new: bool(compare_trees(old, new, tmp_path / "reduce").differences),
            )
            lines = [f"step {number}: {what}", *differences[:20], *describe_trees(*smallest)]
            pytest.fail("\n".join(lines))
        before = after
