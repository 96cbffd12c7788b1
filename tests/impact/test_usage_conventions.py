"""What is never certain to be unused: names in texts and settings, and what conventions use."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripplegraph import open_project
from tests.support.impacts import build_project

FILES = {
    "pkg/__init__.py": "",
    "pkg/api.py": '''"""See _documented."""


def _dead():  # _dead is only told of here
    return _dead()


def _in_settings():
    return 1


def _in_getattr():
    return 1


def _in_message():
    return 1


def _repr_html_():
    return 1


def _visit_name():
    return 1


def _documented():
    return 1


def visit(thing, kind):
    getattr(thing, "_in_getattr")
    raise ValueError("use _in_message instead", getattr(thing, f"_visit_{kind}"))


try:
    import fast

    def _pick():
        return fast.pick()

except ImportError:

    def _pick():
        return 1


def use():
    return _pick()
''',
    "settings.toml": 'hook = "_in_settings"\n',
    "odd.rkt": "(_in_other_language)\n",
    "pkg/more.py": "def _in_other_language():\n    return 1\n",
    "docs/conf.py": "def _shown():\n    return 1\n",
    "Makefile": "all:\n\techo\n\nclean:\n\techo\n",
    "run.sh": "greet() {\n  echo hi\n}\n",
    "web/a.ts": """const dead = 1
function hidden() {
  return 1
}
const renamed = 1
export { renamed as shown }
const options = {
  queryFn: () => 1,
  setup() {
    return 1
  },
}
console.log(options)

export class Shown {
  _guess() {
    return 1
  }
  #really() {
    return 1
  }
  private unasked() {
    return 1
  }
}

export function build() {
  return { head: () => 1 }
}
""",
    "vite.config.ts": "function plugin() {\n  return 1\n}\n",
    "svc/go.mod": "module example.com/svc\n\ngo 1.22\n",
    "svc/a.go": "package svc\n\nfunc init() {}\n\nfunc dead() {}\n\nfunc Public() {}\n",
    "rs/Cargo.toml": '[package]\nname = "rs"\nversion = "0.1.0"\nedition = "2021"\n',
    "rs/src/lib.rs": """use std::fmt;

struct Shown;

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shown")
    }
}

impl Shown {
    fn dead(&self) {}
}

#[global_allocator]
static ALLOC: System = System;

#[inline]
fn lonely() {}

#[no_mangle]
extern "C" fn from_c() {}

impl<E> Runs<E> for Shown
where
    E: Clone,
{
    fn run(&self) {}
}

#[allow(dead_code)]
fn kept() {}

#[cfg(test)]
mod tests {
    fn helper() {}
}

macro_rules! make {
    ($name:ident) => {
        pub struct $name;
    };
}

make! {
    Made
}

pub fn show() -> Shown {
    Shown
}
""",
    "jv/A.java": """package jv;

public class A {
    private void dead() {}

    private Object readResolve() {
        return this;
    }

    @Subscribe
    private void onEvent(String event) {}

    void inPackage() {}
}
""",
    "jv/B.java": "package jv;\n\npublic class B {\n    A made = new A();\n}\n",
    "web/b.ts": 'import { Shown, build } from "./a"\nconsole.log(new Shown(), build())\n',
    "c/a.c": "static int dead(void) { return 1; }\n\nint open_to_all(void) { return 1; }\n",
    "examples/demo.py": "def _demo():\n    return 1\n",
}
CERTAIN = {
    "pkg/api.py::_dead",
    "pkg/api.py::_documented",
    "web/a.ts::dead",
    "web/a.ts::hidden",
    "web/a.ts::Shown.#really",
    "web/a.ts::Shown.unasked",
    "svc/a.go::dead",
    "rs/src/lib.rs::Shown.dead",
    "rs/src/lib.rs::lonely",
    "jv/A.java::A.dead",
    "c/a.c::dead",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("conventions") / "p", FILES)


def test_certain_is_what_nothing_can_use(project: Path) -> None:
    found = open_project(project).find_unused(limit=None)
    assert {symbol.id for symbol in found.symbols if symbol.sure == "certain"} == CERTAIN
    assert all(symbol.reasons for symbol in found.symbols if symbol.sure != "certain")


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ("pkg/api.py::_in_settings", "settings.toml:1 may use it: in a file of data"),
        ("pkg/api.py::_in_getattr", "may use it: named in a string"),
        ("pkg/api.py::_in_message", "has its name in a string"),
        ("pkg/api.py::_repr_html_", "tools look for names of this form"),
        ("pkg/api.py::_visit_name", "begin with `_visit_` are put together"),
        ("pkg/more.py::_in_other_language", "odd.rkt:1 has its name"),
        ("Makefile::clean", "make does not say who may use it"),
        ("run.sh::greet", "bash does not say who may use it"),
        ("web/a.ts::renamed", "web/a.ts:6 may use it: the file has a variable of this name"),
        ("web/a.ts::options.setup", "part of an object"),
        ("web/a.ts::Shown._guess", "not private"),
        ("vite.config.ts::plugin", "a file of settings"),
        ("svc/a.go::init", "go calls what has this name"),
        ("rs/src/lib.rs::ALLOC", "marked with `#[global_allocator]`"),
        ("rs/src/lib.rs::Shown.run", "belongs to a trait"),
        ("rs/src/lib.rs::kept", "marked with `#[allow(dead_code)]`"),
        ("jv/A.java::A.readResolve", "java calls what has this name"),
        ("jv/A.java::A.onEvent", "Subscribe"),
    ],
)
def test_what_speaks_against_it_is_told(project: Path, node: str, reason: str) -> None:
    found = open_project(project).find_unused(limit=None)
    symbol = next(symbol for symbol in found.symbols if symbol.id == node)
    assert symbol.sure == "unsure"
    assert reason in "; ".join(symbol.reasons)


def test_other_definitions_of_what_is_used_and_examples_are_left_out(project: Path) -> None:
    found = open_project(project).find_unused(limit=None)
    listed = {symbol.id for symbol in found.symbols}
    assert not {node for node in listed if "_pick" in node}
    assert not {node for node in listed if node.startswith("examples/")}
    assert not {node for node in listed if "tests" in node}
    assert found.omitted["examples"]
