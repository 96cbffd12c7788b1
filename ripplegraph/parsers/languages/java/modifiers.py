"""What stands in front of Java definitions: modifiers and annotations, and what they tell."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from ripplegraph.graph.facts import EXPORTED, STATIC
from ripplegraph.parsers.languages.java.context import JavaFile, field

_SILENT = frozenset({"Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "Nullable"})
TESTS = frozenset(
    {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"}
)
_FIXTURE_WORDS = (
    "After AfterAll AfterClass AfterEach AfterGroups AfterMethod AfterSuite AfterTest Before "
    "BeforeAll BeforeClass BeforeEach BeforeGroups BeforeMethod BeforeSuite BeforeTest "
    "DataProvider Parameters DataPoint DataPoints"
)
FIXTURES = frozenset(_FIXTURE_WORDS.split())
_ROUTE_WORDS = (
    "DeleteMapping GetMapping MessageMapping PatchMapping Path PostMapping PutMapping "
    "RequestMapping"
)
_ROUTES = frozenset(_ROUTE_WORDS.split())


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The words and annotations before a definition."""

    words: frozenset[str] = frozenset()
    annotations: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    head: int = -1
    """Where the definition begins behind its annotations, or -1 where it has no modifiers."""

    @property
    def flags(self) -> int:
        flags = EXPORTED if self.words & {"public", "protected"} else 0
        return flags | STATIC if "static" in self.words else flags

    @property
    def decorators(self) -> tuple[str, ...]:
        return tuple(name for name in self.annotations if name not in _SILENT)

    @property
    def entry(self) -> str:
        """Why a method is called from outside: it is a test, a fixture, a route."""
        names = {name.rpartition(".")[2] for name in self.annotations}
        if names & TESTS:
            return "test"
        if names & FIXTURES:
            return "fixture"
        return f"route {self.routes[0]}" if self.routes else ""


_NONE = Modifiers()


def read_modifiers(file: JavaFile, node: Node) -> Modifiers:
    """Return what stands before a definition."""
    first = node.child(0)
    if first is None or first.type != "modifiers":
        return _NONE
    words: set[str] = set()
    annotations: list[str] = []
    routes: list[str] = []
    head = -1
    for child in first.children:
        if child.type not in ("marker_annotation", "annotation"):
            words.add(child.type)
            head = child.start_byte if head < 0 else head
            continue
        name = field(child, "name")
        if name is not None:
            annotations.append("".join(file.name_of(name).split()))
            if annotations[-1] in _ROUTES:
                routes.append(_read_text(file, field(child, "arguments")))
    if head < 0:
        following = first.next_sibling
        head = first.end_byte if following is None else following.start_byte
    return Modifiers(frozenset(words), tuple(annotations), tuple(filter(None, routes)), head)


def _read_text(file: JavaFile, arguments: Node | None) -> str:
    """Return the first text that an annotation is given."""
    text = file.name_of(arguments) if arguments is not None else ""
    return text.split('"')[1] if text.count('"') > 1 else ""
