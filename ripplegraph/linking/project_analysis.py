"""Names, attributes and expressions of the whole project, evaluated on demand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar, cast

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
    TakenBy,
    TextLiteral,
    Unpacked,
)
from ripplegraph.graph.facts import CLASS_METHOD, PROPERTY, STATIC, FileFacts
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.linking.analysis import Analysis, ClassIndex
from ripplegraph.linking.engine.evaluator import Evaluator
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.files.file_tables import ANY
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.type_parameters import Substitution, give
from ripplegraph.linking.inference.annotations import Annotations
from ripplegraph.linking.inference.call_flow import CallFlows
from ripplegraph.linking.inference.calls import Calls
from ripplegraph.linking.inference.containers import Containers
from ripplegraph.linking.inference.contextual_types import Contexts
from ripplegraph.linking.inference.generics import Generics
from ripplegraph.linking.inference.slot_values import SlotValues
from ripplegraph.linking.lookup.class_index import FullClassIndex
from ripplegraph.linking.lookup.classes import Classes
from ripplegraph.linking.lookup.modules import Modules
from ripplegraph.linking.lookup.names import Names
from ripplegraph.linking.lookup.packages import Packages
from ripplegraph.linking.lookup.receivers import Receivers
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.semantics import FileView, LinkedLanguage
from ripplegraph.linking.values.slots import (
    BindingSlot,
    OutsideSlot,
    SetSlot,
    Slot,
)
from ripplegraph.linking.values.value import (
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
from ripplegraph.linking.values.value_sets import (
    declared,
    join,
    name_member,
    one,
    outside_result,
    unite,
)

Part = TypeVar("Part")
_LONGEST_CHAIN = 6
"""Values with attributes that a file of the project says something about."""


class ProjectAnalysis:
    """All files, and the answers about them that were worked out so far."""

    def __init__(self, views: FileViews, resolvers: Mapping[str, ModuleResolver]) -> None:
        self._parts: dict[object, object] = {}
        self.find_kept_includes: Callable[[str], Sequence[str] | None] = _find_nothing
        """Says what a file that is not linked now was found to include."""
        self.views = views
        self.paths: Collection[str] = views.paths
        """Every file that was parsed."""
        views.start(self)
        self.solver = Evaluator(views.marks)
        self.class_index: ClassIndex = FullClassIndex(self)
        self.names = Names(self)
        self.packages = Packages(self)
        self.modules = Modules(self, resolvers)
        self.classes = Classes(self)
        self.annotations = Annotations(self)
        self.calls = Calls(self)
        self.flows = CallFlows(self)
        self.receivers = Receivers(self)
        self.containers = Containers(self)
        self.generics = Generics(self)
        self.contexts = Contexts(self)
        values = SlotValues(self)
        self.slot_values = values.find
        self.definition_value = values.definition_value

    def part(self, build: Callable[[Analysis], Part]) -> Part:
        """Return a part that languages share, building it when it is first asked for."""
        found = self._parts.get(build)
        if found is None:
            found = self._parts[build] = build(self)
        return cast("Part", found)

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

    def chain_values(
        self, chain: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a dotted chain may be."""
        head, _, rest = chain.partition(".")
        if not rest:
            return self.head_values(head, view, scope, position, as_type=as_type)
        own = view.semantics.find_prefix(view, scope, head) if as_type else None
        values = self.head_values(head, view, scope, position) if own is None else own
        return self.chain_of(values, rest)

    def chain_of(self, values: Values, rest: str) -> Values:
        """Return what the attributes `rest` of these values lead to."""
        if any(
            type(v) is Function and self.views[v.path].semantics.answers.read_function
            for v in values
        ):
            values = join(
                self.views[value.path].semantics.read_function(value)
                if type(value) is Function
                else frozenset({value})
                for value in values
            )
        for name in rest.split("."):
            values = self.attributes(values, name)
            if not values:
                break
        return values

    def head_values(
        self, head: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a plain name may be."""
        if head == view.semantics.receiver:
            return self.receivers.own(view, scope)
        if head == view.semantics.parent:
            return self.receivers.parent(view, scope)
        return self.use_values(view, view.use(scope, head), scope, head, position, as_type=as_type)

    def named_values(
        self, view: FileView, use: NameUse, scope: int, name: str, position: int
    ) -> Values:
        """Return what a plain name may be whose use is known already."""
        if name in (view.semantics.receiver, view.semantics.parent):
            return self.head_values(name, view, scope, position)
        return self.use_values(view, use, scope, name, position, as_type=False)

    def use_values(
        self, view: FileView, use: NameUse, scope: int, name: str, position: int, *, as_type: bool
    ) -> Values:
        """Return what a name may be that is used in a scope and has no meaning of its own."""
        slots = use.slots
        if slots is None:
            slots = self.names.find_slots(view, use, scope, name, position)
        else:
            self.solver.read.add(use.mark)
        if use.where < 0 and view.semantics.answers.unbound_values:
            return view.semantics.unbound_values(view, scope, name, slots, as_type=as_type)
        if len(slots) == 1:
            found = self.generics.inherited(slots[0], view, scope) if use.around else EMPTY
            return found or self.slot_values(slots[0])
        if slots:
            slots = view.semantics.find_meant(slots, as_type=as_type)
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
        if type(form) is TakenBy:
            return self.contexts.taken(view, form.call, form.argument)
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
            return self.containers.elements(inner, is_later=True)
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

    def form(self, value: TypedFunction) -> tuple[FileView, int, FunctionType, Substitution]:
        """Return the written type that a function is known by, with its file and scope, and what
        type parameters stand for in it."""
        view = self.view(value.path)
        self.ask(view, ANY)
        form, scope = view.forms[value.words]
        return view, scope, form, give(value.given, view, scope)

    def call_name(self, value: Instance) -> str:
        """Return the member that runs when an instance is called."""
        return self.view(value.path).semantics.call_method

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
            (type(value) is Function or type(value) is Class)
            and name
            and name == self.views[value.path].semantics.shared_member
        ):
            return one(Instance(value.path, value.definition))
        slots = self.member_slots(value, name)
        if type(value) is Instance or type(value) is Class:
            own = self.views[value.path].semantics.member_values(value, name, slots)
            if own:
                return own
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
                return other.semantics.find_in_namespace(value.name, name, other)
            return self.packages.member_slots(value.name, value.inside, name)
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
        ):
            return values
        if type(slot) is SetSlot:
            return self.generics.member(slot, receiver) or values
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


def _find_nothing(_path: str) -> None:
    return None


def build_analysis(
    facts: Mapping[str, FileFacts],
    languages: Mapping[str, LinkedLanguage],
    resolvers: Mapping[str, ModuleResolver],
) -> ProjectAnalysis:
    """Return an analysis of files whose facts are all there."""
    paths = {path: facts[path].language for path in sorted(facts)}
    return ProjectAnalysis(
        FileViews(paths, languages, lambda path: store_facts(facts[path])), resolvers
    )
