"""After random edits of projects in ten languages, graph and kept answers are as if new."""

from pathlib import Path
from random import Random

import pytest

from tests.support.equality import Twin, write_tree
from tests.support.examples import choose
from tests.support.generated.choices import LANGUAGES, read_choices
from tests.support.walks import describe_trees

STEPS = choose(60)


@pytest.mark.walk
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_edits(tmp_path: Path, language: str) -> None:
    choices = read_choices(language, Random(language))  # noqa: S311
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    before = choices.write()
    write_tree(twin.root, {}, {**before, "ripple.toml": b""})
    twin.scan()
    for number in range(STEPS):
        what = choices.edit()
        after = choices.write()
        write_tree(twin.root, before, after)
        found = twin.compare().differences + twin.find_stale_answers()
        if found:
            trees = describe_trees(before, after)
            pytest.fail("\n".join([f"step {number}: {what}", *found[:20], *trees]))
        before = after
