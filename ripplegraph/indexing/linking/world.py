"""Names, attributes and expressions of the whole project, evaluated on demand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ripplegraph.graph.facts import CLASS_METHOD, PROPERTY, STATIC, Expr, FileFacts
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.indexing.linking.alternatives import Alternatives
from ripplegraph.indexing.linking.annotations import Annotations
from ripplegraph.indexing.linking.calls import Calls
from ripplegraph.indexing.linking.class_index import ClassIndex, WholeIndex
from ripplegraph.indexing.linking.classes import Classes
from ripplegraph.indexing.linking.containers import Containers
from ripplegraph.indexing.linking.contexts import Contexts
from ripplegraph.indexing.linking.file_views import FileViews
from ripplegraph.indexing.linking.flows import Flows
from ripplegraph.indexing.linking.generics import Generics
from ripplegraph.indexing.linking.includes import TAG, Includes
from ripplegraph.indexing.linking.modules import Modules
from ripplegraph.indexing.linking.names import Names
from ripplegraph.indexing.linking.overloads import Overloads
from ripplegraph.indexing.linking.packages import Packages
from ripplegraph.indexing.linking.qualified import Qualified
from ripplegraph.indexing.linking.receivers import Receivers
from ripplegraph.indexing.linking.scoping import INCLUDED
from ripplegraph.indexing.linking.slot_values import SlotValues
from ripplegraph.indexing.linking.slots import (
    BINDING,
    OUTSIDE,
    SET,
    Slot,
)
from ripplegraph.indexing.linking.solver import Solver
from ripplegraph.indexing.linking.surroundings import Surroundings
from ripplegraph.indexing.linking.type_arguments import TypeArguments
from ripplegraph.indexing.linking.type_names import TYPE_NAMES
from ripplegraph.indexing.linking.uses import Use
from ripplegraph.indexing.linking.values import (
    ANYTHING,
    BOUND,
    CLASS,
    DISPLAY,
    EMPTY,
    EXTERNAL,
    FUNC,
    GENERIC,
    INSTANCE,
    METHOD,
    MODULE,
    NAMESPACE,
    NUMBER,
    OBJECT,
    PACKAGE,
    PARAM,
    RESULT,
    SUPER,
    TEXT,
    UNKNOWN,
    Value,
    Values,
    declared,
    join,
    one,
    outside_result,
    unite,
)
from ripplegraph.indexing.linking.views import ANY, FileView
from ripplegraph.parsers.language import Language, ModuleResolver

_OF_FILES = frozenset({FUNC, CLASS, INSTANCE, BOUND, MODULE, DISPLAY, PARAM, SUPER})
"""Values with attributes that a file of the project says something about."""
_NAMED = frozenset({CLASS, EXTERNAL, MODULE, NAMESPACE})
"""Values that a name of a type, or the first part of one, may stand for."""


class World:
    """All files, and the answers about them that were worked out so far."""

    def __init__(self, views: FileViews, resolvers: Mapping[str, ModuleResolver]) -> None:
        self.views = views
        self.paths: Collection[str] = views.paths
        """Every file that was parsed."""
        self.solver = Solver(views.marks)
        self.class_index: ClassIndex = WholeIndex(self)
        self.names = Names(self)
        self.packages = Packages(self)
        self.includes = Includes(self)
        self.surroundings = Surroundings(self)
        self.qualified = Qualified(self)
        self.alternatives = Alternatives(self)
        self.modules = Modules(self, resolvers)
        self.classes = Classes(self)
        self.annotations = Annotations(self)
        self.type_arguments = TypeArguments(self)
        self.calls = Calls(self)
        self.flows = Flows(self)
        self.receivers = Receivers(self)
        self.containers = Containers(self)
        self.generics = Generics(self)
        self.contexts = Contexts(self)
        self._overloads = {key: Overloads(self, names) for key, names in TYPE_NAMES.items()}
        values = SlotValues(self)
        self.slot_values = values.find
        self.definition_value = values.definition_value

    def release(self) -> None:
        """Let go of everything: the parts know each other, and would stay in memory for that."""
        for part in vars(self).values():
            if hasattr(part, "__dict__"):
                vars(part).clear()
        vars(self).clear()

    def view(self, path: str) -> FileView:
        """Return a file to look into, which what is being worked out then depends on."""
        view = self.views[path]
        view.is_in_use = True
        self.solver.read.add(view.mark)
        return view

    def ask(self, view: FileView, name: str) -> None:
        """Note that what is being worked out depends on all that a file says about a name."""
        self.solver.read.add(view.name_mark(name))

    def ask_binding(self, view: FileView, name: str) -> None:
        """Note that what is being worked out depends on which definition binds a name."""
        self.solver.read.add(view.binding_mark(name))

    def ask_definition(self, view: FileView, index: int) -> None:
        """Note that what is being worked out depends on all that is said about a definition."""
        self.solver.read.add(view.name_mark(view.definitions[index].name))

    def find_view(self, path: str) -> FileView | None:
        """Return a file to look into, if it is one that was parsed."""
        return self.view(path) if path in self.paths else None

    # Expressions ------------------------------------------------------------------------------

    def evaluate(self, expression: Expr, view: FileView, scope: int, position: int) -> Values:
        """Return what an expression may be."""
        if expression is None:
            return EMPTY
        if isinstance(expression, str):
            return self.chain_values(expression, view, scope, position)
        if isinstance(expression, int):
            return self.calls.result(view, expression)
        return self._evaluate_form(expression, view, scope, position)

    def overloads_of(self, view: FileView) -> Overloads | Alternatives:
        """Return what chooses among functions of one name, as a file's language does."""
        if view.rules.alternative_blocks:
            return self.alternatives
        return self.typed_overloads_of(view)

    def typed_overloads_of(self, view: FileView) -> Overloads:
        """Return what chooses by the types of what is passed."""
        return self._overloads[view.rules.type_names]

    def chain_values(
        self, chain: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a dotted chain may be."""
        head, _, rest = chain.partition(".")
        if rest and as_type and view.facts.package and view.rules.counted_overloads:
            values = self.qualified.values(view, scope, head)
        else:
            values = self.head_values(head, view, scope, position, as_type=as_type and not rest)
        if not rest:
            return values
        return self.chain_of(values, rest)

    def chain_of(self, values: Values, rest: str) -> Values:
        """Return what the attributes `rest` of these values lead to."""
        if any(v[0] == FUNC and self.views[v[1]].rules.reads_functions for v in values):
            values = join(self._read(value) for value in values)
        for name in rest.split("."):
            values = self.attributes(values, name)
            if not values:
                break
        return values

    def _read(self, value: Value) -> Values:
        """Return what a value is where something is taken from it: what a function gives, if it is
        called by its name alone."""
        if value[0] != FUNC or not self.view(value[1]).definitions[value[2]].flags & PROPERTY:
            return frozenset({value})
        return self.calls.function_result(value, None)

    def head_values(
        self, head: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a plain name may be."""
        if head == view.rules.receiver:
            return self.receivers.own(view, scope)
        if head == view.rules.parent:
            return self.receivers.parent(view, scope)
        return self.use_values(view, view.use(scope, head), scope, head, position, as_type=as_type)

    def named_values(
        self, view: FileView, use: Use, scope: int, name: str, position: int
    ) -> Values:
        """Return what a plain name may be whose use is known already."""
        if name in (view.rules.receiver, view.rules.parent):
            return self.head_values(name, view, scope, position)
        return self.use_values(view, use, scope, name, position, as_type=False)

    def use_values(
        self, view: FileView, use: Use, scope: int, name: str, position: int, *, as_type: bool
    ) -> Values:
        """Return what a name may be that is used in a scope and has no meaning of its own."""
        slots = use.slots
        if slots is None:
            slots = self.names.find_slots(view, use, scope, name, position)
        else:
            self.solver.read.add(use.mark)
        if use.where < 0 and view.rules.surroundings:
            found = self.surroundings.values(view, scope, slots)
            is_type = any(value[0] in _NAMED for value in found)
            if as_type and view.rules.declared_types and not is_type:
                return self.surroundings.types(view, scope, name)
            return found
        if len(slots) == 1:
            found = self.generics.inherited(slots[0], view, scope) if use.around else EMPTY
            return found or self.slot_values(slots[0])
        if view.rules.separate_types:
            slots = self.names.meant(slots, as_type=as_type)
        return join(self.slot_values(slot) for slot in slots)

    def _evaluate_form(  # noqa: C901 - one branch for each form
        self, form: Sequence[Any], view: FileView, scope: int, position: int
    ) -> Values:
        tag = form[0]
        if tag == ".":
            return self.attributes(self.evaluate(form[1], view, scope, position), form[2])
        if tag == "|":
            return join(self.evaluate(part, view, scope, position) for part in form[1:])
        if tag == "s":
            return one(TEXT, form[1])
        if tag == "#":
            return one(NUMBER, form[1])
        if tag == "k":
            return one(RESULT, f"builtins.{form[1]}")
        if tag == "D":
            return one(DISPLAY, view.path, form[1])
        if tag == "\\":
            return self.definition_value(view, form[1])
        if tag == "ty":
            return self.annotations.instances(form[1], view, scope, position)
        if tag == "im":
            return self.modules.import_values(view, form[1], form[2])
        if tag in ("<", "<>", "g"):
            return self.evaluate(form[1], view, scope, position)
        if tag == "cl":
            return declared("type", self.annotations.instances(form[1], view, scope, position))
        if tag in ("=>", "{"):
            return EMPTY
        if tag == "lp":
            return self.contexts.given(view, form[1], form[2], form[3])
        if tag == "[":
            return self.containers.item_values(form, view, scope, position)
        inner = self.evaluate(form[1], view, scope, position) if len(form) > 1 else EMPTY
        if tag == "it":
            return self.containers.elements(inner)
        if tag == "ky":
            return self.containers.keys(inner)
        if tag == "ai":
            return self.containers.elements(inner, "__aiter__", "__anext__")
        if tag == "aw":
            return self.containers.awaited(inner)
        if tag == "en":
            return self.containers.entered(inner)
        if tag == "un":
            return self.containers.unpacked(inner, form[2], bool(form[3]))
        if tag == "op":
            return join(self.calls.operator_result(value, form[2]) for value in self.expand(inner))
        if tag == "rc":
            return join(self.contexts.receiver(view, v[2]) for v in inner if v[0] == FUNC)
        return inner if tag == "*" else EMPTY

    def expand(self, values: Values) -> Values:
        """Replace parameters by what call sites pass for them."""
        for value in values:
            if value[0] == PARAM:
                break
        else:
            return values
        return join(
            self.flows.passed(value) if value[0] == PARAM else frozenset({value})
            for value in values
        )

    def form(self, value: Value) -> tuple[FileView, int, Sequence[Any]]:
        """Return the written type that a CALLABLE stands for, with its file and scope."""
        view = self.view(value[1])
        self.ask(view, ANY)
        form, scope = view.forms[value[2]]
        return view, scope, form

    def call_name(self, value: Value) -> str:
        """Return the member that runs when an instance is called."""
        return self.view(value[1]).rules.call_method

    # Attributes -------------------------------------------------------------------------------

    def attributes(self, values: Values, name: str) -> Values:
        """Return what attribute `name` of these values may be."""
        if len(values) == 1:
            return self.attribute(next(iter(values)), name)
        return unite(self.attribute(value, name) for value in values)

    def attribute(self, value: Value, name: str) -> Values:
        """Return what attribute `name` of a value may be."""
        tag = value[0]
        if tag == EXTERNAL:
            return one(EXTERNAL, f"{value[1]}.{name}") if value[1].count(".") < 6 else one(*value)
        if tag == RESULT:
            return outside_result(value[1])
        if value == ANYTHING:
            return UNKNOWN
        if tag in (TEXT, NUMBER):
            return one(EXTERNAL, f"builtins.{'str' if tag == TEXT else 'int'}.{name}")
        if tag == GENERIC:
            return one(METHOD, value, name)
        if tag == OBJECT:
            return next((found for key, found in value[1] if key == name), EMPTY)
        if tag not in _OF_FILES or (tag == MODULE and value[1] not in self.paths):
            return self._attribute(value, name)
        key = ("a", value, name)
        view = self.views[value[1]]
        found = view.answers.get(key)
        if found is not None:
            self.solver.read.add(found[1])
            return found[0]
        found = self.classes.plain_member(value, name)
        if found is not None:
            view.answers[key] = found
            self.solver.read.add(found[1])
            return found[0]
        return self.solver.solve(key, lambda: self._attribute(value, name), view.answers, view.mark)

    def _attribute(self, value: Value, name: str) -> Values:
        tag = value[0]
        if tag == PARAM:
            return join(self.attribute(v, name) for v in self.flows.passed(value))
        if tag == DISPLAY:
            return self.containers.display_attribute(value, name)
        if name == "prototype" and tag in (FUNC, CLASS) and self.view(value[1]).rules.prototypes:
            return one(INSTANCE, value[1], value[2])
        slots = self.member_slots(value, name)
        if tag == INSTANCE and self.views[value[1]].rules.boxes:
            boxes = self.calls.boxes
            taken = boxes.adapted(value, name, slots) or boxes.dereferenced(value, name, slots)
            if taken:
                return taken
        if tag == INSTANCE and len(value) > 3 and not self.views[value[1]].rules.generic_types:
            return join(
                self.type_arguments.member(value, slot)
                or self.bind(self.slot_values(slot), value, slot)
                for slot in slots
            )
        if len(slots) == 1:
            return join((self.bind(self.slot_values(slots[0]), value, slots[0]),))
        return unite(self.bind(self.slot_values(slot), value, slot) for slot in slots)

    def member_slots(self, value: Value, name: str) -> Sequence[Slot]:
        """Return where attribute `name` of a value leads."""
        tag = value[0]
        if tag in (CLASS, INSTANCE, SUPER):
            return self.classes.member_slots(value, name)
        if tag == MODULE:
            return self.modules.attribute_slots(value[1], name)
        if tag == NAMESPACE:
            if isinstance(value[2], str):
                other = self.view(value[2])
                if other.rules.shared_names != INCLUDED:
                    return self.packages.qualified_slots(value[1], name, value[2])
                front = f"{value[1]}::" if value[1] else ""
                found = self.includes.slots(other, front + name)
                # A type that is only declared may be defined where this file does not look.
                return found or self.includes.only_type(other, f"{front}{TAG}{name}")
            return self.packages.member_slots(value[1], value[2], name)
        if tag == PACKAGE:
            return self.modules.submodule_slots(value[1], name)
        if tag in (FUNC, BOUND):
            return self.classes.function_members(value, name)
        if tag == DISPLAY:
            return self.containers.display_slots(value, name)
        if tag in (EXTERNAL, RESULT):
            return ((OUTSIDE, f"{value[1]}.{name}"),)
        return ()

    def bind(self, values: Values, receiver: Value, slot: Slot) -> Values:
        """Return values taken from a receiver: methods bound, properties read."""
        if receiver[0] not in (INSTANCE, CLASS, SUPER) or slot[0] == SET:
            return values
        if slot[0] == BINDING and self.classes.is_enum_member(slot):
            return one(INSTANCE, receiver[1], receiver[2])
        if receiver[0] == INSTANCE:
            values = self.generics.member(slot, receiver) or values
        if len(values) == 1:
            return join((self._bind_one(next(iter(values)), receiver),))
        return join(self._bind_one(value, receiver) for value in values)

    def _bind_one(self, value: Value, receiver: Value) -> Values:
        if receiver[0] == SUPER:
            receiver = receiver[3]
        if value[0] == GENERIC and value[1] == "property" and receiver[0] == INSTANCE:
            return join(self.calls.function_result(getter, receiver) for getter in value[2])
        if value[0] != FUNC:
            return frozenset({value})
        definition = self.view(value[1]).definitions[value[2]]
        of_object = receiver[0] == INSTANCE or definition.flags & STATIC
        if definition.flags & PROPERTY and of_object:
            return self.calls.function_result(value, receiver)
        if definition.flags & (STATIC | CLASS_METHOD) == STATIC:
            return frozenset({value})
        if definition.flags & CLASS_METHOD and receiver[0] == INSTANCE:
            receiver = (CLASS, *receiver[1:])
        elif receiver[0] == CLASS and not definition.flags & CLASS_METHOD:
            return frozenset({value})
        return one(BOUND, value[1], value[2], receiver)

    # What names and chains refer to -----------------------------------------------------------

    def chain_slots(self, chain: str, view: FileView, scope: int, position: int) -> Sequence[Slot]:
        """Return where the last part of a dotted chain leads."""
        front, _, last = chain.rpartition(".")
        if not front:
            return self.names.slots(view, scope, last, position)
        slots: dict[Slot, None] = {}
        for value in self.expand(self.chain_values(front, view, scope, position)):
            for slot in self.member_slots(value, last):
                slots[slot] = None
        return list(slots)


def build_world(
    facts: Mapping[str, FileFacts],
    languages: Mapping[str, Language],
    resolvers: Mapping[str, ModuleResolver],
) -> World:
    """Return a world of files whose facts are all there."""
    paths = {path: facts[path].language for path in sorted(facts)}
    return World(FileViews(paths, languages, lambda path: store_facts(facts[path])), resolvers)
