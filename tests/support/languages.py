"""Cases under `fixtures/languages/`: small projects whose comments say what each name is bound to.

A comment line under a line of code states what is expected of one place in it:

    total = price(order)
    #         ^ calls: shop/prices.py::price

The caret stands under any character of the name; `<-` instead of a caret points at the column where
the comment begins. Several comment lines may follow one line of code. After the kind come the
targets, separated by `, `; they are all that this place may be bound to by that kind. A resolution
in parentheses at the end, `(inferred)`, is what the edges must carry; without one, any but
`ambiguous` will do.

    calls, references            what the name, or the dotted chain around it, is bound to
    none                         no target at all
    defines                      the definition that begins on the line and has the name there; a
                                 kind in parentheses, `(function)`, is the kind it must have
    extends, implements          of the class that begins on the line
    imports, exports             of the file, by the statement that begins on the line
    dispatches_to                of the definition that begins on the line
    overrides                    the methods that dispatch to the definition on the line

The source of each edge must be the innermost definition whose body holds the place. An edge between
two definitions is kept once, with its first line, so a statement that repeats one states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from msgspec.structs import replace

from ripplegraph.graph.facts import FileFacts
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.linking.values.links import AMBIGUOUS, FileLinks, LinkedEdge
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "languages"
BY_PLACE = frozenset({"calls", "references", "none"})
BY_LINE = frozenset({"extends", "implements", "imports", "exports", "dispatches_to", "overrides"})
DEFINES = "defines"
KINDS = BY_PLACE | BY_LINE | {DEFINES}
DEFINED = frozenset({"class", "function", "interface", "module", "variable"})

_KIND = "|".join(sorted(KINDS))
_POINTER = re.compile(r"(?P<pointer>\^+|<-)\s*(?P<rest>.*)$")
_STATEMENT = re.compile(
    rf"(?P<kind>{_KIND})(?::\s+(?P<targets>\S.*?))?(?:\s+\((?P<resolution>[a-z]+)\))?"
)
_SUSPICIOUS = re.compile(rf"(?:\^|<-)\s*(?:{_KIND})\b|^\s*(?:{_KIND}):\s")
_COMMENT = re.compile(r"^\s*(?:\{/\*|/\*|//|#|<!--)(?P<text>.*?)(?:\*/\}?|-->)?\s*$")
_MARKS = {
    "--": "ada elm haskell lua sql vhdl",
    ";": "asm clojure commonlisp elisp scheme",
    "//": "c cpp cuda objc",
    "%": "erlang",
    "!": "fortran",
    '"': "vim",
    "(*": "ocaml",
}
"""How comments begin in languages where they look otherwise."""
_OTHERWISE = {
    language: re.compile(rf"^\s*{re.escape(mark)}+(?P<text>.*?)(?:\*\))?\s*$")
    for mark, languages in _MARKS.items()
    for language in languages.split()
}
_NAME = re.compile(r"[\w$]")


class CaseError(Exception):
    """A case that does not say clearly what it expects."""


@dataclass
class CaseFiles:
    """The files of one case, as resolvers see a project."""

    root: Path
    paths: frozenset[str]

    def read(self, path: str) -> bytes | None:
        file = self.root / path
        return file.read_bytes() if path in self.paths else None


@dataclass(frozen=True)
class Expectation:
    """What one comment line expects."""

    path: str
    line: int
    position: int
    """Byte offset of the character the caret stands under."""
    start: int
    """Byte offset of the name around it."""
    name: str
    kind: str
    targets: tuple[str, ...]
    resolution: str | None

    def __str__(self) -> str:
        wanted = ", ".join(self.targets) or "nothing"
        suffix = f" ({self.resolution})" if self.resolution else ""
        return f"{self.kind} {wanted}{suffix}"


def find_cases() -> list[Path]:
    """Return the folder of every case of every language."""
    return sorted(
        case for language in FIXTURES.iterdir() if language.is_dir() for case in language.iterdir()
    )


def case_name(case: Path) -> str:
    """Return the name a case is listed under, `python/closures`."""
    return f"{case.parent.name}/{case.name}"


@cache
def _texts(case: Path) -> dict[str, bytes]:
    """Return each source file of a case as its grammar parses it."""
    found = {}
    for file in sorted(case.rglob("*")):
        path = file.relative_to(case).as_posix()
        language = language_of(path) if file.is_file() else None
        if language is not None and "__pycache__" not in path:
            prepare = find_languages()[language].prepare
            data = file.read_bytes()
            found[path] = data if prepare is None else prepare(data)
    return found


class LinkedCase:
    """A case whose files have been extracted and linked."""

    def __init__(self, case: Path) -> None:
        self.texts = _texts(case)
        paths = (f.relative_to(case).as_posix() for f in case.rglob("*") if f.is_file())
        files = CaseFiles(case, frozenset(p for p in paths if "__pycache__" not in p))
        self.facts: dict[str, FileFacts] = {}
        for path in self.texts:
            self.facts[path] = extract_facts(str(language_of(path)), (case / path).read_bytes())
        resolvers: dict[str, ModuleResolver] = {}
        for language in find_languages().values():
            family = language.family or language.name
            if language.resolver is not None and family not in resolvers:
                resolvers[family] = language.resolver(files)
        analysis = build_analysis(self.facts, find_languages(), resolvers)
        linker = Linker(analysis, self.facts, keep_bindings=True)
        self.links: dict[str, FileLinks] = linker.link()

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id a target may name, the outside apart."""
        symbols = {
            f"{path}::{definition.qualified}"
            for path, facts in self.facts.items()
            for definition in facts.definitions
            if definition.qualified
        }
        return frozenset(symbols | set(self.facts))

    def source_at(self, path: str, position: int) -> str:
        """Return the innermost named definition whose body holds a position, or the file."""
        facts = self.facts[path]
        around = [s for s in facts.scopes if s.start <= position < s.end]
        owner = min(around, key=lambda s: s.end - s.start).owner if around else -1
        return path if owner < 0 else f"{path}::{facts.definitions[owner].qualified}"

    def defined_on(self, path: str, line: int) -> str | None:
        """Return the outermost function, class or interface that begins on a line."""
        for definition in self.facts[path].definitions:
            if definition.line == line and definition.qualified and definition.kind != "variable":
                return f"{path}::{definition.qualified}"
        return None

    def definitions_at(self, item: Expectation) -> set[tuple[str, str | None]]:
        """Return the definitions with the name under a caret, each with its kind if that counts."""
        return {
            (f"{item.path}::{d.qualified}", d.kind if item.resolution else None)
            for d in self.facts[item.path].definitions
            if d.line == item.line
            and item.name.lstrip("$").lower() in re.findall(r"\w+", d.name.lower())
        }

    def edges(self, path: str) -> list[LinkedEdge]:
        return list(self.links[path].edges.values())


def read_expectations(path: str, text: str) -> list[Expectation]:
    """Return what a file's comments expect; raises `CaseError` for one that is not well formed."""
    found = []
    code: tuple[int, int, str] | None = None
    offset = 0
    pattern = _OTHERWISE.get(language_of(path) or "", _COMMENT)
    for number, line in enumerate(text.split("\n"), 1):
        comment = pattern.match(line)
        pointer = _POINTER.search(comment["text"]) if comment else None
        if comment is None or pointer is None or comment["text"][: pointer.start()].strip():
            if _SUSPICIOUS.search(comment["text"] if comment else line):
                raise CaseError(f"{path}:{number}: an expectation out of place: {line.strip()}")
            if comment is None and line.strip():
                code = (number, offset, line)
        elif code is None:
            raise CaseError(f"{path}:{number}: an expectation without code above it")
        else:
            column = comment.start("text") + pointer.start("pointer")
            if pointer["pointer"] == "<-":
                column = len(line) - len(line.lstrip())
            found.append(_expectation(path, number, code, column, pointer["rest"].rstrip("\r ")))
        offset += len(line.encode()) + 1
    return found


def _expectation(
    path: str, number: int, code: tuple[int, int, str], column: int, statement: str
) -> Expectation:
    line, offset, text = code
    parsed = _STATEMENT.fullmatch(statement)
    here = f"{path}:{number}"
    if parsed is None:
        raise CaseError(f"{here}: cannot read the expectation {statement!r}")
    if column >= len(text) or not (_NAME.match(text[column]) or text[column] in "()\"'<"):
        raise CaseError(f"{here}: the caret stands under no name")
    targets = tuple(parsed["targets"].split(", ")) if parsed["targets"] else ()
    if (parsed["kind"] == "none") == bool(targets):
        raise CaseError(f"{here}: {parsed['kind']} with {len(targets)} targets")
    allowed = DEFINED if parsed["kind"] == DEFINES else {"exact", "inferred", "ambiguous"}
    if parsed["resolution"] is not None and parsed["resolution"] not in allowed:
        raise CaseError(f"{here}: there is no resolution {parsed['resolution']!r}")
    if len(set(targets)) < len(targets):
        raise CaseError(f"{here}: a target stands twice")
    position = offset + len(text[:column].encode())
    begin, name = _name_at(text, column)
    start = offset + len(text[:begin].encode())
    return Expectation(
        path, line, position, start, name, parsed["kind"], targets, parsed["resolution"]
    )


def _name_at(text: str, column: int) -> tuple[int, str]:
    for name in re.finditer(r"[\w$]+", text):
        if name.start() <= column < name.end():
            return name.start(), name[0]
    return column, ""


def check_case(case: Path) -> list[str]:
    """Return every way in which a case is not linked as it says, one line for each."""
    linked = LinkedCase(case)
    expected = [
        expectation
        for path, data in linked.texts.items()
        for expectation in read_expectations(path, data.decode())
    ]
    if not expected:
        raise CaseError(f"{case_name(case)} expects nothing")
    for item in expected:
        for target in item.targets:
            if not target.startswith("ext:") and target not in linked.ids:
                raise CaseError(f"{item.path}:{item.line}: there is no {target}")
    broken = [
        f"{path}:{problem.line}: {problem.message}"
        for path, facts in linked.facts.items()
        for problem in facts.diagnostics
    ]
    return broken + [failure for item in expected for failure in _check(linked, item)]


def _check(linked: LinkedCase, item: Expectation) -> Iterator[str]:
    here = f"{item.path}:{item.line}: {item.name or 'here'}"
    if item.kind == DEFINES:
        defined = linked.definitions_at(item)
        if defined != {(target, item.resolution) for target in item.targets}:
            names = ", ".join(f"{target} ({kind})" for target, kind in sorted(defined, key=str))
            yield f"{here}: expected {item}, got {names or 'nothing'}"
        return
    source, edges = (_at_place if item.kind in BY_PLACE else _on_line)(linked, item)
    got = {edge.source if item.kind == "overrides" else edge.target for edge in edges}
    if got != set(item.targets):
        yield f"{here}: expected {item}, got {', '.join(sorted(got)) or 'nothing'}"
        return
    for edge in edges:
        if item.kind != "overrides" and edge.source != source:
            yield f"{here}: expected the edge to {edge.target} from {source}, got {edge.source}"
        # What is only possible must be stated as such.
        if edge.resolution != item.resolution and (item.resolution or edge.resolution == AMBIGUOUS):
            yield f"{here}: expected {item}, got {edge.target} ({edge.resolution})"


def _on_line(linked: LinkedCase, item: Expectation) -> tuple[str, list[LinkedEdge]]:
    own = linked.defined_on(item.path, item.line)
    if item.kind == "overrides":
        edges = [e for p in linked.links for e in linked.edges(p) if e.kind == "dispatches_to"]
        return "", [e for e in edges if e.target == own]
    source = item.path if item.kind in ("imports", "exports") else own
    if source is None:
        raise CaseError(f"{item.path}:{item.line}: no definition begins here")
    edges = [e for e in linked.edges(item.path) if e.kind == item.kind and e.line == item.line]
    return source, [e for e in edges if e.source == source]


def _at_place(linked: LinkedCase, item: Expectation) -> tuple[str, list[LinkedEdge]]:
    source = linked.source_at(item.path, item.position)
    kinds = ("calls", "references") if item.kind == "none" else (item.kind,)
    edges: list[LinkedEdge] = []
    for kind in kinds:
        starts = _sites(linked.facts[item.path], item, kind)
        bound = linked.links[item.path].bindings or []
        targets = {b.target for b in bound if b.kind == kind and b.position in starts}
        edges += [_edge_for(linked, item.path, source, kind, t) for t in sorted(targets)]
        if kind == "references" and not starts:
            edges += _fixtures(linked, item, source)
    return source, edges


def _sites(facts: FileFacts, item: Expectation, kind: str) -> set[int]:
    """Return the positions of the calls or reads whose text the caret stands under."""
    places = {c.position for c in facts.calls if c.position == item.start}
    if kind == "references":
        named = (c.position + at for c in facts.calls for at in c.keyword_places[::2])
        places.update(place for place in named if place == item.start)
        for read in facts.references:
            if read.position <= item.position < read.position + len(read.chain.encode()):
                places.add(read.position)
    return places


def _edge_for(linked: LinkedCase, path: str, source: str, kind: str, target: str) -> LinkedEdge:
    """Return the edge a bound place gave; a read of what is also called gives the call alone."""
    edges = [e for e in linked.edges(path) if e.target == target and e.kind in (kind, "calls")]
    own = [e for e in edges if e.source == source] or edges
    if not own:
        return LinkedEdge("no source: bound, but there is no edge", kind, target, 0)
    return next((e for e in own if e.kind == kind), own[0])


def _fixtures(linked: LinkedCase, item: Expectation, source: str) -> list[LinkedEdge]:
    """Return the edges to the fixture a test's parameter names; they belong to no exact place."""
    own = linked.defined_on(item.path, item.line)
    return [
        replace(edge, source=source)
        for edge in linked.edges(item.path)
        if (edge.source, edge.kind, edge.line) == (own, "references", item.line)
        and re.split(r"::|\.", edge.target)[-1].partition("#")[0] == item.name
    ]
