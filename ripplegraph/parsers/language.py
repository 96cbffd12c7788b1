"""What the rest of the program knows about a language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import NamedTuple, Protocol

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor

from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.source import Source

Captures = dict[str, list[Node]]
Extract = Callable[[Node, Captures, Source], FileFacts]


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a module name leads: files of the project, or the name of something outside it."""

    paths: tuple[str, ...] = ()
    """The file it names; several for a namespace package, whose parts lie in several folders."""
    external: str | None = None
    probed: tuple[str, ...] = ()
    """Every path that was looked for, found or not, in order: what a new file could change."""
    directory: str | None = None
    """For a package without a file of its own (namespace package): its folder."""
    namespace: str | None = None
    """For a package whose files share their names: the name it is offered under, see `Packages`.
    With `external`, what no file of the package declares is outside."""
    within: str = ""
    """For the members of a type: the names that lead to it in the namespace, `Outer.Inner`."""
    ambiguous: bool = False
    """Whether it is only one of several files, and nothing says which."""


class ModuleResolver(Protocol):
    """Finds the file a module name means, the way the language does."""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return what `spec`, written in file `importer`, names."""


class Redirection(NamedTuple):
    """What a resolver finds elsewhere than another one, besides the paths that both probed."""

    files: frozenset[str] = frozenset()
    """Files that resolve names from another place."""
    words: frozenset[str] = frozenset()
    """Words among the probes that mean something else."""


class SteadyResolver(ModuleResolver, Protocol):
    """A resolver that can tell what other files or settings would change.

    A change of its project makes a plain resolver resolve everything anew.
    """

    settings: str
    """What it read in the project's files: two with the same settings resolve alike."""

    settings_decide_paths: bool
    """Whether files keep where their module names lead: with other settings, these names are
    resolved again, and a file is linked again if one leads elsewhere. Needed where there are
    settings that `recall_settings` cannot take."""

    def find_redirected(self, before: SteadyResolver, files: Iterable[str]) -> Redirection:
        """Return what is found elsewhere since the project had the files of another resolver."""


class RecallingResolver(SteadyResolver, Protocol):
    """A resolver whose `find_redirected` also tells what other settings change."""

    def recall_settings(self, settings: str) -> None:
        """Take the settings of another resolver."""


class ProjectFiles(Protocol):
    """The files of a project as a resolver may see them."""

    paths: frozenset[str]

    def read(self, path: str) -> bytes | None:
        """Return the content of a project file (a manifest, say), or None when there is none."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: how to recognise, parse and read it, and how its module names resolve."""

    name: str
    grammar: str
    level: str
    """ "full", "good" or "known"."""
    extensions: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    query: str = ""
    """Text of its tag query."""
    extract: Extract | None = None
    resolver: Callable[[ProjectFiles], ModuleResolver] | None = None
    prepare: Callable[[bytes], bytes] | None = None
    """Turns a file's bytes into what its grammar parses, such as the cells of a notebook."""
    recover: Callable[[bytes], bytes] | None = None
    """Turns what was prepared and could hardly be parsed into what the grammar makes more of."""
    dialect: Callable[[bytes], str | None] | None = None
    """Names another language by whose grammar and query a file is to be read, if its content asks
    for that; the file keeps its own language."""
    builtins: frozenset[str] = frozenset()
    """Names that are always there; they resolve to `ext:` nodes. After a dot: methods that objects
    from outside may have."""
    family: str = ""
    """Languages of one family import each other's files (TypeScript and JavaScript)."""
    manifests: tuple[str, ...] = ()
    """File names whose content steers module resolution."""
    rules: Mapping[str, object] = field(default_factory=dict)


def find_package_folder(path: str, folders: Collection[str]) -> str:
    """Return the folder of the package that a file is part of: the one below one of some folders.

    For a file that is in none of them that is the whole project, "".
    """
    parts = path.split("/")[:-1]
    for at in range(len(parts) - 1, -1, -1):
        if parts[at] in folders:
            return "/".join(parts[: at + 2])
    return ""


def read_query(package: str, name: str = "tags.scm") -> str:
    """Return the text of a query that lies beside a language's code."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def compiled_query(grammar: Grammar, text: str) -> Query:
    """Return the compiled form of a query, compiling it once in a process."""
    return Query(grammar, text)


_BY_PLACE = attrgetter("byte_range")


def find_captures(cursor: QueryCursor, root: Node) -> Captures:
    """Return a query's captures, each list in the order of the text, inner nodes first.

    The cursor gives the nodes of a capture in no particular order, another one in every process.
    The many that are captured as `@name` are left so: whoever reads them sorts their offsets.
    """
    captures: Captures = cursor.captures(root)
    for name, nodes in captures.items():
        if name != "name":
            nodes.sort(key=_BY_PLACE)
    return captures


def first_error(root: Node) -> Node:
    """Return the first place of a tree that did not parse: an error, or something missing."""
    node = root
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    return node
