"""Answers of earlier scans that are used again: they hold after any sequence of edits."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from ripplegraph.indexing.linking.file_views import FileViews
from ripplegraph.indexing.linking.views import FileView
from tests.support.equality import Twin, write_tree

Tree = dict[str, str]

KINDS = """class A:
    def run(self): ...


class B:
    def run(self): ...
"""
LIBRARY = "def start(job):\n    return job\n"
USE = "import middle\n\n\ndef use():\n    middle.get().run()\n"
CALL_A = "import kinds\nimport library\n\n\ndef f():\n    library.start(kinds.A()).run()\n"
CALL_B = CALL_A.replace("kinds.A", "kinds.B")
NO_CALL = "def f(): ...\n"
BASE: Tree = {"kinds.py": KINDS, "library.py": LIBRARY}
PICK = "import library\n\n\ndef run(job):\n    library.start(job).run()\n"


def _many(count: int) -> Tree:
    return {f"call{i:03}.py": CALL_A for i in range(count)}


SEQUENCES: dict[str, Sequence[Tree]] = {
    "a file stops calling, and calls again": (
        {**BASE, "one.py": CALL_A, "two.py": CALL_B},
        {**BASE, "one.py": CALL_A, "two.py": NO_CALL},
        {**BASE, "one.py": CALL_B, "two.py": NO_CALL},
        {**BASE, "one.py": CALL_B, "two.py": CALL_A},
    ),
    "a file that calls is gone, and comes back": (
        {**BASE, "one.py": CALL_A, "two.py": CALL_B},
        {**BASE, "one.py": CALL_A},
        {**BASE, "one.py": CALL_A + "\n\ndef g(): ...\n"},
        {**BASE, "one.py": CALL_A, "two.py": CALL_B},
    ),
    "call sites beyond those that are looked at": (
        {**BASE, **_many(199)},
        {**BASE, **_many(200), "zone.py": CALL_B},
        {**BASE, **_many(198), "zone.py": CALL_B},
        {**BASE, **_many(198), "aone.py": CALL_B, "zone.py": CALL_B},
    ),
    "an argument that another file decides": (
        {**BASE, "pick.py": PICK, "one.py": "import kinds, pick\n\npick.run(kinds.A())\n"},
        {**BASE, "pick.py": PICK, "one.py": "import kinds, pick\n\npick.run(kinds.B())\n"},
        {**BASE, "pick.py": f"# moved\n\n{PICK}", "one.py": "import kinds, pick\n"},
    ),
    "a function that is found by call flow": (
        {
            **BASE,
            "apply.py": "def apply(function, job):\n    function(job)\n",
            "work.py": "def work(job):\n    job.run()\n",
            "one.py": "import apply, kinds, work\n\napply.apply(work.work, kinds.A())\n",
        },
        {
            **BASE,
            "apply.py": "def apply(function, job):\n    function(job)\n\n\ndef more(): ...\n",
            "work.py": "def work(job):\n    job.run()\n",
            "one.py": "import apply, kinds, work\n\napply.apply(work.work, kinds.B())\n",
        },
        {
            **BASE,
            "apply.py": "def apply(function, job):\n    print(job)\n",
            "work.py": "def work(job):\n    job.run()\n",
            "one.py": "import apply, kinds, work\n\napply.apply(work.work, kinds.B())\n",
        },
    ),
    "a fixture that comes to be nearer": (
        {
            **BASE,
            "conftest.py": "import kinds, pytest\n\n\n@pytest.fixture\ndef job():\n"
            "    return kinds.A()\n",
            "tests/test_it.py": "def test_it(job):\n    job.run()\n",
        },
        {
            **BASE,
            "conftest.py": "import kinds, pytest\n\n\n@pytest.fixture\ndef job():\n"
            "    return kinds.A()\n",
            "tests/test_it.py": "def test_it(job):\n    job.run()\n    print()\n",
        },
        {
            **BASE,
            "conftest.py": "import kinds, pytest\n\n\n@pytest.fixture\ndef job():\n"
            "    return kinds.A()\n",
            "tests/conftest.py": "import kinds, pytest\n\n\n@pytest.fixture\ndef job():\n"
            "    return kinds.B()\n",
            "tests/test_it.py": "def test_it(job):\n    job.run()\n    print()\n",
        },
    ),
    "a lambda that gets another number": (
        {
            **BASE,
            "middle.py": "import kinds\n\n\ndef pick():\n    return lambda: kinds.A()\n\n\n"
            "def get():\n    return pick()()\n",
            "use.py": USE,
        },
        {
            **BASE,
            "middle.py": "import kinds\n\n\ndef pick():\n    print(lambda: kinds.B())\n"
            "    return lambda: kinds.A()\n\n\ndef get():\n    return pick()()\n",
            "use.py": USE,
        },
        {
            **BASE,
            "middle.py": "import kinds\n\n\ndef pick():\n    print(lambda: kinds.A())\n"
            "    return lambda: kinds.B()\n\n\ndef get():\n    return pick()()\n",
            "use.py": USE,
        },
    ),
    "a class that moves to another file": (
        {
            **BASE,
            "middle.py": "from kinds import A\n\n\ndef get():\n    return A()\n",
            "use.py": USE,
        },
        {
            "kinds.py": "from other import A\n",
            "other.py": KINDS,
            "middle.py": "from kinds import A\n\n\ndef get():\n    return A()\n",
            "use.py": USE,
        },
        {
            "kinds.py": "from other import B as A\n",
            "other.py": "\n\n" + KINDS,
            "middle.py": "from kinds import A\n\n\ndef get():\n    return A()\n",
            "use.py": USE,
        },
    ),
}


@pytest.mark.parametrize("case", SEQUENCES)
def test_answers_hold_after_each_step(case: str, tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    trees = [{path: text.encode() for path, text in tree.items()} for tree in SEQUENCES[case]]
    for before, after in pairwise([{}, *trees]):
        write_tree(twin.root, before, after)
        (twin.root / "ripple.toml").touch()
        assert twin.compare().differences == []


def test_files_are_not_opened_for_answers_that_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {**BASE, **_many(30), "use.py": "import library\n\nlibrary.start(None).run()\n"}
    after = {**before, "call000.py": CALL_A + "\n\ndef g():\n    return f()\n"}
    trees = [{path: text.encode() for path, text in tree.items()} for tree in (before, after)]
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    write_tree(twin.root, {}, trees[0])
    (twin.root / "ripple.toml").touch()
    twin.compare()
    write_tree(twin.root, *trees)
    opened: list[str] = []
    load = FileViews.__missing__

    def note(views: FileViews, path: str) -> FileView:
        opened.append(path)
        return load(views, path)

    monkeypatch.setattr(FileViews, "__missing__", note)
    twin.scan()
    assert sorted(opened) == ["call000.py", "kinds.py", "library.py"]
