"""The version of stored facts: a hash of the code that extracts them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from ripplegraph.graph import expressions, facts, stored_facts
from ripplegraph.parsers import facts_builder
from ripplegraph.parsers.language import Language
from ripplegraph.parsers.mentions import collector
from ripplegraph.parsers.registry import find_languages
from ripplegraph.parsers.tagged.extract import TaggedExtractor

_SUFFIXES = (".py", ".scm", ".txt")
_BORROWED = re.compile(rb"^from ripplegraph\.parsers\.languages\.(\w+)\.", re.MULTILINE)
_PARSING_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")


@cache
def get_extractor_version(language_name: str) -> str:
    """Return a hash of all code and queries that turn a file of a language into facts.

    A number that somebody has to raise would be forgotten one day, and old facts would be taken
    for new ones.
    """
    language = find_languages()[language_name]
    digest = blake2b(_hash_shared_code(), digest_size=8)
    digest.update(f"{language.name}\0{language.grammar}\0{language.query}\0".encode())
    if isinstance(language.extract, TaggedExtractor):
        digest.update(language.extract.tags.describe().encode())
    for path in _find_own_code(language):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _hash_shared_code() -> bytes:
    digest = blake2b(digest_size=16)
    for package in _PARSING_PACKAGES:
        digest.update(f"{package} {version(package)}\0".encode())
    for path in (
        _get_file(expressions),
        _get_file(facts),
        _get_file(stored_facts),
        *_find_code(_get_file(facts_builder).parent),
        *_find_code(_get_file(collector).parent),
    ):
        digest.update(path.read_bytes())
    return digest.digest()


def _find_own_code(language: Language) -> list[Path]:
    """Find the files of the package that extracts a language, or its one module."""
    functions: list[Callable[..., object]] = [
        item for item in (language.extract, language.prepare) if item is not None
    ]
    if isinstance(language.extract, TaggedExtractor):
        functions += language.extract.tags.functions
    found: set[Path] = set()
    for name in {function.__module__ for function in functions}:
        module = import_module(name)
        file = _get_file(module)
        if module.__package__:
            _add_folder(found, file.parent)
        else:
            found.add(file)
    return sorted(found)


def _add_folder(found: set[Path], folder: Path) -> None:
    """Add the code of a folder, and of the languages that it borrows from."""
    code = _find_code(folder)
    if found.issuperset(code):
        return
    found.update(code)
    for path in code:
        for name in _BORROWED.findall(path.read_bytes()):
            _add_folder(found, folder.parent / name.decode())


def _find_code(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in _SUFFIXES)


def _get_file(module: ModuleType) -> Path:
    if module.__file__ is None:
        raise LookupError(f"{module.__name__} has no file")
    return Path(module.__file__)
