"""Makes the records of languages that are described by tags."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import LINES, Tags

_KNOWN = "ripplegraph.parsers.languages.known"


def known_language(
    name: str,
    extensions: str,
    *,
    files: str = "",
    layout: str = LINES,
    clauses: bool = False,
    separators: str = "",
) -> Language:
    """Return a language of which only files and definitions are known, by its query."""
    tags = Tags(layout=layout, clauses=clauses, separators=tuple(separators.split()))
    return Language(
        name=name,
        grammar=name,
        level="known",
        extensions=tuple(extensions.split()),
        filenames=tuple(files.split()),
        query=read_query(_KNOWN, f"{name}.scm"),
        extract=TaggedExtractor(name, tags),
    )
