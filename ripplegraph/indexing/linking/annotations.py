"""Written types as values: what an annotation says its variable holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import Expr
from ripplegraph.indexing.linking.function_types import find_function_type
from ripplegraph.indexing.linking.slots import BINDING
from ripplegraph.indexing.linking.type_parameters import GIVEN
from ripplegraph.indexing.linking.values import (
    CALLABLE,
    CLASS,
    DEEPEST,
    EMPTY,
    EXTERNAL,
    INSTANCE,
    MODULE,
    OBJECT,
    RESULT,
    SELF,
    Values,
    declared,
    given,
    join,
    one,
    outside_package,
    outside_result,
    pruned,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_UNIONS = frozenset(
    {
        "Union",
        "Optional",
        "Annotated",
        "Final",
        "ClassVar",
        "Required",
        "NotRequired",
        "ReadOnly",
        "InitVar",
        "Readonly",
        "Partial",
        "NonNullable",
        "Pick",
        "Omit",
        "Exclude",
        "Extract",
        "Awaited",
    }
)
_FIRST_ONLY = frozenset({"Annotated", "Pick", "Omit", "Exclude", "Extract"})
_ITERABLES = frozenset(
    {
        "list",
        "List",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Collection",
        "deque",
        "Deque",
        "Generator",
        "AsyncGenerator",
        "AsyncIterator",
        "AsyncIterable",
        "AbstractSet",
        "MutableSet",
        "KeysView",
        "ValuesView",
        "Reversible",
        "Array",
        "ReadonlyArray",
        "IterableIterator",
        "QuerySet",
        "ConcurrentBag",
        "ConcurrentQueue",
        "HashSet",
        "ICollection",
        "IEnumerable",
        "IEnumerator",
        "IList",
        "IReadOnlyCollection",
        "IReadOnlyList",
        "ISet",
        "LinkedList",
        "Queue",
        "ReadOnlyCollection",
        "Stack",
    }
)
_SEQUENCE, _CHANNEL, _MAPPING, _BOX = "[]", "chan[]", "map[]", "box[]"
"""What stands for the types that some languages write with brackets and not with a name."""
_TUPLES = frozenset({"tuple", "Tuple"})
_MAPS = frozenset(
    {
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "DefaultDict",
        "defaultdict",
        "OrderedDict",
        "Map",
        "WeakMap",
        "Record",
        "WeakValueDictionary",
        "ConcurrentDictionary",
        "Dictionary",
        "IDictionary",
        "IReadOnlyDictionary",
        "SortedDictionary",
        "ChainMap",
    }
)
_AWAITABLES = frozenset(
    {"Awaitable", "Coroutine", "Future", "Task", "Promise", "PromiseLike", "ValueTask"}
)
_CONTEXTS = frozenset(
    {
        "ContextManager",
        "AbstractContextManager",
        "AsyncContextManager",
        "AbstractAsyncContextManager",
    }
)
_TYPES = frozenset({"type", "Type"})
_SILENT = frozenset(
    {
        "Any",
        "None",
        "object",
        "unknown",
        "any",
        "void",
        "never",
        "Self",
        "NoReturn",
        "TypeVar",
        "ParamSpec",
        "Callable",
        "undefined",
        "null",
        "Never",
        "NewType",
    }
)
_WELL_KNOWN = (
    _UNIONS | _ITERABLES | _TUPLES | _MAPS | _AWAITABLES | _CONTEXTS | _TYPES | {"Callable"}
)
"""Names that stand for types of a language, unless the project has a type of that name."""


class Annotations:
    """Turns type expressions into the values their variables hold."""

    def __init__(self, world: World) -> None:
        self._world = world

    def instances(  # noqa: C901 - one branch for each form
        self, expression: Expr, view: FileView, scope: int, position: int, depth: int = 0
    ) -> Values:
        """Return what a variable of this type may be."""
        if expression is None or depth > 12:
            return EMPTY
        if isinstance(expression, str):
            return self._named(expression, view, scope, depth)
        if isinstance(expression, int):
            return self._made(expression, view, scope, position, depth)
        tag = expression[0]
        if tag == "|":
            return join(
                self.instances(part, view, scope, position, depth + 1) for part in expression[1:]
            )
        if tag == "g":
            return self._given(expression, view, scope, position, depth)
        if tag == GIVEN:
            return frozenset(expression[1])
        if tag == "&":
            return self.instances(expression[1], view, scope, position, depth + 1)
        if tag == "<":
            return self._generic(expression[1], expression[2], view, scope, position, depth)
        if tag == "<>":
            return self._world.type_arguments.instances(expression, view, scope, position, depth)
        if tag == "[":
            return self._subscript(expression, view, scope, position, depth)
        if tag == "s" and expression[1].replace(".", "").isidentifier():
            return self._named(expression[1], view, scope, depth)
        if tag == "{":
            members = [
                (name, self.instances(written, view, scope, position, depth + 1))
                for name, written in expression[1:]
            ]
            return pruned(one(OBJECT, tuple(members)), DEEPEST + 1)
        if tag == "=>":
            return one(CALLABLE, view.path, view.form_of(expression, scope))
        if tag == "k":
            return one(RESULT, f"builtins.{expression[1]}")
        if tag == "tq":
            return self._world.evaluate(expression[1], view, scope, view.scopes[scope].end)
        return EMPTY

    def _made(self, index: int, view: FileView, scope: int, position: int, depth: int) -> Values:
        """A type made by a call: a type variable stands for its bound, a new type for its base."""
        call = view.calls[index]
        name = call.callee.rpartition(".")[2] if isinstance(call.callee, str) else ""
        if name == "TypeVar":
            bounds = [value for key, value in call.keywords if key == "bound"]
            return join(self.instances(b, view, scope, position, depth + 1) for b in bounds)
        if name == "NewType" and len(call.args) > 1:
            return self.instances(call.args[1], view, scope, position, depth + 1)
        return EMPTY

    def is_variable(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a name stands for a type variable."""
        for slot in self._world.names.slots(view, scope, name, view.scopes[scope].end):
            if slot[0] == BINDING:
                target = self._world.view(slot[1])
                value = target.scopes[slot[2]].bindings[slot[3]].value
                if isinstance(value, int):
                    callee = target.sites[value].callee
                    return isinstance(callee, str) and callee.rpartition(".")[2] == "TypeVar"
        return False

    def _named(self, name: str, view: FileView, scope: int, depth: int) -> Values:
        last = name.rpartition(".")[2]
        if last == "Self" or name == view.rules.receiver:
            return frozenset({SELF})
        end = view.scopes[scope].end
        if self._world.type_arguments.is_given:
            given = self._world.type_arguments.find(name, view, scope)
            if given:
                return given
        values = self._world.chain_values(name, view, scope, end, as_type=True)
        found: list[Values] = []
        for value in values:
            if value[0] == CLASS:
                found.append(self.of_class(value))
            elif value[0] == MODULE and view.rules.module_types:
                found.append(frozenset({value}))
            elif value[0] == EXTERNAL and last not in _SILENT:
                named = view.rules.extensions_by_path or view.rules.library
                found.append(one(RESULT, value[1]) if named else outside_result(value[1]))
        if found or values:
            joined = join(found)
            if joined:
                return joined
        return self._alias(name, view, scope, depth)

    def of_class(self, value: tuple[Any, ...]) -> Values:
        """Return what a variable of a type may be that has a name."""
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        if definition.kind == "interface":
            self._world.ask_definition(view, value[2])
        if definition.kind != "interface" or definition.annotation is None:
            return one(INSTANCE, value[1], value[2])
        if self._world.type_arguments.is_given:
            return self._world.type_arguments.aliased(view, value[2])
        return self._world.solver.solve(
            ("t", value[1], value[2]),
            lambda: self.aliased(view, value[2]),
            view.answers,
            view.mark,
        )

    def aliased(self, view: FileView, index: int) -> Values:
        """An alias that is a definition (TypeScript `type A = B`) stands for its type."""
        definition = view.definitions[index]
        own = one(INSTANCE, view.path, index)
        scope = view.code_scope(definition.body) if definition.body >= 0 else definition.scope
        parts = _parts(definition.annotation)
        named = [part for part in parts if not _is_object(part)]
        found = [self.instances(part, view, scope, view.scopes[0].end) for part in named]
        # The members of an object type are the alias' own.
        return join([*found, own] if len(named) < len(parts) else found) or own

    def parameter(self, path: str, index: int, at: int) -> Values:
        """Return what the written type of a function's parameter says."""
        view = self._world.view(path)
        self._world.ask(view, view.definitions[index].name)
        key = ("pt", path, index, at)
        view = self._world.views[path]
        return self._world.solver.solve(
            key, lambda: self._parameter(path, index, at), view.answers, view.mark
        )

    def _parameter(self, path: str, index: int, at: int) -> Values:
        view = self._world.view(path)
        definition = view.definitions[index]
        in_body = view.rules.types_in_body and definition.body >= 0
        scope = definition.body if in_body else definition.scope
        start = view.scopes[definition.body if definition.body >= 0 else scope].start
        return self.instances(definition.params[at].annotation, view, scope, start)

    def _alias(self, name: str, view: FileView, scope: int, depth: int) -> Values:
        """Follow a variable that holds a type: `Handler = Union[A, B]`."""
        found: list[Values] = []
        for slot in self._world.chain_slots(name, view, scope, view.scopes[scope].end):
            if slot[0] != BINDING:
                continue
            target = self._world.view(slot[1])
            binding = target.scopes[slot[2]].bindings[slot[3]]
            if binding.kind in ("=", ":") and binding.value is not None:
                found.append(
                    self.instances(binding.value, target, slot[2], binding.position, depth + 1)
                )
        return join(found)

    def _given(
        self, form: Sequence[Any], view: FileView, scope: int, position: int, depth: int
    ) -> Values:
        """Return an object of a type with what the type is given for its parameters."""
        inner = [self.instances(part, view, scope, position, depth + 1) for part in form[2]]
        found: list[Values] = []
        for value in self._named(form[1], view, scope, depth):
            if value[0] == INSTANCE and len(value) == 3:
                found.append(given(value[1], value[2], inner))
            elif value[0] == RESULT:
                package = outside_package(value[1])
                found.append(find_function_type(form[1], package, inner) or frozenset({value}))
            else:
                found.append(frozenset({value}))
        return join(found)

    def _subscript(
        self, expression: Sequence[Any], view: FileView, scope: int, position: int, depth: int
    ) -> Values:
        key = expression[2]
        items: Sequence[Expr] = (key,)
        if key is not None and not isinstance(key, (str, int)) and key[0] == "D":
            items = view.facts.displays[key[1]].items
        return self._generic(expression[1], items, view, scope, position, depth)

    def _is_own(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a name leads to a type that the project defines."""
        for slot in self._world.chain_slots(name, view, scope, view.scopes[scope].end):
            if slot[0] == BINDING:
                bindings = self._world.view(slot[1]).scopes[slot[2]].bindings
                if bindings[slot[3]].kind == "d":
                    return True
        return False

    def _count_parameters(self, value: tuple[Any, ...]) -> int:
        """Return how many types a class is given; -1 for what is no class of the project."""
        if value[0] != INSTANCE:
            return -1
        view = self._world.view(value[1])
        self._world.ask_definition(view, value[2])
        return len(view.type_parameters(view.definitions[value[2]]))

    def _generic(  # noqa: C901 - one branch for each form
        self,
        base: Expr,
        args: Sequence[Expr],
        view: FileView,
        scope: int,
        position: int,
        depth: int,
    ) -> Values:
        name = base.rpartition(".")[2] if isinstance(base, str) else ""
        if name in _WELL_KNOWN and self._is_own(base, view, scope):
            name = ""

        def at(i: int) -> Values:
            if not -len(args) <= i < len(args):
                return EMPTY
            return self.instances(args[i], view, scope, position, depth + 1)

        if name in _UNIONS:
            members = args[:1] if name in _FIRST_ONLY else args
            return join(self.instances(a, view, scope, position, depth + 1) for a in members)
        if name in _TUPLES:
            if len(args) != 2 or args[1] is not None:
                places = tuple((str(i), at(i)) for i in range(len(args)))
                return pruned(one(OBJECT, places), DEEPEST + 1)
            return declared("iter", at(0))
        if name in _MAPS:
            return declared("map", at(1), at(0)) or one(RESULT, "builtins.dict")
        if name == _SEQUENCE:
            return declared("iter", at(0)) or one(RESULT, "builtins.list")
        if name == _MAPPING:
            return declared("map", at(1), at(0)) or one(RESULT, "builtins.map")
        if name == _BOX:
            return declared("box", at(0)) or one(RESULT, "builtins.box")
        if name == _CHANNEL:
            return declared("box", at(0)) or one(RESULT, "builtins.chan")
        if name in _AWAITABLES:
            return declared("await", at(-1)) or one(RESULT, "builtins.awaitable")
        if name in _CONTEXTS:
            return declared("context", at(0))
        if name in _TYPES:
            return frozenset((CLASS, v[1], v[2]) for v in at(0) if v[0] == INSTANCE)
        if name == "Callable":
            return declared("call", at(-1))
        own = self._named(base, view, scope, depth) if isinstance(base, str) else EMPTY
        if len(own) > 1 and view.rules.declared_types:
            own = frozenset(v for v in own if self._count_parameters(v) == len(args)) or own
        if name in _ITERABLES and not any(v[0] == INSTANCE for v in own):
            return declared("iter", at(0)) or one(RESULT, "builtins.list")
        if own and all(v[0] == RESULT for v in own):
            return join([own, declared("box", at(0))])
        return own


def _parts(expression: Expr) -> Sequence[Expr]:
    """Return the types a union or intersection joins."""
    is_union = isinstance(expression, (tuple, list)) and expression[0] == "|"
    return expression[1:] if is_union else (expression,)


def _is_object(expression: Expr) -> bool:
    return isinstance(expression, (tuple, list)) and expression[0] == "{"
