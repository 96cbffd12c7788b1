"""The languages this installation can read: those that come with it, and those others register."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from ripplegraph.errors import UsageError
from ripplegraph.parsers.language import Language

_BUILT_IN = (
    "bash",
    "c",
    "cpp",
    "csharp",
    "dart",
    "elixir",
    "go",
    "graphql",
    "hcl",
    "java",
    "known",
    "kotlin",
    "lua",
    "php",
    "proto",
    "python",
    "ruby",
    "rust",
    "scala",
    "sql",
    "swift",
    "typescript",
    "zig",
)
ENTRY_POINT_GROUP = "ripplegraph.languages"


@cache
def find_languages() -> Mapping[str, Language]:
    """Return every language by name."""
    found: dict[str, Language] = {}
    for package in _BUILT_IN:
        module = import_module(f"ripplegraph.parsers.languages.{package}.record")
        for language in module.LANGUAGES:
            found[language.name] = language
    for point in entry_points(group=ENTRY_POINT_GROUP):
        language = point.load()
        if not isinstance(language, Language):
            raise UsageError(
                f"The entry point {point.name!r} of {point.value} is not a Language.",
                hint="It must name a ripplegraph.parsers.language.Language.",
            )
        found[language.name] = language
    return found


@cache
def find_registered() -> frozenset[str]:
    """Return the names of the languages that do not come with this installation."""
    return frozenset(point.load().name for point in entry_points(group=ENTRY_POINT_GROUP))


@cache
def _by_name() -> tuple[Mapping[str, str], Mapping[str, str]]:
    extensions: dict[str, str] = {}
    filenames: dict[str, str] = {}
    for language in find_languages().values():
        extensions.update(dict.fromkeys(language.extensions, language.name))
        filenames.update(dict.fromkeys(language.filenames, language.name))
    return extensions, filenames


def language_of(path: str) -> str | None:
    """Return the name of a file's language, going by its name."""
    extensions, filenames = _by_name()
    name = path.rpartition("/")[2]
    if name in filenames:
        return filenames[name]
    at = name.find(".", 1)
    while at >= 0:
        language = extensions.get(name[at:].lower())
        if language is not None:
            return language
        at = name.find(".", at + 1)
    return None
