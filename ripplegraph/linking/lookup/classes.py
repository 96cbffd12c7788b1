"""Classes: bases, method resolution order, members, subclasses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ripplegraph.graph.expressions import GENERICS, Expr
from ripplegraph.graph.facts import (
    CLASS_METHOD,
    DECLARATION,
    PROPERTY,
    STATIC,
    Declaration,
)
from ripplegraph.linking.analysis import Analysis, ClassKey
from ripplegraph.linking.engine.evaluator import Answers
from ripplegraph.linking.engine.marks import BELOW, MEMBER
from ripplegraph.linking.engine.query_kinds import BASES, LOOKUP
from ripplegraph.linking.lookup.base_orders import BaseOrders
from ripplegraph.linking.lookup.override_filter import OverrideFilter
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, OutsideSlot, SetSlot, Slot
from ripplegraph.linking.values.value import (
    EMPTY,
    Base,
    Bound,
    Class,
    DisplayValue,
    External,
    Function,
    Instance,
    Result,
    Super,
    Typed,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import join, name_member, one

MOST_DEFINERS = 40
"""A member name that more classes have says nothing about which of them is meant."""
_BOUND_OTHERWISE = PROPERTY | STATIC | CLASS_METHOD


class Classes:
    """The class hierarchy of the project, worked out as it is asked for."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._override_filter = OverrideFilter(analysis)
        self._bases: Answers = {}
        self._orders = BaseOrders(analysis, self.bases)
        self._constructors: dict[
            tuple[Class, tuple[str, ...]], tuple[list[tuple[str, int]], int]
        ] = {}
        """The constructor methods that classes have themselves, with the marks of their files."""
        self.sought: dict[ClassKey, set[str]] = {}
        """Names of members of a class that were sought in its subclasses."""
        self._descendants: dict[ClassKey, frozenset[ClassKey]] = {}
        self._kin: dict[ClassKey, frozenset[Base]] = {}
        """For each class, what is below it or above a class below it."""

    def bases(self, path: str, index: int) -> tuple[Base, ...]:
        """Return the direct bases: classes of the project, or from outside."""
        found: tuple[Base, ...] = self._analysis.solver.solve(
            ("b", path, index),
            lambda: tuple(self._find_bases(path, index)),
            self._bases,
            self._analysis.views[path].mark,
            BASES,
        )
        return found

    def _find_bases(self, path: str, index: int) -> list[Base]:
        view = self._analysis.view(path)
        found: list[Base] = []
        named = [
            self.base_values(expression, own, part)
            for own, part in self._declarations(view, index)
            for expression in (*part.bases, *part.implements)
        ]
        named += view.semantics.added_bases(view, index)
        for values in named:
            for value in self._analysis.in_order(values):
                base = External(value.name) if type(value) is Result else value
                if type(base) is not Class and type(base) is not External:
                    continue
                if base != Class(path, index) and base not in found:
                    found.append(base)
        return found

    def _declarations(self, view: FileView, index: int) -> Iterator[tuple[FileView, Declaration]]:
        """Yield a class with the file it is in, and the other parts of it that files declare."""
        self._analysis.ask_definition(view, index)
        yield view, view.definitions[index]
        for path, part in view.semantics.find_parts(view, index):
            other = self._analysis.view(path)
            self._analysis.ask_definition(other, part)
            yield other, other.definitions[part]

    def base_values(self, expression: Expr, view: FileView, definition: Declaration) -> Values:
        """Return what a class names as its base; what an interface names is a type."""
        position = view.scopes[definition.body].start if definition.body >= 0 else 0
        as_type = definition.kind == "interface" or expression in definition.implements
        if isinstance(expression, GENERICS):
            expression = expression.base
        if isinstance(expression, str) and as_type:
            return self._analysis.chain_values(
                expression, view, definition.scope, position, as_type=True
            )
        return self._analysis.evaluate(expression, view, definition.scope, position)

    def parents(self, path: str, index: int) -> Values:
        """Return the classes whose constructor `super(...)` runs."""
        view = self._analysis.view(path)
        self._analysis.ask_definition(view, index)
        definition = view.definitions[index]
        return join(self.base_values(e, view, definition) for e in definition.bases)

    def is_cut(self, path: str, index: int) -> bool:
        """Whether a class has more classes above it than are searched."""
        return self._orders.is_cut((path, index))

    def order(self, path: str, index: int) -> tuple[Base, ...]:
        """Return the method resolution order, the class itself first."""
        return self._orders.find((path, index))

    def is_open(self, path: str, index: int) -> bool:
        """Whether a base outside the project may offer members nobody here can see."""
        return bool(self._find_outside(path, self.order(path, index)))

    def is_enum(self, path: str, index: int) -> bool:
        """Whether a class' attributes are its instances."""
        order = self.order(path, index)
        enumerations = self._analysis.views.semantics_of(path).known.enumerations
        return any(type(v) is External and v.name.rpartition(".")[2] in enumerations for v in order)

    def is_enum_member(self, slot: BindingSlot) -> bool:
        """Whether a binding of a class body makes a member of an enumeration."""
        view = self._analysis.view(slot.path)
        scope = view.scopes[slot.scope]
        if scope.kind != "class" or scope.definition < 0:
            return False
        binding = scope.bindings[slot.index]
        if binding.kind != "=" or binding.name.startswith("_"):
            return False
        self._analysis.ask_definition(view, scope.definition)
        definition = view.definitions[scope.definition]
        return bool(definition.bases) and self.is_enum(slot.path, scope.definition)

    def member_slots(self, value: Class | Instance | Super, name: str) -> Sequence[Slot]:
        """Return where a member of a class, an instance or `super()` leads."""
        order = self.order(value.path, value.definition)
        of_class = type(value) is Class
        if type(value) is Super:
            receiver = value.receiver
            whole = self.order(receiver.path, receiver.definition)
            own = Class(value.path, value.definition)
            order = whole[whole.index(own) + 1 :] if own in whole else order[1:]
            of_class = type(receiver) is Class
        found = self.members_of(order, name, of_class)
        if found:
            return found
        outside = self._find_outside(value.path, order)
        if outside:
            return (OutsideSlot(name_member(outside, name)),)
        if type(value) is not Super:
            inner = self._underlying_members(value, name)
            if inner:
                return inner
        shared = self._analysis.view(value.path).semantics.known.object_members
        if type(value) is Super or not order or name in shared:
            return (OutsideSlot(f"builtins.object.{name}"),)
        return self._below(value, name)

    def members_of(self, order: Sequence[Base], name: str, of_class: bool) -> list[Slot]:
        """Return the members of a class, or of its objects, where these may differ."""
        if not of_class or not order or type(order[0]) is not Class:
            return self.members_along(order, name)
        found: list[Slot] = []
        for own in self._analysis.view(order[0].path).semantics.names_of_own(name):
            found = found or self.members_along(order, own)
        return found

    def members_along(self, order: Sequence[Base], name: str) -> list[Slot]:
        """Return the members of the first class in an order that has one."""
        found: list[Slot] = []
        for cls in order:
            if type(cls) is External:
                continue
            view = self._analysis.view(cls.path)
            slots = self._own_members(view, cls.definition, name)
            if view.semantics.overloads:
                found += [
                    slot for slot in slots if not self._override_filter.is_hidden(slot, found)
                ]
                is_own = name.partition("(")[0] in view.semantics.constructors
                if found and (is_own or not self._override_filter.is_function(found[0])):
                    break
                continue
            if found:
                # Any method of the hierarchy may have set the attribute last.
                slots = [slot for slot in slots if type(slot) is SetSlot]
            found += slots
            if found and any(type(slot) is not SetSlot for slot in found):
                break
        return found

    def inherited_slots(self, path: str, index: int, name: str) -> Sequence[Slot]:
        """Return where a member leads that a class has, or has from classes above it."""
        return self.members_along(self.order(path, index), name)

    def outside_slots(self, path: str, index: int, name: str) -> Sequence[Slot]:
        """Return where a member leads that a class may have from a class outside the project."""
        order = self.order(path, index)
        outside = self._find_outside(path, order)
        return (OutsideSlot(name_member(outside, name)),) if outside else ()

    def _find_outside(self, path: str, order: Sequence[Base]) -> str:
        """Return the first class above one of a file that is from outside and may have anything."""
        names = [cls.name for cls in order if type(cls) is External]
        if not names:
            return ""
        empty = self._analysis.views.semantics_of(path).known.empty_bases
        return next((name for name in names if name not in empty), "")

    def underlying(self, value: Typed) -> Values:
        """Return what a class is made of that is declared as another type: `type names []string`.

        For a class that is declared in any other way this is nothing.
        """
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        if definition.kind != "class" or definition.annotation is None:
            return EMPTY
        scope = view.code_scope(definition.body) if definition.body >= 0 else definition.scope
        return self._analysis.solver.solve(
            ("u", value.path, value.definition),
            lambda: self._analysis.annotations.instances(
                definition.annotation, view, scope, view.scopes[0].end
            ),
            view.answers,
            view.mark,
        )

    def foundation(self, value: Typed) -> Values:
        """Return what a class is made of in the end: `underlying` may lead to one like it."""
        if not self.underlying(value):
            return EMPTY
        view = self._analysis.views[value.path]
        return self._analysis.solver.solve(
            ("uf", value.path, value.definition),
            lambda: join(self._founded(v) for v in self.underlying(value) if v != value),
            view.answers,
            view.mark,
        )

    def _founded(self, value: Value) -> Values:
        if type(value) is Instance and self.underlying(value):
            return self.foundation(value)
        return frozenset({value})

    def _underlying_members(self, value: Typed, name: str) -> Sequence[Slot]:
        """Return members that a class has from the type it is declared as, methods apart."""
        if not self.underlying(value):
            return ()
        view = self._analysis.views[value.path]
        found: Sequence[Slot] = self._analysis.solver.solve(
            ("um", value, name),
            lambda: self._find_underlying(value, name),
            view.answers,
            view.mark,
            LOOKUP,
        )
        return found

    def _find_underlying(self, value: Typed, name: str) -> list[Slot]:
        found: list[Slot] = []
        for inner in self._analysis.in_order(self.underlying(value)):
            if type(inner) is External or type(inner) is Result:
                found.append(OutsideSlot(name_member(inner.name, name)))
            elif type(inner) is Instance and inner != Instance(value.path, value.definition):
                found += [s for s in self.member_slots(inner, name) if self._is_kept(inner, s)]
        return found

    def _is_kept(self, value: Instance, slot: Slot) -> bool:
        """Whether a type that is declared as another one has this member of it: no methods."""
        kind = self._analysis.view(value.path).definitions[value.definition].kind
        return kind == "interface" or type(slot) is not BindingSlot or self._is_variable_slot(slot)

    def _is_variable_slot(self, slot: BindingSlot) -> bool:
        return self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index].kind != "d"

    def plain_member(self, value: Value, name: str) -> tuple[Values, int] | None:
        """Return a member of a class or instance that nothing else has to be worked out for.

        That is a method without decorators, or something that only a base outside the project may
        have. It comes with its marks.
        """
        if type(value) is not Instance and type(value) is not Class:
            return None
        known = self._orders.kept.get((value.path, value.definition))
        if known is None or name == self._analysis.views[value.path].semantics.shared_member:
            return None
        order, mark = known
        read = {mark}
        for cls in order:
            if type(cls) is External:
                continue
            view = self._analysis.views[cls.path]
            read.add(view.mark)
            read.add(view.binding_mark(name))
            found = _plain_method(view, cls.definition, name)
            if found is None:
                return None
            if found >= 0:
                if view.semantics.overloads and self._override_filter.has_above(order, cls, name):
                    return None
                of_class = type(value) is Class
                method = Function(view.path, found) if of_class else Bound(view.path, found, value)
                return frozenset((method,)), self._analysis.solver.marks.join(read)
        outside = self._find_outside(value.path, order)
        known_library = self._analysis.views[value.path].semantics.known
        if not outside or outside.rpartition(".")[2] in known_library.asked_bases:
            return None
        return one(External(name_member(outside, name))), self._analysis.solver.marks.join(read)

    def _own_members(self, view: FileView, index: int, name: str) -> list[Slot]:
        definition = view.definitions[index]
        self._analysis.ask_binding(view, name)
        slots: list[Slot] = []
        if definition.kind == "function":
            slots += self._shared_members(view, index, name)
        elif definition.body >= 0:
            scope = definition.body
            table = view.table(scope)
            if name in table:
                for i in view.reaching(scope, name, view.scopes[scope].end):
                    slots += self._analysis.names.follow(view, scope, i)
        is_extended = view.semantics.answers.added_members
        in_parts = view.semantics.overloads and is_extended
        if slots and not in_parts and not self._is_variable(view, slots):
            return slots
        slots += [SetSlot(view.path, i) for i in view.set_members(index).get(name, ())]
        if is_extended:
            slots += view.semantics.added_members(view, index, name)
        return slots

    def _shared_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        self._analysis.ask(view, view.semantics.shared_member)
        display = view.shared_display(index)
        if display < 0:
            return ()
        return self._analysis.containers.display_slots(DisplayValue(view.path, display), name)

    @staticmethod
    def _is_variable(view: FileView, slots: list[Slot]) -> bool:
        return all(
            type(slot) is BindingSlot
            and slot.path == view.path
            and view.scopes[slot.scope].bindings[slot.index].kind != "d"
            for slot in slots
        )

    def _below(self, value: Typed, name: str) -> Sequence[Slot]:
        """Return members that only subclasses have: what a mixin or abstract base counts on."""
        if name.startswith("__") or not self._analysis.view(value.path).semantics.members_below:
            return ()
        solver = self._analysis.solver
        own = self._analysis.view(value.path).key(value.definition)
        solver.read.add(solver.marks.of(f"{BELOW}{own} {name}"))
        solver.read.add(solver.marks.of(MEMBER + name))
        self.sought.setdefault((value.path, value.definition), set()).add(name)
        definers = self._analysis.class_index.definers(name)
        if len(definers) > MOST_DEFINERS:
            return ()
        found: dict[Slot, None] = {}
        for path, index in definers:
            if self._meets((value.path, value.definition), Class(path, index)):
                for slot in self._own_members(self._analysis.view(path), index, name):
                    found[slot] = None
        return list(found)

    def _meets(self, key: ClassKey, other: Class) -> bool:
        """Whether another class is below a class, or some class is below both."""
        kin = self._kin.get(key)
        if kin is None:
            solver = self._analysis.solver
            start, outer = solver.start_leaning(), solver.start_reading()
            kin = frozenset(cls for sub in self.descendants(key) for cls in self.order(*sub))
            # That a class comes to be below both is what the mark BELOW stands for.
            solver.read = outer
            if solver.stop_leaning(start):
                self._kin[key] = kin
        return other in kin

    def descendants(self, key: ClassKey) -> frozenset[ClassKey]:
        """Return every class below a class."""
        found = self._descendants.get(key)
        if found is None:
            start = self._analysis.solver.start_leaning()
            seen: set[ClassKey] = set()
            todo = [key]
            while todo:
                for sub in self._analysis.class_index.subclasses(todo.pop()):
                    if sub not in seen:
                        seen.add(sub)
                        todo.append(sub)
            found = frozenset(seen)
            if self._analysis.solver.stop_leaning(start):
                self._descendants[key] = found
        return found

    def constructor(self, path: str, index: int) -> tuple[str, int] | None:
        """Return the constructor method that runs when a class is called."""
        return next(iter(self.constructors(path, index)), None)

    def constructors(self, path: str, index: int) -> list[tuple[str, int]]:
        """Return the constructor methods of which one runs when a class is called."""
        names = self._analysis.view(path).semantics.constructors
        read = self._analysis.solver.read
        for cls in self.order(path, index):
            if type(cls) is not Class:
                continue
            found, mark = self._constructors.get((cls, names)) or self._own_constructors(cls, names)
            read.add(mark)
            if found:
                return found
        return []

    def _own_constructors(
        self, cls: Class, names: tuple[str, ...]
    ) -> tuple[list[tuple[str, int]], int]:
        """Return the constructor methods that a class has itself, and the mark of its file."""
        view = self._analysis.views[cls.path]
        body = view.definitions[cls.definition].body
        bindings = view.scopes[body].bindings if body >= 0 else ()
        table = view.table(body) if body >= 0 else {}
        indexes = [i for name in names for i in table.get(name, ())]
        found = [(cls.path, bindings[i].index) for i in indexes if bindings[i].kind == "d"]
        mark = self._analysis.solver.marks.join([view.mark, *map(view.binding_mark, names)])
        known = found if view.semantics.overloads else found[:1], mark
        self._constructors[cls, names] = known
        return known

    def function_members(self, value: Value, name: str) -> Sequence[Slot]:
        """Return attributes set on a function: `f.x = ...`, or on its prototype."""
        if type(value) is not Function:
            return ()
        view = self._analysis.view(value.path)
        self._analysis.ask_binding(view, name)
        return [SetSlot(view.path, i) for i in view.set_members(value.definition).get(name, ())]


def _plain_method(view: FileView, index: int, name: str) -> int | None:
    """Return the method of a class, or -1 for no member of that name; None for any other."""
    definition = view.definitions[index]
    rules = view.semantics
    if definition.kind == "function" or name in view.set_members(index):
        return None
    if rules.answers.added_members:
        return None
    indexes = view.table(definition.body).get(name) if definition.body >= 0 else None
    if indexes is None:
        return -1
    binding = view.scopes[definition.body].bindings[indexes[0]]
    if len(indexes) > 1 or binding.kind != "d":
        return None
    method = view.definitions[binding.index]
    is_plain = method.kind == "function" and not method.decorators
    if method.flags & DECLARATION and rules.answers.find_definitions:
        return None
    return binding.index if is_plain and not method.flags & _BOUND_OTHERWISE else None
