"""Answers of earlier scans that are used again: they hold after any sequence of edits."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.semantics import FileView
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
RUN = "def start(job):\n    job.run()\n"
RUN_SECOND = "def start(first, job=None):\n    first.run()\n    job.run()\n"
RUN_RENAMED = "def start(work):\n    work.run()\n"
RUN_MORE = "def start(job, more=None):\n    job.run()\n    more.run()\n"
RUN_EACH = "def start(jobs):\n    for job in jobs:\n        job.run()\n    jobs().run()\n"
CALL_NAMED = "import kinds\nimport library\n\nlibrary.start(job=kinds.B())\n"
CALL_LIST = "import kinds\nimport library\n\nlibrary.start([kinds.A()])\n"
CALL_LAMBDA = "import kinds\nimport library\n\nlibrary.start(lambda: kinds.B())\n"
MAKE = "import kinds\n\n\ndef make():\n    return kinds.A()\n"
MAKE_B = MAKE.replace("kinds.A", "kinds.B")
CALL_MAKE = "import library\nimport make\n\nlibrary.start(make.make())\n"
HAND_ON = "import library\n\n\ndef on(job):\n    library.start(job)\n"
CALL_ON = "import kinds\nimport on\n\non.on(kinds.A())\n"
CALL_ON_B = CALL_ON.replace("kinds.A", "kinds.B")
FIRST = ("call000.py", "call001.py", "call002.py", "call003.py", "call004.py")
CHANGED = ["call000.py", "kinds.py", "library.py"]


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
    "call sites before those that are looked at come and go": (
        {**BASE, **_many(205), "aone.py": CALL_A},
        {**BASE, **_many(205), "aone.py": CALL_B},
        {**BASE, **_many(205), "call202.py": CALL_B},
        {**BASE, **_many(205), "call202.py": CALL_B, "call000.py": NO_CALL, "call001.py": NO_CALL},
        {**BASE, **_many(205), "call202.py": CALL_B, **dict.fromkeys(FIRST, NO_CALL)},
        {**BASE, **_many(205), "call202.py": CALL_B, **dict.fromkeys(FIRST[1:], NO_CALL)},
    ),
    "what one file passes is decided by another, and a third one changes": (
        {**BASE, "library.py": RUN, "make.py": MAKE, "one.py": CALL_MAKE, "two.py": CALL_B},
        {**BASE, "library.py": RUN, "make.py": MAKE, "one.py": CALL_MAKE, "two.py": CALL_A},
        {**BASE, "library.py": RUN, "make.py": MAKE_B, "one.py": CALL_MAKE, "two.py": NO_CALL},
        {**BASE, "library.py": RUN, "make.py": MAKE_B, "one.py": CALL_MAKE, "two.py": CALL_A},
        {**BASE, "library.py": RUN, "make.py": MAKE, "one.py": CALL_MAKE, "two.py": CALL_A},
    ),
    "a parameter gets another place or name": (
        {**BASE, "library.py": RUN, "one.py": CALL_A, "two.py": CALL_NAMED},
        {**BASE, "library.py": RUN_SECOND, "one.py": CALL_A, "two.py": CALL_NAMED},
        {**BASE, "library.py": RUN_RENAMED, "one.py": CALL_A, "two.py": CALL_NAMED},
        {**BASE, "library.py": RUN, "one.py": CALL_A, "two.py": CALL_NAMED},
        {**BASE, "library.py": RUN_MORE, "one.py": CALL_A, "two.py": CALL_NAMED},
    ),
    "lists and functions without a name are passed, and get other numbers": (
        {**BASE, "library.py": RUN_EACH, "one.py": CALL_LIST, "two.py": CALL_LAMBDA},
        {**BASE, "library.py": RUN_EACH, "one.py": f"x = [1]\n{CALL_LIST}", "two.py": CALL_LAMBDA},
        {**BASE, "library.py": RUN_EACH, "one.py": CALL_LIST, "two.py": f"x = [1]\n{CALL_LAMBDA}"},
        {**BASE, "library.py": RUN_EACH, "one.py": NO_CALL, "two.py": f"x = [1]\n{CALL_LAMBDA}"},
        {**BASE, "library.py": f"# moved\n{RUN_EACH}", "one.py": CALL_LIST, "two.py": CALL_LAMBDA},
    ),
    "what is passed is passed on": (
        {**BASE, "library.py": RUN, "on.py": HAND_ON, "one.py": CALL_ON, "two.py": CALL_B},
        {**BASE, "library.py": RUN, "on.py": HAND_ON, "one.py": CALL_ON_B, "two.py": CALL_B},
        {**BASE, "library.py": RUN, "on.py": HAND_ON, "one.py": CALL_ON_B, "two.py": NO_CALL},
        {**BASE, "library.py": RUN, "on.py": HAND_ON, "one.py": CALL_ON, "two.py": NO_CALL},
        {**BASE, "library.py": f"# moved\n{RUN}", "on.py": HAND_ON, "one.py": NO_CALL},
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
        assert twin.compare().differences + twin.find_stale_answers() == []


def test_files_are_not_opened_for_answers_that_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {**BASE, **_many(30), "use.py": "import library\n\nlibrary.start(None).run()\n"}
    after = {**before, "call000.py": CALL_A + "\n\ndef g():\n    return f()\n"}
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    assert _find_opened(twin, before, after, monkeypatch) == [
        "call000.py",
        "kinds.py",
        "library.py",
    ]


def test_files_are_not_opened_for_what_they_pass_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {**BASE, "library.py": RUN, **_many(30)}
    after = {**before, "call000.py": CALL_B}
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    assert _find_opened(twin, before, after, monkeypatch) == [
        "call000.py",
        "kinds.py",
        "library.py",
    ]
    assert twin.compare().differences == []


def _find_opened(
    twin: Twin, before: Tree, after: Tree, monkeypatch: pytest.MonkeyPatch
) -> Sequence[str]:
    """Scan one tree, and return the files that are opened when another takes its place."""
    trees = [{path: text.encode() for path, text in tree.items()} for tree in (before, after)]
    write_tree(twin.root, {}, trees[0])
    (twin.root / "ripple.toml").touch()
    twin.compare()
    write_tree(twin.root, *trees)
    opened: set[str] = set()
    load = FileViews.__missing__

    def note(views: FileViews, path: str) -> FileView:
        opened.add(path)
        return load(views, path)

    with monkeypatch.context() as patched:
        patched.setattr(FileViews, "__missing__", note)
        twin.scan()
    return sorted(opened)
