"""The facts of one file, with name tables and indexes on top."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import FunctionType
from ripplegraph.graph.facts import DECLARATION, OVERLOAD, Declaration, Export
from ripplegraph.graph.stored_facts import CallSite, LinkFacts
from ripplegraph.linking.engine.evaluator import Answers
from ripplegraph.linking.engine.marks import Marks, binding_word, name_word
from ripplegraph.linking.files.appends import FileAppends
from ripplegraph.linking.files.expression_places import Place, Placed, Places, find_places
from ripplegraph.linking.files.name_use import CallAnswer
from ripplegraph.linking.files.rules import LanguageRules
from ripplegraph.linking.values.value import Values

ANY = "*"
"""In `asked`: a function type that is written somewhere was looked at, or a list, dict or object
that stands in no definition; before what follows the path in an id: one that stands there."""

IMPLEMENTS = ":"
"""After the name of a type: stands for all that extensions say that it implements."""
METHODS = ":()"
"""After the name of an interface: stands for the names of all its methods."""


class Notes:
    """What is kept about a file as long as linking goes on, also where its view is let go."""

    __slots__ = ("forms", "probed")

    def __init__(self) -> None:
        self.probed: set[str] = set()
        """Every path that was looked for on behalf of this file, file or not."""
        self.forms: dict[str, tuple[FunctionType, int]] = {}
        """Function types that values point to, by scope and text, with their scopes."""


class FileTables(FileAppends):
    """Facts of one file, with what the linker looks up often and what it found out."""

    __slots__ = (
        "_binding_marks",
        "_display_marks",
        "_indexes",
        "_keys",
        "_marks",
        "_name_marks",
        "_places",
        "_signatures",
        "answers",
        "called",
        "chains",
        "exports",
        "forms",
        "ids",
        "is_in_use",
        "mark",
        "probed",
        "weight",
    )

    def __init__(
        self,
        path: str,
        facts: LinkFacts,
        semantics: LanguageRules,
        marks: Marks | None = None,
        notes: Notes | None = None,
    ) -> None:
        super().__init__(path, facts, semantics)
        self._marks = Marks() if marks is None else marks
        self.mark = self._marks.of(path)
        """The mark of answers that depend on there being this file."""
        self._name_marks: dict[str, int] = {}
        self._binding_marks: dict[str, int] = {}
        self._display_marks: dict[int, int] = {}
        self.weight = 2 * len(facts.calls) + len(facts.definitions)
        self.weight += sum([len(scope.bindings) for scope in facts.scopes])
        """How many facts it holds."""
        self.is_in_use = True
        """Whether it was looked into since somebody last asked."""
        self.ids = [self._id_of(d) for d in facts.definitions]
        """The readable id of every definition; what has no name is its owner's."""
        self.exports: dict[str, list[Export]] = {}
        for export in facts.exports:
            self.exports.setdefault(export.name, []).append(export)
        notes = notes or Notes()
        self.probed = notes.probed
        self.forms = notes.forms
        self.called: dict[int, tuple[Values, int]] = {}
        """What call sites call where call flow does not decide it, and the marks of why."""
        self.chains: dict[tuple[Values, bool, int], dict[str, CallAnswer]] = {}
        """What names that are the same for the same reasons call, see `uses.Use.calls`."""
        self.answers: Answers = {}
        """Answers about this file that do not depend on call flow."""
        self._keys: list[str] | None = None
        self._indexes: dict[str, int] | None = None
        self._places: Places | None = None
        self._signatures: dict[tuple[int, str], list[int]] | None = None

    def _id_of(self, definition: Declaration) -> str:
        if definition.qualified:
            return f"{self.path}::{definition.qualified}"
        owner = self.scopes[definition.scope].owner
        name = self.definitions[owner].qualified if owner >= 0 else ""
        return f"{self.path}::{name}" if name else self.path

    def name_mark(self, name: str) -> int:
        """Return the mark of answers that depend on all that is said about a name."""
        found = self._name_marks.get(name)
        if found is None:
            found = self._name_marks[name] = self._marks.of(name_word(self.path, name))
        return found

    def binding_mark(self, name: str) -> int:
        """Return the mark of answers that depend on which definition or import binds a name."""
        found = self._binding_marks.get(name)
        if found is None:
            found = self._binding_marks[name] = self._marks.of(binding_word(self.path, name))
        return found

    def display_mark(self, index: int) -> int:
        """Return the mark of answers that depend on a list, dict or object that is written down."""
        found = self._display_marks.get(index)
        if found is None:
            found = self._display_marks[index] = self.name_mark(self.display_word(index))
        return found

    def display_word(self, index: int) -> str:
        """Return the name under which what a display says is asked for: others in the same
        definition have it, too."""
        source = self.source_of(self.facts.displays[index].scope)
        return f"{ANY}{source.removeprefix(self.path)}"

    def source_of(self, scope: int) -> str:
        """Return the id that edges from a scope start at."""
        owner = self.scopes[scope].owner
        return self.ids[owner] if owner >= 0 else self.path

    def source_at(self, position: int) -> str:
        """Return the id that edges from a place in the text start at."""
        inner, start = 0, -1
        for index, scope in enumerate(self.scopes):
            if start <= scope.start <= position < scope.end:
                inner, start = index, scope.start
        return self.source_of(inner) if self.scopes else self.path

    def key(self, index: int) -> str:
        """Return what a definition is known by from scan to scan: its id, and which of its like."""
        if self._keys is None:
            self._keys = []
            seen: dict[str, int] = {}
            for own in self.ids:
                number = seen[own] = seen.get(own, 0) + 1
                self._keys.append(own if number == 1 else f"{own}<{number}>")
        return self._keys[index]

    def find_key(self, key: str) -> int:
        """Return the definition that is known by a key, or -1."""
        if self._indexes is None:
            self._indexes = {self.key(i): i for i in range(len(self.ids))}
        return self._indexes.get(key, -1)

    def find_called(self, call: CallSite, index: int) -> tuple[Values, int] | None:
        """Return what a call site calls and the marks of why, if that is known already."""
        if isinstance(call.callee, str):
            name, _, rest = call.callee.partition(".")
            known = self.use(call.scope, name).calls.get(rest)
            if known is not None:
                return known[1:]
        return self.called.get(index)

    def forget_uses(self) -> None:
        super().forget_uses()
        self.chains = {}
        self.called = {}

    def form_of(self, form: FunctionType, scope: int) -> str:
        """Return the words under which a function type written in this file can be found."""
        words = f"{scope} {form!r}"
        self.forms[words] = (form, scope)
        return words

    def signatures_of(self, index: int) -> Sequence[int]:
        """Return the signatures that a function is declared with, where it has several."""
        if self._signatures is None:
            self._signatures = {}
            for i, definition in enumerate(self.definitions):
                if definition.flags & OVERLOAD:
                    key = (definition.scope, definition.name)
                    self._signatures.setdefault(key, []).append(i)
        own = self.definitions[index]
        found = self._signatures.get((own.scope, own.name), ())
        is_first = found and index not in found and own.flags & DECLARATION
        return [index, *found] if is_first else found

    def places(self, placed: Placed) -> Sequence[Place]:
        """Return where a function or display is passed, returned, assigned or put into another."""
        if self._places is None:
            self._places = find_places(self)
        return self._places.get(placed, ())
