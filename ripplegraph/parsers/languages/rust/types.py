"""Rust's types as the plain values the linker evaluates.

References and smart pointers are what they lead to. A vector is its elements, an option what may be
there; other generic types keep what they are given.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Builtin,
    Either,
    Expr,
    FunctionType,
    GenericType,
    ProjectGeneric,
)
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import BLANK, RustFile, field

_DEEPEST = 30
_POINTERS = frozenset(
    {
        "Arc",
        "AsMut",
        "AsRef",
        "Borrow",
        "BorrowMut",
        "Box",
        "Cow",
        "Deref",
        "ManuallyDrop",
        "MaybeUninit",
        "MutexGuard",
        "NonNull",
        "Pin",
        "Rc",
        "Ref",
        "RefMut",
        "Reverse",
        "RwLockReadGuard",
        "RwLockWriteGuard",
        "ScopeGuard",
        "Wrapping",
    }
)
_BOXES = frozenset(
    {
        "Cell",
        "Entry",
        "Into",
        "Lazy",
        "LazyCell",
        "LazyLock",
        "Mutex",
        "OnceCell",
        "OnceLock",
        "Option",
        "Poll",
        "RefCell",
        "Result",
        "RwLock",
        "TryInto",
        "UnsafeCell",
        "Weak",
    }
)
_SEQUENCES = frozenset(
    {
        "BTreeSet",
        "BinaryHeap",
        "Chunks",
        "DoubleEndedIterator",
        "Drain",
        "Enumerate",
        "ExactSizeIterator",
        "HashSet",
        "IntoIter",
        "IntoIterator",
        "Iter",
        "IterMut",
        "Iterator",
        "LinkedList",
        "Peekable",
        "Rev",
        "Skip",
        "SmallVec",
        "Take",
        "Vec",
        "VecDeque",
        "Windows",
    }
)
_MAPS = frozenset(
    {
        "BTreeMap",
        "FxHashMap",
        "HashMap",
        "IndexMap",
    }
)
_ALWAYS = frozenset({"Option", "Result"})
_SEQUENCE, _MAP, _BOX = "[]", "map[]", "box[]"

Reader = Callable[[RustFile, Node, ScopeDraft, int], Expr]


def read_type(file: RustFile, node: Node | None, scope: ScopeDraft, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    reader = _READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, scope, depth + 1)


def _name(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    name = file.name_of(node)
    if name == "Self":
        return file.self_type(scope)
    if name in _SEQUENCES and is_standard(file, name):
        return GenericType(_SEQUENCE, (None,))
    return None if name == BLANK else name


def _path(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    return path_chain(file, node, scope)


def path_chain(file: RustFile, node: Node, scope: ScopeDraft) -> str | None:
    """Return a path, `a::b::c`, as a chain; what its parts are given is dropped."""
    names: list[str] = []
    at: Node | None = node
    while at is not None and at.type in ("scoped_identifier", "scoped_type_identifier"):
        name = field(at, "name")
        if name is None:
            return None
        names.append(file.name_of(name))
        at = field(at, "path")
    if at is not None:
        head = _head(file, at, scope)
        if head is None:
            return None
        if head:
            names.append(head)
    return ".".join(reversed(names)) or None


def _head(file: RustFile, node: Node, scope: ScopeDraft) -> str | None:
    """Return what a path begins with; "" for `self`, which names of the module need not have."""
    if node.type == "self":
        return ""
    if node.type in ("generic_type", "bracketed_type", "qualified_type"):
        written = plain_type(read_type(file, node, scope))
        return written if isinstance(written, str) else None
    name = file.name_of(node)
    if name == "Self":
        own = file.self_type(scope)
        return own if isinstance(own, str) else None
    return file.module_name(name, scope.index)


def is_standard(file: RustFile, name: str) -> bool:
    """Whether a name means what the standard library calls so."""
    return name in _ALWAYS or name not in file.own_names


def _generic(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    base, given = field(node, "type"), field(node, "type_arguments")
    if base is None:
        return None
    name = file.name_of(base).rpartition("::")[2]
    is_own = not is_standard(file, name)
    arguments: list[Expr] = []
    for item in given.named_children if given is not None else ():
        if item.type == "type_binding":
            if not is_own and file.raw.startswith(("Item", "Target", "Output"), item.start_byte):
                arguments.append(read_type(file, field(item, "type"), scope, depth))
        elif item.type not in ("lifetime", "block") and not item.is_extra:
            arguments.append(read_type(file, item, scope, depth))
    if not is_own:
        made = _made(name, arguments)
        if made is not None:
            return made
    plain = read_type(file, base, scope, depth)
    if not isinstance(plain, str) or not any(one is not None for one in arguments):
        return plain
    return ProjectGeneric(plain, tuple(arguments))


def plain_type(written: Expr) -> Expr:
    """Return a type without what it is given."""
    return written.base if type(written) is ProjectGeneric else written


def _made(name: str, arguments: list[Expr]) -> Expr:
    """Return what a type of the standard library is that is given others."""
    first = arguments[0] if arguments else None
    if name in _POINTERS:
        return first if arguments else Builtin("pointer")
    if name in _BOXES:
        return GenericType(_BOX, (first,))
    if name in _SEQUENCES:
        return GenericType(_SEQUENCE, (first,))
    if name in _MAPS:
        return GenericType(_MAP, (first, arguments[1] if len(arguments) > 1 else None))
    return None


def _inner(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    return read_type(file, field(node, "type"), scope, depth)


def _pointer(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Read a raw pointer: to a type with a name it is that type, else it has no members of one."""
    found = _inner(file, node, scope, depth)
    return found if isinstance(plain_type(found), str) else Builtin("pointer")


def _first(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    named = node.named_children
    return read_type(file, named[0], scope, depth) if named else None


def _qualified(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Read `T as Trait`: the members of T, and where T says nothing those of the trait."""
    own = plain_type(read_type(file, field(node, "type"), scope, depth))
    return own if isinstance(own, str) else read_type(file, field(node, "alias"), scope, depth)


def _trait(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    return read_type(file, field(node, "trait"), scope, depth)


def _bounds(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Read several bounds as either of them: `A + B`."""
    found: list[Expr] = []
    for item in node.named_children:
        written = read_type(file, item, scope, depth)
        if written is not None and written not in found:
            found.append(written)
    return Either(tuple(found)) if len(found) > 1 else (found[0] if found else None)


def _sequence(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    return GenericType(_SEQUENCE, (read_type(file, field(node, "element"), scope, depth),))


def _tuple(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    types = [read_type(file, item, scope, depth) for item in node.named_children]
    return GenericType("()", tuple(types)) if len(types) > 1 else (types[0] if types else None)


def _function(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    taken = field(node, "parameters")
    params: list[Expr] = []
    for item in taken.named_children if taken is not None else ():
        written = field(item, "type") if item.type == "parameter" else item
        params.append(read_type(file, written, scope, depth))
    return FunctionType(tuple(params), read_type(file, field(node, "return_type"), scope, depth))


def _primitive(file: RustFile, node: Node, _scope: ScopeDraft, _depth: int) -> Expr:
    return Builtin(file.name_of(node))


_READERS: dict[str, Reader] = {
    "type_identifier": _name,
    "identifier": _name,
    "scoped_type_identifier": _path,
    "scoped_identifier": _path,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "reference_type": _inner,
    "pointer_type": _pointer,
    "bracketed_type": _first,
    "qualified_type": _qualified,
    "parenthesized_type": _first,
    "dynamic_type": _trait,
    "abstract_type": _trait,
    "bounded_type": _bounds,
    "trait_bounds": _bounds,
    "higher_ranked_trait_bound": _inner,
    "array_type": _sequence,
    "slice_type": _sequence,
    "tuple_type": _tuple,
    "function_type": _function,
    "primitive_type": _primitive,
}
