"""Plain names that cannot be the symbol that was asked about, by the language they stand in."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripplegraph import open_project
from tests.support.repository import commit_all, git

RUST = """pub struct Config {
    path: String,
}

pub struct Pair(usize);

impl Config {
    pub fn path(&self) -> &String {
        &self.path
    }
}

pub fn open(path: &str) -> usize {
    let mut path = path.trim();
    path.len() + 0
}

pub fn take(config: Config) -> String {
    let Config { path, .. } = config;
    path
}
"""
ERROR = """use std::io;

pub struct Error;

pub fn read() -> Result<u8, io::Error> {
    Ok(0)
}

impl std::error::Error for Error {}
"""
TYPESCRIPT = """export class App {
  send() {}
}

export function run(send: () => void, other: unknown) {
  const { send: again } = other as App;
  send();
  again();
}
"""
GO = """package shop

type Engine struct{ name string }

func engine() *Engine {
	name := "x"
	return &Engine{name: name}
}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("plain") / "shop"
    files = {
        "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
        "src/lib.rs": RUST,
        "src/error.rs": ERROR,
        "web/app.ts": TYPESCRIPT,
        "go.mod": "module example.com/shop\n\ngo 1.22\n",
        "shop.go": GO,
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    git(root, "init", "-q")
    commit_all(root, "all")
    open_project(root).scan()
    return root


def find_roles(root: Path, symbol: str, path: str) -> dict[int, list[str]]:
    found = open_project(root).analyze_impact([symbol], places="all")
    rows: dict[int, list[str]] = {}
    for place in found.places:
        if place["path"] == path:
            rows.setdefault(place["line"], []).append(place["as"])
    return rows


def test_parameters_and_variables_are_no_fields(project: Path) -> None:
    roles = find_roles(project, "src/lib.rs::Config.path", "src/lib.rs")
    assert roles[13] == ["other"]
    assert roles[14] == ["other", "other"]
    assert roles[15] == ["other"]


def test_short_forms_in_braces_may_be_fields(project: Path) -> None:
    roles = find_roles(project, "src/lib.rs::Config.path", "src/lib.rs")
    assert not {"other"}.issuperset(roles[19])


def test_numbers_are_no_fields(project: Path) -> None:
    roles = find_roles(project, "src/lib.rs::Pair.0", "src/lib.rs")
    assert roles[15] == ["other"]


def test_paths_of_outside_modules_are_from_outside(project: Path) -> None:
    roles = find_roles(project, "src/error.rs::Error", "src/error.rs")
    assert roles[5] == ["other"]
    assert sorted(roles[9]) == ["other", "uses"]


def test_plain_names_are_no_members(project: Path) -> None:
    roles = find_roles(project, "web/app.ts::App.send", "web/app.ts")
    assert roles[5] == ["other"]
    assert "other" not in roles[6]
    assert roles[7] == ["other"]
    assert find_roles(project, "shop.go::Engine.name", "shop.go")[6] == ["other"]
