"""The linker has no word of one language: what a language calls a thing is in its own folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ripplegraph.linking
from ripplegraph.parsers.registry import find_languages

ROOT = Path(ripplegraph.linking.__path__[0])
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))
NAMES = {name for name in find_languages() if len(name) > 2} - {"make"} | {
    *("jvm", "ecmascript", "golang", "csharp", "dotnet", "javascript", "clang", "cpython"),
}
"""Languages and what they belong to."""
WORDS = {
    *("conftest", "pytest", "fixture", "fixtures", "setter", "deleter", "IntEnum", "StrEnum"),
    *("prototype", "prototypes", "promise", "promises", "commonjs", "jsx", "undefined"),
    *("companion", "vararg", "lateinit", "gradle", "maven"),
    *("trait", "traits", "crate", "crates", "cargo", "goroutine", "chan"),
    *("preprocessor", "typedef", "constexpr", "macro", "macros"),
    *("defmodule", "defprotocol"),
}
"""Words that mean something in one language, or in its tools, wherever they stand."""
TEXTS = {
    *("__all__", "__init__", "__init__.py", "__init__.pyi", "__new__", "cls", "self", "typing"),
    *("this", "super", "base", "require", "constructor", "new", "get", "val", "def", "impl"),
    *("initialize", "__construct", "__invoke", "apply", "unapply", "dyn", "include", "namespace"),
}
"""Texts that no language but their own has; as names of this program they are plain English."""
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def find_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each string of a module but those that describe something."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def find_identifiers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each name of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def find_words(text: str) -> set[str]:
    """Return the words of a text or a name that belong to one language."""
    parts = {*_PART.findall(text), *(part.lower() for part in _PART.findall(text)), text}
    return (NAMES | WORDS) & parts


@pytest.mark.parametrize("module", MODULES)
def test_no_word_of_one_language(module: str) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    texts = [*find_texts(tree)]
    found = {
        (n, word) for n, text in [*texts, *find_identifiers(tree)] for word in find_words(text)
    }
    found |= {(line, text) for line, text in texts if text in TEXTS}
    assert not found
