"""Edits of manifests link again only files whose module names lead elsewhere, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.equality import Tree, Twin, compare_trees, write_tree


class Edit(NamedTuple):
    """An edit of one manifest, and the files that it links again."""

    language: str
    manifest: str
    old: str
    new: str
    linked: int


def _encode(tree: Mapping[str, str]) -> Tree:
    return {path: text.encode() for path, text in tree.items()}


RUST = {
    "Cargo.toml": '[workspace]\nmembers = ["a", "b", "c"]\n',
    **{
        f"{name}/Cargo.toml": f'[package]\nname = "the-{name}"\nversion = "1.0.0"\n'
        'edition = "2021"\n\n[dependencies]\nserde = "1"\nthe-c = { path = "../c" }\n\n'
        "[features]\nfast = []\n"
        for name in "ab"
    },
    **{
        f"{name}/src/lib.rs": "mod inner;\npub fn run() {\n    the_c::help();\n"
        "    inner::go();\n}\n"
        for name in "ab"
    },
    **{
        f"{name}/src/inner.rs": "use serde::write;\npub fn go() {\n    crate::run();\n"
        "    write();\n}\n"
        for name in "ab"
    },
    "c/Cargo.toml": '[package]\nname = "the-c"\n',
    "c/src/lib.rs": "pub fn help() {}\n",
    "c/src/other.rs": "pub fn help() {}\n",
}
RUST_TRAITS = {
    **{
        f"{name}/Cargo.toml": f'[package]\nname = "{name}"\n\n[dependencies]\n'
        f'between-{name} = {{ path = "../between-{name}" }}\n'
        for name in "ab"
    },
    **{
        f"{name}/src/lib.rs": "pub mod plain;\npub fn run(text: String) {\n    text.shout();\n}\n"
        for name in "ab"
    },
    **{f"{name}/src/plain.rs": "pub fn plain() {}\n" for name in "ab"},
    **{
        f"between-{name}/Cargo.toml": f'[package]\nname = "between-{name}"\n\n'
        '[dependencies]\ngives = { path = "../gives" }\n'
        for name in "ab"
    },
    **{f"between-{name}/src/lib.rs": "pub fn between() {}\n" for name in "ab"},
    "gives/Cargo.toml": '[package]\nname = "gives"\n',
    "gives/src/lib.rs": "pub trait Shout {\n    fn shout(&self);\n}\n\n"
    "impl Shout for String {\n    fn shout(&self) {}\n}\n",
}
PYTHON = {
    "pyproject.toml": '[project]\nname = "x"\nversion = "1"\n\n[tool.ruff]\nline-length = 80\n',
    "one/tool.py": "def use(): ...\n",
    "two/tool.py": "def use(): ...\n",
    "three/pyproject.toml": '[project]\nname = "three"\n',
    "three/own.py": "def own(): ...\n",
    "three/main.py": "import own\n\nown.own()\n",
    "app.py": "import tool\nimport os\n\ntool.use()\n",
    "other.py": "import os\n\nos.getcwd()\n",
    "compose.yaml": "services:\n  web:\n    command: python -m tool\n",
}
GO = {
    **{
        f"{name}/go.mod": f"module example.com/{name}\n\ngo 1.21\n\n"
        "require example.com/far v1.0.0\n"
        for name in "ab"
    },
    **{
        f"{name}/main.go": f'package main\n\nimport (\n\t"example.com/{name}/lib"\n'
        '\t"example.com/far/away"\n)\n\nfunc main() {\n\tlib.F()\n\taway.G()\n}\n'
        for name in "ab"
    },
    **{f"{name}/lib/lib.go": "package lib\n\nfunc F() {}\n" for name in "ab"},
    "far/go.mod": "module example.com/far\n",
    "far/away/away.go": "package away\n\nfunc G() {}\n",
}
DART = {
    **{f"{name}/pubspec.yaml": f"name: {name}\nversion: 1.0.0\n" for name in "abc"},
    **{
        f"{name}/lib/main.dart": "import 'package:c/help.dart';\nimport 'own.dart';\n\n"
        "void main() {\n  help();\n  own();\n}\n"
        for name in "ab"
    },
    **{f"{name}/lib/own.dart": "void own() {}\n" for name in "ab"},
    "c/lib/help.dart": "void help() {}\n",
    "use.dart": "import 'package:a/own.dart';\n\nvoid use() {\n  own();\n}\n",
}
RUBY = {
    **{
        f"{name}/{name}.gemspec": "Gem::Specification.new do |s|\n  s.version = '1'\nend\n"
        for name in "ab"
    },
    **{f"{name}/lib/{name}.rb": "require 'shared'\n\ndef run\n  help\nend\n" for name in "ab"},
    **{f"{name}/lib/shared.rb": "def help\nend\n" for name in "ab"},
    "c/lib/late.rb": "def late\nend\n",
    "use.rb": "require 'late'\n\nlate\n",
}
SWIFT = {
    "Package.swift": 'let package = Package(name: "x")\n',
    **{f"Sources/{name}/{name}.swift": f"public func run{name}() {{}}\n" for name in "AB"},
    "Sources/C/C.swift": "import A\nimport D\n\nfunc use() {\n  runA()\n  runD()\n}\n",
}
C = {
    "compile_commands.json": '[{"file": "/x/a/a.c", "command": "cc -I/x/one -O1"},\n'
    '{"file": "/x/b/b.c", "command": "cc -I/x/one -O1"}]\n',
    "one/tool.h": "void use(void);\n",
    "two/tool.h": "void use(void);\n",
    **{f"{name}/{name}.c": f'#include "tool.h"\nvoid {name}(void) {{ use(); }}\n' for name in "ab"},
}
PROJECTS = {
    "rust": RUST,
    "rust traits": RUST_TRAITS,
    "python": PYTHON,
    "go": GO,
    "dart": DART,
    "ruby": RUBY,
    "swift": SWIFT,
    "c": C,
}
IRRELEVANT = {
    "a version of a crate": Edit("rust", "a/Cargo.toml", "1.0.0", "1.0.1", 0),
    "the name of a crate that others know by another": Edit(
        "rust", "c/Cargo.toml", '"the-c"\n', '"the-d"\n', 0
    ),
    "an edition": Edit("rust", "a/Cargo.toml", "2021", "2024", 0),
    "a feature": Edit("rust", "a/Cargo.toml", "fast = []", 'fast = ["serde"]', 0),
    "a dependency that nobody names": Edit(
        "rust", "a/Cargo.toml", 'serde = "1"', 'serde = "1"\nrand = "1"', 0
    ),
    "a setting of a linter": Edit("python", "pyproject.toml", "80", "100", 0),
    "a root that has nothing": Edit(
        "python",
        "pyproject.toml",
        "[tool.ruff]",
        '[tool.pytest.ini_options]\npythonpath = ["three"]\n[tool.ruff]',
        0,
    ),
    "the project of a folder": Edit("python", "three/pyproject.toml", "three", "four", 0),
    "a version of Go": Edit("go", "a/go.mod", "go 1.21", "go 1.22", 0),
    "a version of a module": Edit("go", "a/go.mod", "v1.0.0", "v1.0.1", 0),
    "a module that nobody imports": Edit(
        "go", "a/go.mod", "require ", "require example.com/new v1\nrequire ", 0
    ),
    "a version of a package": Edit("dart", "a/pubspec.yaml", "1.0.0", "1.0.1", 0),
    "a name that nobody imports": Edit("dart", "b/pubspec.yaml", "name: b", "name: d", 0),
    "a version of a gem": Edit("ruby", "a/a.gemspec", "'1'", "'2'", 1),
    "a name of a Swift package": Edit("swift", "Package.swift", '"x"', '"y"', 1),
    "flags of a compiler": Edit("c", "compile_commands.json", "-O1", "-O2", 0),
}
RELEVANT = {
    "a dependency that is named": Edit("rust", "a/Cargo.toml", 'serde = "1"\n', "", 2),
    "the main file of a crate": Edit(
        "rust", "c/Cargo.toml", '"the-c"\n', '"the-c"\n[lib]\npath = "src/other.rs"\n', 4
    ),
    "the name by which others know a crate": Edit(
        "rust", "a/Cargo.toml", "the-c = {", "the-d = {", 2
    ),
    "a crate that gives methods": Edit(
        "rust traits", "between-a/Cargo.toml", 'gives = { path = "../gives" }\n', "", 1
    ),
    "a root of modules": Edit(
        "python",
        "pyproject.toml",
        "[tool.ruff]",
        '[tool.pytest.ini_options]\npythonpath = ["one"]\n[tool.ruff]',
        1,
    ),
    "the path of a module": Edit(
        "go", "a/go.mod", "module example.com/a", "module example.com/e", 1
    ),
    "a replaced module": Edit(
        "go", "a/go.mod", "require ", "replace example.com/far => ../far\nrequire ", 1
    ),
    "the name of a package": Edit("dart", "a/pubspec.yaml", "name: a", "name: e", 1),
    "folders of headers": Edit(
        "c", "compile_commands.json", '-I/x/one -O1"},\n', '-I/x/two -O1"},\n', 1
    ),
}


ADDED = {
    "a gem": ("ruby", {"c/c.gemspec": "Gem::Specification.new\n"}, 2),
    "a target": ("swift", {"Sources/D/D.swift": "public func runD() {}\n"}, 2),
    "a module": ("go", {"b/lib/go.mod": "module example.com/other\n"}, 0),
    "a workspace": ("go", {"go.work": "use ./a\nuse ./far\n"}, 1),
    "a crate": ("rust", {"b/more/Cargo.toml": '[package]\nname = "more"\n'}, 0),
    "a package": ("dart", {"d/pubspec.yaml": "name: d\n"}, 0),
    "a home of modules": ("python", {"one/pyproject.toml": "[project]\n"}, 1),
    "a home that has nothing": ("python", {"four/pyproject.toml": "[project]\n"}, 0),
    "flags": ("c", {"b/compile_commands.json": "[]"}, 0),
}


TS_PATHS = '{"compilerOptions": {"paths": {"gen/*": ["./made/*"]}}}'
RUST_LATE = {
    "Cargo.toml": '[package]\nname = "app"\n',
    "src/lib.rs": "include_modules!();\npub mod user;\n",
    "src/user.rs": "pub fn run() {}\n",
}
RUST_GO = "pub fn go() {}\n"
RUST_ASKING = {"src/user.rs": "pub fn run() {\n    crate::late::go();\n}\n"}
STEPS = {
    "a root that only a file in no language looks into": [
        {"compose.yaml": PYTHON["compose.yaml"], "one/tool.py": "", "one/use.py": "import tool"},
        {"one/pyproject.toml": ""},
    ],
    "a file where a mapping looks": [
        {"tsconfig.json": "{}", "app.ts": "import { f } from 'gen/a'\nf()\n"},
        {"tsconfig.json": TS_PATHS},
        {"made/a.ts": "export function f() {}\n"},
    ],
    "a file in a root inside a package": [
        {"pyproject.toml": "", "pkg/__init__.py": "", "pkg/in/__init__.py": "", "a.py": "import b"},
        {"pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["pkg/in"]\n'},
        {"pkg/in/b.py": ""},
    ],
    "a file of a module that another file asked for": [
        RUST_LATE,
        RUST_ASKING,
        {"src/late.rs": RUST_GO},
    ],
    "a crate that another file asked for": [
        {**RUST_LATE, "late/Cargo.toml": '[package]\nname = "late"\n', "late/src/lib.rs": RUST_GO},
        RUST_ASKING,
        {"Cargo.toml": '[package]\nname = "app"\n[dependencies]\nlate = { path = "late" }\n'},
    ],
}


@pytest.mark.parametrize("case", STEPS)
def test_places_to_look_in_are_kept_from_step_to_step(case: str, tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    for number, step in enumerate(STEPS[case]):
        write_tree(twin.root, {}, _encode(step))
        (twin.root / "ripple.toml").touch()
        found = twin.compare()
        assert found.differences == []
        assert number == 0 or not found.report.linked_all


@pytest.mark.parametrize("case", IRRELEVANT)
def test_the_rest_of_a_manifest_links_nothing_again(case: str, tmp_path: Path) -> None:
    edit = IRRELEVANT[case]
    assert _count_linked(_encode(PROJECTS[edit.language]), edit, tmp_path) == edit.linked


@pytest.mark.parametrize("case", RELEVANT)
def test_a_manifest_links_again_what_it_decides(case: str, tmp_path: Path) -> None:
    edit = RELEVANT[case]
    linked = _count_linked(_encode(PROJECTS[edit.language]), edit, tmp_path)
    assert 0 < linked <= edit.linked


@pytest.mark.parametrize("case", ADDED)
def test_a_new_manifest_links_again_what_it_decides(case: str, tmp_path: Path) -> None:
    language, files, most = ADDED[case]
    before = _encode(PROJECTS[language])
    for first, second in (
        (before, {**before, **_encode(files)}),
        ({**before, **_encode(files)}, before),
    ):
        found = compare_trees(first, second, tmp_path)
        assert found.differences == []
        assert not found.report.linked_all
        assert found.report.linked_files <= most


def _count_linked(before: Tree, edit: Edit, folder: Path) -> int:
    """Make an edit, and return how many files it links again; the graph is that of a full scan."""
    text = before[edit.manifest]
    assert edit.old.encode() in text
    after = {**before, edit.manifest: text.replace(edit.old.encode(), edit.new.encode())}
    found = compare_trees(before, after, folder)
    assert found.differences == []
    assert not found.report.linked_all
    return found.report.linked_files
