"""What an occurrence of a name is taken for: a use, a likely one, or something else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from ripplegraph import open_project
from tests.support.repository import commit_all, git

Places = set[tuple[str, int, str]]

VARIABLES = {
    "src/common.ts": "export function isSet(value: any) {\n  return value\n}\n",
    "src/use.ts": (
        'import { isSet } from "./common"\n'
        "export const found = isSet(4)\n"
        "export function walk(state: any) {\n"
        "  const go = () => {\n"
        "    const isSet = state.b\n"
        "    if (isSet) return 3\n"
        "  }\n"
        "  return go\n"
        "}\n"
    ),
}
BOUND = {
    "src/immer.ts": (
        "export class Immer {\n"
        "  produce(a: number) {\n"
        "    return a\n"
        "  }\n"
        "}\n"
        "const immer = new Immer()\n"
        "export const produce = immer.produce.bind(immer)\n"
        "export const make = immer.produce\n"
    ),
    "src/use.ts": 'import { make, produce } from "./immer"\n\nproduce(3)\nmake(4)\n',
}
RENAMED = {
    "src/shown.ts": "const renamed = 1\n\nexport { renamed as shown }\n",
}
RECURSIVE = {
    "lex.go": (
        "package toml\n\n"
        "type state func(*lexer) state\n\n"
        "type lexer struct{ stack []state }\n\n"
        "func (lx *lexer) push(next state) { lx.stack = append(lx.stack, next) }\n\n"
        "func lexStart(lx *lexer) state {\n"
        "\tlx.push(lexEnd)\n"
        "\treturn lexStart\n"
        "}\n\n"
        "func lexEnd(lx *lexer) state {\n"
        "\treturn nil\n"
        "}\n"
    ),
}
METHOD = {
    "lex.go": "package toml\n\ntype lexer struct{}\n\nfunc (lx *lexer) skip() {}\n",
    "use.go": (
        "package toml\n\n"
        "func run(lx *lexer) int {\n"
        "\tlx.skip()\n"
        "\tskip := 3\n"
        "\tskip--\n"
        "\treturn skip\n"
        "}\n"
    ),
}
COMMON = {
    "shop/cache.py": "class Cache:\n    def get(self, key):\n        return key\n",
    "shop/use.py": (
        "from shop.cache import Cache\n\n\n"
        "def show(settings, cache, table):\n"
        "    settings.get('a')\n"
        "    cache.get('b')\n"
    ),
    "shop/__init__.py": "",
}
LEARNED = {
    "shop/element.py": (
        "class Element:\n"
        "    def attrs(self):\n"
        "        return []\n\n"
        "    def save_position(self):\n"
        "        return 1\n"
    ),
    "shop/use.py": (
        "from shop.element import Element\n\n\n"
        "def show():\n"
        "    el = Element()\n"
        "    return el.attrs()\n"
    ),
    "shop/other.py": (
        "def convert(el, scanner):\n"
        "    for name in el.attrs:\n"
        "        scanner.attrs\n"
        "    scanner.save_position()\n"
    ),
    "shop/__init__.py": "",
}
EXTENSION = {
    "Cargo.toml": '[package]\nname = "arena"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": (
        "use std::alloc::Layout;\n\n"
        "trait LayoutMethods {\n"
        "    fn padding_needed(&self, align: usize) -> usize;\n"
        "}\n\n"
        "impl LayoutMethods for Layout {\n"
        "    fn padding_needed(&self, align: usize) -> usize {\n"
        "        align\n"
        "    }\n"
        "}\n\n"
        "pub fn pad(layout: Layout) -> usize {\n"
        "    layout.padding_needed(layout.align())\n"
        "}\n"
    ),
}


def find_places(root: Path, files: Mapping[str, str], symbol: str) -> Places:
    """Return the places of a symbol in a new project, imports and definitions apart."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "init", "--quiet")
    commit_all(root, "first")
    project = open_project(root)
    project.scan()
    places = project.analyze_impact(symbol, places="all").places
    quiet = ("defined here", "imported here")
    return {(p["path"], p["line"], p["as"]) for p in places if p["why"] not in quiet}


@pytest.mark.parametrize(
    ("files", "symbol", "wanted"),
    [
        pytest.param(
            VARIABLES,
            "src/common.ts::isSet",
            {
                ("src/use.ts", 2, "uses"),
                ("src/use.ts", 5, "possible"),
                ("src/use.ts", 6, "other"),
            },
            id="a variable with the name of a function is no likely use",
        ),
        pytest.param(
            BOUND,
            "src/immer.ts::produce",
            {("src/immer.ts", 7, "other"), ("src/immer.ts", 8, "other"), ("src/use.ts", 3, "uses")},
            id="who calls a constant that holds a method uses the constant",
        ),
        pytest.param(
            BOUND,
            "src/immer.ts::make",
            {("src/use.ts", 4, "uses")},
            id="who calls a constant uses it",
        ),
        pytest.param(
            RENAMED,
            "src/shown.ts::renamed",
            {("src/shown.ts", 3, "possible")},
            id="what is exported under another name may be used",
        ),
        pytest.param(
            RECURSIVE,
            "lex.go::lexEnd",
            {("lex.go", 10, "uses")},
            id="a definition is no use though the name means it above",
        ),
        pytest.param(
            METHOD,
            "lex.go::lexer.skip",
            {("use.go", 4, "uses"), *(("use.go", line, "other") for line in (5, 6, 7))},
            id="a variable is no method",
        ),
        pytest.param(
            COMMON,
            "shop/cache.py::Cache.get",
            {("shop/use.py", 5, "possible"), ("shop/use.py", 6, "likely")},
            id="a receiver has to speak for a common name",
        ),
        pytest.param(
            LEARNED,
            "shop/element.py::Element.attrs",
            {("shop/use.py", 6, "uses"), ("shop/other.py", 2, "likely")}
            | {("shop/other.py", 3, "possible")},
            id="a receiver of uses speaks for others",
        ),
        pytest.param(
            LEARNED,
            "shop/element.py::Element.save_position",
            {("shop/other.py", 4, "likely")},
            id="a call of a name of several words that only one thing has is likely",
        ),
        pytest.param(
            EXTENSION,
            "src/lib.rs::LayoutMethods.padding_needed",
            {("src/lib.rs", 14, "uses")},
            id="a call of what implements a trait names the method of the trait",
        ),
    ],
)
def test_what_a_name_is_taken_for(
    tmp_path: Path, files: Mapping[str, str], symbol: str, wanted: Places
) -> None:
    assert find_places(tmp_path, files, symbol) == wanted
