"""Java's types as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, DeclaredGeneric, Expr, GenericType
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.languages.java.context import JavaFile, field

_DEEPEST = 40
_SEQUENCE_WORDS = (
    "ArrayDeque ArrayList AtomicReference BlockingDeque BlockingQueue Callable Collection "
    "CompletableFuture ConcurrentLinkedDeque ConcurrentLinkedQueue CopyOnWriteArrayList "
    "CopyOnWriteArraySet Deque Enumeration Future HashSet InheritableThreadLocal Iterable Iterator "
    "LinkedBlockingQueue LinkedHashSet LinkedList List ListIterator NavigableSet Optional "
    "PriorityQueue Queue Reference Set SoftReference SortedSet Spliterator Stack Stream "
    "Supplier ThreadLocal TreeSet Vector WeakReference"
)
_SEQUENCES = frozenset(_SEQUENCE_WORDS.split())
_MAP_WORDS = (
    "ConcurrentHashMap ConcurrentMap Entry HashMap Hashtable IdentityHashMap LinkedHashMap Map "
    "NavigableMap SortedMap TreeMap WeakHashMap"
)
_MAPS = frozenset(_MAP_WORDS.split())
_HOME_WORDS = {
    "java.lang": "InheritableThreadLocal Iterable ThreadLocal",
    "java.lang.ref": "Reference SoftReference WeakReference",
    "java.util.concurrent": "BlockingDeque BlockingQueue Callable CompletableFuture "
    "ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentMap "
    "CopyOnWriteArrayList CopyOnWriteArraySet Future LinkedBlockingQueue",
    "java.util.concurrent.atomic": "AtomicReference",
    "java.util.function": "Supplier",
    "java.util.stream": "Stream",
}
_HOMES = {name: home for home, names in _HOME_WORDS.items() for name in names.split()}
"""The packages of those that are not in `java.util`."""

Reader = Callable[[JavaFile, Node, int], Expr]


def read_type(file: JavaFile, node: Node | None, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    reader = _READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def read_base(file: JavaFile, node: Node | None) -> str | None:
    """Return the name of a type without what it is given."""
    while node is not None and node.type in ("generic_type", "annotated_type"):
        inner = node.named_children
        node = inner[0 if node.type == "generic_type" else -1] if inner else None
    written = read_type(file, node)
    return written if isinstance(written, str) else None


def _name(file: JavaFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _scoped(file: JavaFile, node: Node, depth: int) -> Expr:
    text = file.name_of(node)
    if text.replace(".", "").isidentifier():
        return text
    parts: list[str] = []
    for inner in node.named_children:
        if inner.type in ("type_identifier", "scoped_type_identifier", "generic_type"):
            written = read_base(file, inner) if depth < _DEEPEST else None
            parts.append(written or "")
    return ".".join(parts) if all(parts) else None


def _primitive(file: JavaFile, node: Node, _depth: int) -> Expr:
    return Builtin(file.name_of(node))


def _array(file: JavaFile, node: Node, depth: int) -> Expr:
    return GenericType("[]", (read_type(file, field(node, "element"), depth),))


def _last(file: JavaFile, node: Node, depth: int) -> Expr:
    inner = node.named_children
    return read_type(file, inner[-1], depth) if inner else None


def _generic(file: JavaFile, node: Node, depth: int) -> Expr:
    base = read_base(file, node)
    if base is None:
        return None
    given = node.named_children[-1].named_children
    written = [read_type(file, c, depth) for c in given if not c.type.endswith("comment")]
    if not is_collection(file, base):
        return DeclaredGeneric(base, tuple(written)) if any(written) else base
    if base.rpartition(".")[2] in _MAPS:
        return GenericType(f"{base}.map[]", tuple(written)) if len(written) == 2 else base
    return GenericType(f"{base}.[]", tuple(written)) if len(written) == 1 else base


def is_collection(file: JavaFile, base: str) -> bool:
    """Whether a name is that of one of Java's own collections."""
    package, _, name = base.rpartition(".")
    if name not in _SEQUENCES and name not in _MAPS:
        return False
    if package == "Map":
        return is_collection(file, package)
    if package:
        return package.startswith("java.")
    home = file.imported.get(name)
    if home is None:
        package = _HOMES.get(name, "java.util")
        return package in file.stars or package == "java.lang"
    return home.startswith("java.")


_READERS: dict[str, Reader] = {
    "type_identifier": _name,
    "identifier": _name,
    "scoped_type_identifier": _scoped,
    "scoped_identifier": _scoped,
    "generic_type": _generic,
    "array_type": _array,
    "annotated_type": _last,
    "wildcard": _last,
    "integral_type": _primitive,
    "floating_point_type": _primitive,
    "boolean_type": _primitive,
}


def read_declared(file: JavaFile, node: Node | None, declarator: Node | None) -> Expr:
    """Return the type of a declared name, which may have brackets of its own: `int x[]`."""
    written = read_type(file, node)
    if declarator is not None and field(declarator, "dimensions") is not None:
        return GenericType("[]", (written,))
    return written


def read_params(file: JavaFile, node: Node | None) -> list[tuple[Param, Node]]:
    """Return the parameters of a list, each with the node of its name."""
    found: list[tuple[Param, Node]] = []
    for item in node.named_children if node is not None else ():
        if item.type == "formal_parameter":
            name = field(item, "name")
            written = read_declared(file, field(item, "type"), item)
            if name is not None:
                found.append((Param(file.name_of(name), "", written), name))
        elif item.type == "spread_parameter":
            parts = [c for c in item.named_children if c.type != "modifiers"]
            name = field(parts[-1], "name") if parts else None
            if name is not None:
                found.append((Param(file.name_of(name), "*", read_type(file, parts[0])), name))
    return found
