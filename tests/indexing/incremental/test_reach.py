"""How many files a change links again: those it can reach, and not those that ask about it."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.equality import Twin, compare_trees, write_tree

BASE = """class Field:
    def __init__(self, name):
        self.name = name

    def label(self):
        return Label(self.name)

    def find_parts(self):
        return [Label(self.name)]


class Label:
    def show(self): ...
"""
MIDDLE = """from base import Field


def make():
    return Field("a")


def find_label():
    return make().label()
"""
USERS = {
    f"user{i}.py": "from middle import find_label\n\ndef use():\n    find_label().show()\n"
    for i in range(8)
}
SUBCLASSES = {
    f"kind{i}.py": "from base import Field\n\nclass Kind(Field):\n    def label(self):\n"
    "        super().find_parts()[0].show()\n        return super().label()\n"
    for i in range(8)
}

CASES = {
    "a function that nobody asked for": (BASE + "\ndef more(): ...\n", 1),
    "a parameter": (BASE.replace("self, name)", "self, name, other=None)"), 2),
    "what a function does, with the same result": (
        BASE.replace("return Label(self.name)", "found = Label(self.name)\n        return found"),
        1,
    ),
    "another result": (BASE.replace("return Label(self.name)", "return Field('b')"), 18),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_links_again_who_gets_another_answer(case: str, tmp_path: Path) -> None:
    after, most = CASES[case]
    rest = {"middle.py": MIDDLE, **USERS, **SUBCLASSES}
    before = {name: text.encode() for name, text in {"base.py": BASE, **rest}.items()}
    found = compare_trees(before, {**before, "base.py": after.encode()}, tmp_path)
    assert found.differences == []
    assert found.report.linked_files <= most


LISTS = (
    "class A:\n    def go(self): ...\n\n\n"
    "def one():\n    return [A()]\n\n\ndef two():\n    return []\n"
)
LISTED = '__all__ = ["one"]\n\n\ndef one(): ...\n\n\ndef two(): ...\n'
BESIDE = {
    "a list beside the one that is used": (
        LISTS,
        LISTS.replace("[]", "[one]"),
        "import base\n\nbase.one()[0].go()\n",
        1,
    ),
    "a name beside others in a list of all names": (
        LISTED,
        LISTED.replace('["one"]', '["one", "two"]'),
        "from base import one\n\none()\n",
        1,
    ),
    "a name that comes to be brought with all": (
        LISTED,
        LISTED.replace('["one"]', '["one", "two"]'),
        "from base import *\n\none()\ntwo()\n",
        9,
    ),
}


@pytest.mark.parametrize("case", BESIDE)
def test_what_stands_beside_is_told_apart(case: str, tmp_path: Path) -> None:
    old, new, use, most = BESIDE[case]
    users = {f"user{i}.py": use.encode() for i in range(8)}
    trees = [{"base.py": text.encode(), **users} for text in (old, new)]
    for turn, (before, after) in enumerate((trees, trees[::-1])):
        found = compare_trees(before, after, tmp_path / str(turn))
        assert found.differences == []
        assert found.report.linked_files == most


def test_a_name_that_nobody_asks_for_any_more_reaches_nobody(tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    asking = {f"ask{i}.py": b"import base\nbase.probe()\n" for i in range(8)}
    silent = dict.fromkeys(asking, b"import base\nbase.Field\n")
    trees: list[dict[str, bytes]] = [
        {},
        {"base.py": BASE.encode(), **asking},
        {"base.py": BASE.encode(), **silent},
        {"base.py": BASE.encode() + b"\ndef probe(): ...\n", **silent},
    ]
    linked = []
    for before, after in pairwise(trees):
        write_tree(twin.root, before, after)
        (twin.root / "ripple.toml").touch()
        linked.append(twin.scan().linked_files)
    assert linked == [9, 8, 1]
    assert twin.compare().differences == []


PACKAGES = {
    f"packages/{name}/{file}": text.encode()
    for name in "abcd"
    for file, text in {
        "package.json": f'{{"name": "@w/{name}", "version": "1.0.0", "main": "src/index.ts"}}',
        "tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
        "src/index.ts": f"import {{ own }} from '~/own'\nexport function f{name}() {{ own() }}\n",
        "src/own.ts": "export function own() {}\n",
        "other/own.ts": "export function own() {}\n",
    }.items()
}
WORKSPACE = {
    **PACKAGES,
    "package.json": b'{"workspaces": ["packages/*"]}',
    "app.ts": b"import { fa } from '@w/a'\nimport { fb } from '@w/b'\nfa()\nfb()\n",
}
MANIFESTS = {
    "a version": ("packages/a/package.json", b"1.0.0", b"1.0.1", 0),
    "paths of one package": ("packages/a/tsconfig.json", b"./src/*", b"./other/*", 2),
    "the name of a package": ("packages/b/package.json", b"@w/b", b"@w/e", 1),
    "the main file of a package": ("packages/b/package.json", b"src/index", b"src/own", 1),
}


@pytest.mark.parametrize("case", MANIFESTS)
def test_a_manifest_reaches_files_whose_module_names_lead_elsewhere(
    case: str, tmp_path: Path
) -> None:
    path, old, new, most = MANIFESTS[case]
    after = {**WORKSPACE, path: WORKSPACE[path].replace(old, new)}
    found = compare_trees(WORKSPACE, after, tmp_path)
    assert found.differences == []
    assert found.report.linked_files <= most


def test_another_route_reaches_requests_that_it_may_answer(tmp_path: Path) -> None:
    server = (
        b"from flask import Flask\napp = Flask(__name__)\n\n"
        b'@app.get("/users")\ndef users(): ...\n\n@app.get("/items")\ndef items(): ...\n'
    )
    asking = {
        f"ask_{name}{i}.ts": f"export const ask = () => fetch('/{name}')\n".encode()
        for name in ("users", "items")
        for i in range(4)
    }
    before = {"server.py": server, **asking}
    after = {**before, "server.py": server.replace(b"/items", b"/things")}
    found = compare_trees(before, after, tmp_path)
    assert found.differences == []
    assert found.report.linked_files == 1 + 4


def test_a_list_is_not_taken_for_one_that_had_its_number(tmp_path: Path) -> None:
    kinds = "class A:\n    def run(self): ...\n\nclass B:\n    def run(self): ...\n\n"
    lists = "def h():\n    return [B()]\n\ndef g():\n    return [A()]\n"
    more = "def k():\n    print([1, 2])\n\n"
    use = b"import outer\n\ndef use():\n    for one in outer.f():\n        one.run()\n"
    trees = [
        {
            "lists.py": text.encode(),
            "middle.py": f"import lists\n\ndef f():\n    return lists.{name}()\n".encode(),
            "outer.py": b"import middle\n\ndef f():\n    return middle.f()\n",
            "use.py": use,
        }
        for text, name in (
            (kinds + lists, "g"),
            (kinds + more + lists, "g"),
            (kinds + more + lists, "h"),
        )
    ]
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    for before, after in pairwise([{}, *trees]):
        write_tree(twin.root, before, after)
        (twin.root / "ripple.toml").touch()
        assert twin.compare().differences == []
