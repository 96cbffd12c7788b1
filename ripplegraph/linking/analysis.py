"""The questions that parts of the linker ask each other, and languages ask the linker.

No part knows another one: each takes an `Analysis`, and `ProjectAnalysis` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from ripplegraph.graph.expressions import Expr, FunctionType, Item
from ripplegraph.graph.facts import Call, Declaration
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.engine.evaluator import Evaluator
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.files.known_library import KnownLibrary
from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.files.type_parameters import Given
from ripplegraph.linking.module_resolution import ModuleResolver, Resolved
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import ItemSlot, Slot
from ripplegraph.linking.values.value import (
    Base,
    Called,
    Class,
    ContainerMethod,
    DisplayValue,
    Function,
    Instance,
    Parameter,
    Super,
    Typed,
    TypedFunction,
    Value,
    Values,
)

Part = TypeVar("Part")
Caller = tuple[FileView, int]
"""A call site: the file, and which of its calls."""
Star = tuple[int, str, str]
"""An import of all names: its scope, the module, and what of that module is meant."""


ClassKey = tuple[str, int]
"""A class, by the path of its file and its place there."""


class ClassIndex(Protocol):
    """Answers about classes that no single file can give."""

    def definers(self, name: str) -> Sequence[ClassKey]:
        """Return the classes that have a member themselves, by path and place."""

    def subclasses(self, key: ClassKey) -> Sequence[ClassKey]:
        """Return the direct subclasses of a class, by path and place."""


class NameLookup(Protocol):
    """Names: the scopes that bind them, and where their bindings lead."""

    def follow(self, view: FileView, scope: int, index: int) -> Sequence[Slot]:
        """Return where a binding leads: itself, or what an import of it finds."""

    def is_received(self, view: FileView, use: Use, name: str) -> bool:
        """Whether a name is seen because it is a member of the object of a function."""

    def meant(self, slots: Sequence[Slot], *, as_type: bool) -> Sequence[Slot]:
        """Of a type and a value with one name, return the one that is meant."""

    def slots(self, view: FileView, scope: int, name: str, position: int) -> Sequence[Slot]:
        """Return where a name leads, looked up from a position in a scope."""


class PackageLookup(Protocol):
    """Packages whose files share their names."""

    def built_with(self, view: FileView, paths: Sequence[str], name: str) -> Sequence[str]:
        """Return, of files that declare one name, those that a build with a file can have."""

    def files(self, namespace: str) -> Sequence[str]:
        """Return the files of a package."""

    def find(self, key: str, name: str) -> Sequence[str]:
        """Return the files of a package that declare a name, noting the look."""

    def is_foreign(self, view: FileView, name: str) -> bool:
        """Whether no file of a language declares a name, so that it can only be from outside."""

    def member_slots(
        self, namespace: str, inside: bool, name: str, importer: str = ""
    ) -> Sequence[Slot]:
        """Return where a name of a package leads that is imported."""

    def own_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that another file of the same package declares."""

    def qualified_slots(self, namespace: str, name: str, importer: str) -> Sequence[Slot]:
        """Return where a name leads that code writes behind what may be a package."""


class ModuleLookup(Protocol):
    """Modules and what they offer."""

    def attribute_slots(self, path: str, name: str) -> Sequence[Slot]:
        """Return where a module's attribute leads."""

    def bound_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module binds itself."""

    def brought_slots(
        self,
        view: FileView,
        name: str,
        *,
        submodules: bool = False,
        stars: Sequence[Star] | None = None,
    ) -> Sequence[Slot]:
        """Return where a star import leads; a package's modules are brought only by chance."""

    def can_see(self, view: FileView, path: str) -> bool:
        """Whether what another file gives to types from outside is there in this one."""

    def export_values(self, path: str, name: str) -> Values:
        """Return what a module's export may be, expressions (`export default f()`) included."""

    def find(
        self,
        key: tuple[Any, ...],
        work: Callable[[], Sequence[Slot]],
        first: Callable[[], Sequence[Slot]] | None = None,
    ) -> Sequence[Slot]:
        """Return where a name leads; circular imports may lead back to it."""

    def find_resolver(self, family: str) -> ModuleResolver | None:
        """Return the resolver of a family of languages, if the project uses it."""

    def import_paths(self, view: FileView, spec: str, names: Iterable[str]) -> set[str]:
        """Return the files of a package that declare what an import takes of it."""

    def import_values(self, view: FileView, spec: str, member: str) -> Values:
        """Return what `require(spec)` or `import(spec)` gives, or a member of it."""

    def imported_slots(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where an import of a name leads in an ordinary language."""

    def inner_slots(self, slots: Sequence[Slot], name: str) -> Sequence[Slot]:
        """Return where a name leads that modules, types or packages at these slots have."""

    def member_slots(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where `from spec import member` leads."""

    def module_slots(self, view: FileView, spec: str) -> Sequence[Slot]:
        """Return the module an import of `spec` binds."""

    def offered_member(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where the name of a module leads in an ordinary language."""

    def offered_slots(self, view: FileView, spec: str, name: str) -> Sequence[Slot]:
        """Return where a name leads that an import of a whole module or namespace brings."""

    def outside_slots(self, view: FileView, name: str, *, is_offered: bool) -> Sequence[Slot]:
        """Return where a name leads that must be from outside, if the file imports all of that.

        `is_offered` tells whether packages may have such a name, and not only types.
        """

    def resolve(self, view: FileView, spec: str) -> Resolved:
        """Return what a module name written in a file means, noting the look."""

    def star_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a star import of this file may bring."""

    def stars_of(self, view: FileView, scope: int, name: str) -> list[Star]:
        """Return the star imports of a scope that may bring a name, with their scopes."""


class ClassLookup(Protocol):
    """Classes: bases, orders of bases, members."""

    def base_values(self, expression: Expr, view: FileView, definition: Declaration) -> Values:
        """Return what a class names as its base; what an interface names is a type."""

    def bases(self, path: str, index: int) -> tuple[Base, ...]:
        """Return the direct bases: classes of the project, or from outside."""

    def constructor(self, path: str, index: int) -> tuple[str, int] | None:
        """Return the constructor method that runs when a class is called."""

    def constructors(self, path: str, index: int) -> list[tuple[str, int]]:
        """Return the constructor methods of which one runs when a class is called."""

    def foundation(self, value: Typed) -> Values:
        """Return what a class is made of in the end: `underlying` may lead to one like it."""

    def inherited_slots(self, path: str, index: int, name: str) -> Sequence[Slot]:
        """Return where a member leads that a class has, or has from classes above it."""

    def is_enum(self, path: str, index: int) -> bool:
        """Whether a class' attributes are its instances."""

    def is_open(self, path: str, index: int) -> bool:
        """Whether a base outside the project may offer members nobody here can see."""

    def member_slots(self, value: Class | Instance | Super, name: str) -> Sequence[Slot]:
        """Return where a member of a class, an instance or `super()` leads."""

    def members_of(self, order: Sequence[Base], name: str, of_class: bool) -> list[Slot]:
        """Return the members of a class, or of its objects, where these may differ."""

    def order(self, path: str, index: int) -> tuple[Base, ...]:
        """Return the method resolution order, the class itself first."""

    def outside_slots(self, path: str, index: int, name: str) -> Sequence[Slot]:
        """Return where a member leads that a class may have from a class outside the project."""

    def parents(self, path: str, index: int) -> Values:
        """Return the classes whose constructor `super(...)` runs."""


class WrittenTypes(Protocol):
    """Written types as values."""

    def instances(
        self, expression: Expr, view: FileView, scope: int, position: int, given: Given = ()
    ) -> Values:
        """Return what a variable of this type may be, with what type parameters stand for."""

    def form_of(self, name: str, view: FileView, scope: int) -> str:
        """Return what a type holds that a language brings along; "" for any other."""

    def subscripts(self, expression: Item, view: FileView) -> Sequence[Expr]:
        """Return the types that are written in brackets behind another one."""

    def of_class(self, value: Class, given: Given = (), inner: Sequence[Values] = ()) -> Values:
        """Return what a variable of a type may be that has a name."""

    def parameter(self, path: str, index: int, at: int) -> Values:
        """Return what the written type of a function's parameter says."""


class CallValues(Protocol):
    """Calls: what is called, and what a call gives."""

    def apply(self, value: Value, caller: Caller | None) -> Values:
        """Return what calling a value gives."""

    def called(self, values: Values) -> Values:
        """Return what calling these values calls: parameters filled in, `super` the class above."""

    def called_by(self, view: FileView, index: int) -> Values:
        """Return what a call site calls, overloads that are not meant left out."""

    def callees(self, view: FileView, call: CallSite) -> Values:
        """Return what a call site may call, parameters filled in."""

    def function_result(
        self, function: Function, receiver: Typed | None, caller: Caller | None = None
    ) -> Values:
        """Return what calling a function of the project gives, for this call site's arguments."""

    def method_result(self, value: Value, name: str, caller: Caller | None = None) -> Values:
        """Return what calling a method of an instance gives."""

    def returns(self, view: FileView, definition: Declaration, given: Given = ()) -> Values:
        """Return what the written result type says."""


class CallFlow(Protocol):
    """What parameters receive."""

    def default(self, value: Parameter) -> Values:
        """Return what a parameter is where a call passes nothing for it."""

    def param_values(self, view: FileView, scope: int, index: int) -> Values:
        """Return what a parameter is, or the value that stands for what it will be given."""

    def passed(self, value: Parameter) -> Values:
        """Return what a parameter is given at known call sites, by fixtures and defaults."""


class ReceiverValues(Protocol):
    """What a method's own object is."""

    def first_parameter(self, view: FileView, definition: Declaration) -> Values:
        """Return what the first parameter of a method is; nothing where it is a plain one."""

    def of_scope(self, view: FileView, scope: int) -> Values:
        """Return what the receiver's keyword is bound to in a scope."""

    def own(self, view: FileView, scope: int) -> Values:
        """Return what the receiver's keyword (`this`) means at a scope."""

    def parent_of_call(self, view: FileView, call: CallSite) -> Values:
        """Return what a call `super()` gives."""


class ContainerValues(Protocol):
    """What is inside containers."""

    def awaited(self, values: Values) -> Values:
        """Return what awaiting these values gives; what is no awaitable stays."""

    def callback(self, value: ContainerMethod, known: KnownLibrary) -> Values:
        """Return the type of the function a container method takes, by what it is given."""

    def display_slots(self, value: DisplayValue, name: str) -> Sequence[Slot]:
        """Return where a property of an object literal leads."""

    def elements(self, values: Values, *, is_later: bool = False) -> Values:
        """Return what iterating over these values gives, at once or awaited each time."""

    def entered(self, values: Values) -> Values:
        """Return what `with` binds for these context managers."""

    def item_at(self, slot: ItemSlot) -> Values:
        """Return what an item of a display holds."""


class GenericTypes(Protocol):
    """What type parameters stand for."""

    def parameter(self, function: Called, call: Call, at: int, caller: Caller | None) -> Values:
        """Return what a function takes as the argument `at` of a call, as `result` does."""

    def result(self, function: Called, receiver: Value | None, caller: Caller | None) -> Values:
        """Return what a function gives whose written result names type parameters that are known;
        nothing for any other."""

    def taken(self, function: Called, at: int, caller: Caller | None = None) -> Values:
        """Return what a function takes as its parameter `at`."""

    def made(self, value: Class, caller: Caller | None) -> Values:
        """Return what calling a class makes, with what its type parameters are given."""

    def has_parameters(self, value: Class) -> bool:
        """Whether a class is given types."""


class ContextualTypes(Protocol):
    """What a function's place says about its parameters."""

    def parameter(self, view: FileView, index: int, at: int) -> Values:
        """Return what the place of function `index` says about its parameter `at`."""


class Analysis(Protocol):
    """The parts of an analysis, and the questions that they ask each other."""

    @property
    def annotations(self) -> WrittenTypes:
        """Return the part for annotations."""

    def ask(self, view: FileView, name: str) -> None:
        """Note that what is being worked out depends on all that a file says about a name."""

    def ask_binding(self, view: FileView, name: str) -> None:
        """Note that what is being worked out depends on which definition binds a name."""

    def ask_definition(self, view: FileView, index: int) -> None:
        """Note that what is being worked out depends on all that is said about a definition."""

    def attribute(self, value: Value, name: str) -> Values:
        """Return what attribute `name` of a value may be."""

    def attributes(self, values: Values, name: str) -> Values:
        """Return what attribute `name` of these values may be."""

    def bind(self, values: Values, receiver: Value, slot: Slot) -> Values:
        """Return values taken from a receiver: methods bound, properties read."""

    def call_name(self, value: Instance) -> str:
        """Return the member that runs when an instance is called."""

    @property
    def calls(self) -> CallValues:
        """Return the part for calls."""

    def chain_of(self, values: Values, rest: str) -> Values:
        """Return what the attributes `rest` of these values lead to."""

    def chain_slots(self, chain: str, view: FileView, scope: int, position: int) -> Sequence[Slot]:
        """Return where the last part of a dotted chain leads."""

    def chain_values(
        self, chain: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a dotted chain may be."""

    @property
    def class_index(self) -> ClassIndex:
        """Return the index of members and subclasses."""

    @property
    def classes(self) -> ClassLookup:
        """Return the part for classes."""

    @property
    def containers(self) -> ContainerValues:
        """Return the part for containers."""

    @property
    def contexts(self) -> ContextualTypes:
        """Return the part for contexts."""

    def definition_value(self, view: FileView, index: int) -> Values:
        """Return the function or class a definition makes."""

    def evaluate(self, expression: Expr, view: FileView, scope: int, position: int) -> Values:
        """Return what an expression may be."""

    def expand(self, values: Values) -> Values:
        """Replace parameters by what call sites pass for them."""

    def find_kept_includes(self, path: str, /) -> Sequence[str] | None:
        """Return what a file includes that is not linked now; None where nobody knows."""

    def find_view(self, path: str) -> FileView | None:
        """Return a file to look into, if it is one that was parsed."""

    @property
    def flows(self) -> CallFlow:
        """Return the part for flows."""

    def form(self, value: TypedFunction) -> tuple[FileView, int, FunctionType, Given]:
        """Return the written type that a function is known by, with its file and scope, and what
        type parameters stand for in it."""

    @property
    def generics(self) -> GenericTypes:
        """Return the part for generics."""

    def head_values(
        self, head: str, view: FileView, scope: int, position: int, *, as_type: bool = False
    ) -> Values:
        """Return what a plain name may be."""

    def in_order(self, values: Values) -> Iterable[Value]:
        """Return values in an order that stays as long as what they stand for has its name."""

    def member_slots(self, value: Value, name: str) -> Sequence[Slot]:
        """Return where attribute `name` of a value leads."""

    @property
    def modules(self) -> ModuleLookup:
        """Return the part for modules."""

    def named_values(
        self, view: FileView, use: Use, scope: int, name: str, position: int
    ) -> Values:
        """Return what a plain name may be whose use is known already."""

    @property
    def names(self) -> NameLookup:
        """Return the part for names."""

    @property
    def packages(self) -> PackageLookup:
        """Return the part for packages."""

    def part(self, build: Callable[[Analysis], Part]) -> Part:
        """Return a part that languages share, building it when it is first asked for."""

    @property
    def paths(self) -> Collection[str]:
        """Return every file that was parsed."""

    @property
    def receivers(self) -> ReceiverValues:
        """Return the part for receivers."""

    def slot_values(self, slot: Slot) -> Values:
        """Return what may be found at a slot."""

    @property
    def solver(self) -> Evaluator:
        """Return what answers questions that may lead back to themselves."""

    def view(self, path: str) -> FileView:
        """Return a file to look into, which what is being worked out then depends on."""

    @property
    def views(self) -> FileViews:
        """Return the files."""
