"""Names, attributes and expressions of the whole project, evaluated on demand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ripplegraph.graph.expressions import (
    AsyncElement,
    Attribute,
    Awaited,
    Builtin,
    CallbackParameter,
    CallbackReceiver,
    ClassObject,
    DeclaredGeneric,
    DefinitionAt,
    DisplayAt,
    Either,
    Element,
    Entered,
    Expr,
    Form,
    FunctionType,
    GenericType,
    InstanceOf,
    Item,
    Key,
    ModuleMember,
    NumberLiteral,
    OperatorResult,
    ProjectGeneric,
    Spread,
    TextLiteral,
    Unpacked,
)
from ripplegraph.graph.facts import CLASS_METHOD, PROPERTY, STATIC, FileFacts
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.indexing.linking.alternatives import Alternatives
from ripplegraph.indexing.linking.annotations import Annotations
from ripplegraph.indexing.linking.calls import Calls
from ripplegraph.indexing.linking.class_index import ClassIndex, WholeIndex
from ripplegraph.indexing.linking.classes import Classes
from ripplegraph.indexing.linking.containers import Containers
from ripplegraph.indexing.linking.contexts import Contexts
from ripplegraph.indexing.linking.evaluator import Evaluator
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
    BindingSlot,
    OutsideSlot,
    SetSlot,
    Slot,
)
from ripplegraph.indexing.linking.surroundings import Surroundings
from ripplegraph.indexing.linking.type_arguments import TypeArguments
from ripplegraph.indexing.linking.type_names import TYPE_NAMES
from ripplegraph.indexing.linking.uses import Use
from ripplegraph.indexing.linking.value_sets import (
    declared,
    join,
    name_member,
    one,
    outside_result,
    unite,
)
from ripplegraph.indexing.linking.values import (
    ANYTHING,
    EMPTY,
    UNKNOWN,
    Bound,
    Class,
    Container,
    ContainerMethod,
    DisplayValue,
    External,
    Function,
    Instance,
    Module,
    Namespace,
    Number,
    Package,
    Parameter,
    Result,
    Super,
    Text,
    Typed,
    TypedFunction,
    TypedObject,
    Value,
    Values,
    sort_key,
)
from ripplegraph.indexing.linking.views import ANY, FileView
from ripplegraph.parsers.language import Language, ModuleResolver

_LONGEST_CHAIN = 6
"""Values with attributes that a file of the project says something about."""
_NAMED = frozenset({Class, External, Module, Namespace})
"""Values that a name of a type, or the first part of one, may stand for."""


class World:
    """All files, and the answers about them that were worked out so far."""

    def __init__(self, views: FileViews, resolvers: Mapping[str, ModuleResolver]) -> None:
        self.views = views
        self.paths: Collection[str] = views.paths
        """Every file that was parsed."""
        self.solver = Evaluator(views.marks)
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

    def in_order(self, values: Values) -> Iterable[Value]:
        """Return values in an order that stays as long as what they stand for has its name."""
        if len(values) < 2:
            return values
        return sorted(values, key=lambda value: sort_key(value, self._find_id))

    def _find_id(self, path: str, index: int) -> str:
        return self.views[path].ids[index]

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
        if any(type(v) is Function and self.views[v.path].rules.reads_functions for v in values):
            values = join(self._read(value) for value in values)
        for name in rest.split("."):
            values = self.attributes(values, name)
            if not values:
                break
        return values

    def _read(self, value: Value) -> Values:
        """Return what a value is where something is taken from it: what a function gives, if it is
        called by its name alone."""
        if (
            type(value) is not Function
            or not self.view(value.path).definitions[value.definition].flags & PROPERTY
        ):
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
            is_type = any(type(value) in _NAMED for value in found)
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
        self, form: Form, view: FileView, scope: int, position: int
    ) -> Values:
        if type(form) is Attribute:
            return self.attributes(self.evaluate(form.base, view, scope, position), form.name)
        if type(form) is TextLiteral:
            return one(Text(form.text))
        if type(form) is Builtin:
            return one(Result(f"builtins.{form.name}"))
        if type(form) is DisplayAt:
            return one(DisplayValue(view.path, form.index))
        if type(form) is DefinitionAt:
            return self.definition_value(view, form.index)
        if type(form) is Either:
            return join(self.evaluate(option, view, scope, position) for option in form.options)
        if type(form) is NumberLiteral:
            return one(Number(form.number))
        if type(form) is InstanceOf:
            return self.annotations.instances(form.written, view, scope, position)
        if type(form) is Item:
            return self.containers.item_values(form, view, scope, position)
        if type(form) is ModuleMember:
            return self.modules.import_values(view, form.spec, form.name)
        if type(form) is CallbackParameter:
            return self.contexts.given(view, form.call, form.argument, form.parameter)
        if type(form) is GenericType or type(form) is ProjectGeneric:
            return self.evaluate(form.base, view, scope, position)
        if type(form) is DeclaredGeneric:
            return self.evaluate(form.base, view, scope, position)
        if type(form) is ClassObject:
            return declared("type", self.annotations.instances(form.written, view, scope, position))
        if type(form) is CallbackReceiver:
            inner = self.evaluate(form.function, view, scope, position)
            return join(
                self.contexts.receiver(view, v.definition) for v in inner if type(v) is Function
            )
        return self._evaluate_step(form, view, scope, position)

    def _evaluate_step(self, form: Form, view: FileView, scope: int, position: int) -> Values:
        """Return what an expression may be that takes a step from the value of another."""
        if type(form) is Element:
            return self.containers.elements(self.evaluate(form.iterable, view, scope, position))
        if type(form) is Unpacked:
            inner = self.evaluate(form.iterable, view, scope, position)
            return self.containers.unpacked(inner, form.index, bool(form.is_rest))
        if type(form) is Spread:
            return self.evaluate(form.iterable, view, scope, position)
        if type(form) is Awaited:
            return self.containers.awaited(self.evaluate(form.awaitable, view, scope, position))
        if type(form) is Entered:
            return self.containers.entered(self.evaluate(form.manager, view, scope, position))
        if type(form) is OperatorResult:
            inner = self.expand(self.evaluate(form.operand, view, scope, position))
            return join(self.calls.operator_result(value, form.method) for value in inner)
        if type(form) is Key:
            return self.containers.keys(self.evaluate(form.iterable, view, scope, position))
        if type(form) is AsyncElement:
            inner = self.evaluate(form.iterable, view, scope, position)
            return self.containers.elements(inner, "__aiter__", "__anext__")
        return EMPTY

    def expand(self, values: Values) -> Values:
        """Replace parameters by what call sites pass for them."""
        for value in values:
            if type(value) is Parameter:
                break
        else:
            return values
        return join(
            self.flows.passed(value) if type(value) is Parameter else frozenset({value})
            for value in values
        )

    def form(self, value: TypedFunction) -> tuple[FileView, int, FunctionType]:
        """Return the written type that a function is known by, with its file and scope."""
        view = self.view(value.path)
        self.ask(view, ANY)
        form, scope = view.forms[value.words]
        return view, scope, form

    def call_name(self, value: Instance) -> str:
        """Return the member that runs when an instance is called."""
        return self.view(value.path).rules.call_method

    # Attributes -------------------------------------------------------------------------------

    def attributes(self, values: Values, name: str) -> Values:
        """Return what attribute `name` of these values may be."""
        if len(values) == 1:
            return self.attribute(next(iter(values)), name)
        return unite(self.attribute(value, name) for value in values)

    def attribute(self, value: Value, name: str) -> Values:
        """Return what attribute `name` of a value may be."""
        if type(value) is External:
            return one(External(name_member(value.name, name)))
        if type(value) is Result:
            return outside_result(value.name)
        if value == ANYTHING:
            return UNKNOWN
        if type(value) is Text or type(value) is Number:
            return one(External(f"builtins.{'str' if type(value) is Text else 'int'}.{name}"))
        if type(value) is Container:
            return one(ContainerMethod(value, name))
        if type(value) is TypedObject:
            return next((found for key, found in value.members if key == name), EMPTY)
        view = self._find_home(value)
        if view is None:
            return self._attribute(value, name)
        key = ("a", value, name)
        found: tuple[Values, int] | None = view.answers.get(key)
        if found is not None:
            return self.solver.use(key, found, view.mark)
        found = self.classes.plain_member(value, name)
        if found is not None:
            view.answers[key] = found
            return self.solver.use(key, found, view.mark)
        return self.solver.solve(key, lambda: self._attribute(value, name), view.answers, view.mark)

    def _find_home(self, value: Value) -> FileView | None:
        """Return the file of the project that a value belongs to, if it is one."""
        if type(value) is Instance or type(value) is Class or type(value) is Function:
            return self.views[value.path]
        if type(value) is Module:
            return self.views[value.path] if value.path in self.paths else None
        if type(value) is Bound or type(value) is Super or type(value) is Parameter:
            return self.views[value.path]
        return self.views[value.path] if type(value) is DisplayValue else None

    def _attribute(self, value: Value, name: str) -> Values:
        if type(value) is Parameter:
            return join(self.attribute(v, name) for v in self.flows.passed(value))
        if type(value) is DisplayValue:
            return self.containers.display_attribute(value, name)
        if (
            name == "prototype"
            and (type(value) is Function or type(value) is Class)
            and self.view(value.path).rules.prototypes
        ):
            return one(Instance(value.path, value.definition))
        slots = self.member_slots(value, name)
        if type(value) is Instance and self.views[value.path].rules.boxes:
            boxes = self.calls.boxes
            taken = boxes.adapted(value, name, slots) or boxes.dereferenced(value, name, slots)
            if taken:
                return taken
        if (
            type(value) is Instance
            and value.arguments
            and not self.views[value.path].rules.generic_types
        ):
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
        if type(value) is Class or type(value) is Instance or type(value) is Super:
            return self.classes.member_slots(value, name)
        if type(value) is Module:
            return self.modules.attribute_slots(value.path, name)
        if type(value) is Namespace:
            if isinstance(value.inside, str):
                other = self.view(value.inside)
                if other.rules.shared_names != INCLUDED:
                    return self.packages.qualified_slots(value.name, name, value.inside)
                front = f"{value.name}::" if value.name else ""
                found = self.includes.slots(other, front + name)
                # A type that is only declared may be defined where this file does not look.
                return found or self.includes.only_type(other, f"{front}{TAG}{name}")
            return self.packages.member_slots(value.name, value.inside, name)
        if type(value) is Package:
            return self.modules.submodule_slots(value.folder, name)
        if type(value) is Function or type(value) is Bound:
            return self.classes.function_members(value, name)
        if type(value) is DisplayValue:
            return self.containers.display_slots(value, name)
        if type(value) is External or type(value) is Result:
            return (OutsideSlot(name_member(value.name, name)),)
        return ()

    def bind(self, values: Values, receiver: Value, slot: Slot) -> Values:
        """Return values taken from a receiver: methods bound, properties read."""
        if (
            type(receiver) is not Instance
            and type(receiver) is not Class
            and type(receiver) is not Super
        ) or type(slot) is SetSlot:
            return values
        if type(slot) is BindingSlot and self.classes.is_enum_member(slot):
            return one(Instance(receiver.path, receiver.definition))
        if type(receiver) is Instance:
            values = self.generics.member(slot, receiver) or values
        if len(values) == 1:
            return join((self._bind_one(next(iter(values)), receiver),))
        return join(self._bind_one(value, receiver) for value in values)

    def _bind_one(self, value: Value, receiver: Typed | Super) -> Values:
        if type(receiver) is Super:
            receiver = receiver.receiver
        if type(value) is Container and value.kind == "property" and type(receiver) is Instance:
            return join(
                self.calls.function_result(getter, receiver)
                for getter in value.values
                if type(getter) is Function
            )
        if type(value) is not Function:
            return frozenset({value})
        definition = self.view(value.path).definitions[value.definition]
        of_object = type(receiver) is Instance or definition.flags & STATIC
        if definition.flags & PROPERTY and of_object:
            return self.calls.function_result(value, receiver)
        if definition.flags & (STATIC | CLASS_METHOD) == STATIC:
            return frozenset({value})
        if definition.flags & CLASS_METHOD and type(receiver) is Instance:
            receiver = Class(receiver.path, receiver.definition, receiver.arguments)
        elif type(receiver) is Class and not definition.flags & CLASS_METHOD:
            return frozenset({value})
        return one(Bound(value.path, value.definition, receiver))

    # What names and chains refer to -----------------------------------------------------------

    def chain_slots(self, chain: str, view: FileView, scope: int, position: int) -> Sequence[Slot]:
        """Return where the last part of a dotted chain leads."""
        front, _, last = chain.rpartition(".")
        if not front:
            return self.names.slots(view, scope, last, position)
        slots: dict[Slot, None] = {}
        for value in self.in_order(self.expand(self.chain_values(front, view, scope, position))):
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
