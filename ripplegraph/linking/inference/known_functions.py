"""What well-known functions outside the project do with what they are given.

Only functions that hand project values through matter: everything else gives an outside result.
"""

from __future__ import annotations

from typing import Final

MODELS: Final[dict[str, str]] = {
    "partial": "same",
    "partialmethod": "same",
    "wraps": "same",
    "update_wrapper": "same",
    "staticmethod": "same",
    "classmethod": "same",
    "lru_cache": "same",
    "cache": "same",
    "singledispatch": "same",
    "copy": "same",
    "deepcopy": "same",
    "replace": "same",
    "proxy": "same",
    "shield": "same",
    "wait_for": "same",
    "list": "elements",
    "tuple": "elements",
    "set": "elements",
    "frozenset": "elements",
    "sorted": "elements",
    "reversed": "elements",
    "iter": "elements",
    "aiter": "elements",
    "deque": "elements",
    "next": "element",
    "anext": "element",
    "max": "element",
    "min": "element",
    "choice": "element",
    "enumerate": "enumerate",
    "type": "type",
    "cast": "cast",
    "getattr": "getattr",
    "import_module": "import",
    "map": "mapped",
    "zip": "zipped",
    "property": "property",
    "run": "awaited",
}
"""By the last part of the dotted name."""

METHODS: Final[dict[str, str]] = {
    "enter_context": "entered",
    "enter_async_context": "entered",
    "run_until_complete": "awaited",
}
"""Methods of objects from outside, by their names."""

_QUERIES: Final = (
    "All Any Average Count Exists Find FindAll First FirstOrDefault ForEach GroupBy Last "
    "LastOrDefault Max Min OrderBy OrderByDescending RemoveAll Select SelectMany Single "
    "SingleOrDefault SkipWhile Sum TakeWhile ToDictionary ToLookup Where"
)
"""Those of C#."""
ELEMENT_CALLBACKS: Final = frozenset(
    {
        "map",
        "filter",
        "forEach",
        "find",
        "findIndex",
        "some",
        "every",
        "flatMap",
        "findLast",
        *_QUERIES.split(),
    }
)
"""Methods of a collection that call their first argument with each element."""

COLLECTION_METHODS: Final[dict[str, str]] = {
    name: what
    for what, names in {
        "element": "apply call cast element first floor get getFirst getLast getOrDefault getValue "
        "higher last lower newInstance next nextElement orElse orElseGet orElseThrow peek "
        "peekFirst peekLast poll pollFirst pollLast pop previous remove removeFirst removeLast "
        "take computeIfAbsent put putIfAbsent",
        "values": "values",
        "keys": "keySet navigableKeySet",
        "key": "getKey firstKey lastKey",
        "items": "entrySet",
        "same": "descendingIterator descendingMap distinct filter findAny findFirst headMap "
        "headSet iterator limit listIterator parallelStream skip sorted stream subList tailMap "
        "tailSet toList takeWhile dropWhile",
    }.items()
    for name in names.split()
} | {
    name: what
    for what, names in {
        "mapped": "map mapNotNull",
        "element": "elementAt elementAtOrElse elementAtOrNull find findLast firstOrNull getOrElse "
        "getOrNull getOrPut lastOrNull maxBy maxByOrNull maxWith minBy minByOrNull minWith random "
        "removeAt removeFirstOrNull removeLastOrNull single singleOrNull",
        "same": "apply also asIterable asReversed asSequence chunkedBy distinctBy drop dropLast "
        "dropLastWhile filterIndexed filterNot filterNotNull filterTo filterValues filterKeys "
        "ifEmpty intersect minus onEach orEmpty plus requireNoNulls reversed shuffled slice "
        "sortedBy sortedByDescending sortedWith subtract takeIf takeLast takeLastWhile take(1) "
        "takeUnless toMutableList toMutableSet toSet toTypedArray toCollection union",
    }.items()
    for name in names.split()
}
"""Methods of collections, by their names, in languages whose methods say how much they take."""

_CALLBACK_WORDS = (
    "allMatch anyMatch filter flatMap forEach forEachRemaining ifPresent ifPresentOrElse map "
    "mapToDouble mapToInt mapToLong mapToObj noneMatch peek removeIf takeWhile dropWhile all any "
    "associate associateBy associateWith count distinctBy dropLastWhile filterNot find findLast "
    "first firstNotNullOf firstNotNullOfOrNull firstOrNull groupBy indexOfFirst indexOfLast last "
    "lastOrNull mapNotNull mapTo maxBy maxByOrNull maxOf maxOfOrNull minBy minByOrNull minOf "
    "minOfOrNull none onEach partition removeAll retainAll single singleOrNull sortBy "
    "sortByDescending sortedBy sortedByDescending sumBy sumOf takeLastWhile joinToString"
)
COLLECTION_CALLBACKS: Final = frozenset(_CALLBACK_WORDS.split())
"""Methods of such collections that call their first argument with each element."""

LIBRARY_FUNCTIONS: Final[dict[str, str]] = {
    name: what
    for what, names in {
        "gathered": "asList of ofNullable singleton singletonList",
        "same": "checkNotNull copyOf requireNonNull requireNonNullElse spy stream "
        "synchronizedCollection synchronizedList synchronizedMap synchronizedSet "
        "unmodifiableCollection unmodifiableList unmodifiableMap unmodifiableSet verify",
        "constant": "valueOf",
        "constants": "values",
        "typed": "assertThrows cast create fromJson getAnnotation getBean getDeclaredAnnotation "
        "getInstance mock newInstance readValue",
    }.items()
    for name in names.split()
}
"""Functions from outside, by their names, in languages whose methods say how much they take:
those that put together what they get, give it back, give an object of a type they get, or give
constants of the enumeration that they are called on."""

_GIVE_ELEMENT: Final = (
    "Dequeue ElementAt ElementAtOrDefault Find First FirstOrDefault GetValueOrDefault Last "
    "LastOrDefault Peek Pop Single SingleOrDefault"
)
_GIVE_SAME: Final = (
    "AsEnumerable Concat ConfigureAwait Distinct Except FindAll Intersect OrderBy "
    "OrderByDescending Reverse Skip SkipWhile Take TakeWhile ThenBy ToArray ToList Union Where"
)
CONTAINER_METHODS: Final[dict[str, str]] = {
    "get": "element",
    "pop": "element",
    "popleft": "element",
    "setdefault": "element",
    "at": "element",
    "find": "element",
    "shift": "element",
    "values": "values",
    "keys": "keys",
    "items": "items",
    "entries": "items",
    "copy": "same",
    "filter": "same",
    "slice": "same",
    "reverse": "same",
    "sort": "same",
    "concat": "same",
    "then": "then",
    "catch": "then",
    "finally": "then",
    **dict.fromkeys(_GIVE_ELEMENT.split(), "element"),
    **dict.fromkeys(_GIVE_SAME.split(), "same"),
}


def find_container_method(name: str) -> str:
    """Return what a method of a container gives."""
    plain, bracket, _ = name.partition("(")
    known = COLLECTION_METHODS if bracket else CONTAINER_METHODS
    # A name may mean another thing where more is passed.
    return known.get(name) or known.get(plain, "")


def is_element_callback(name: str) -> bool:
    """Whether a method of a container calls its first argument with each element."""
    plain, bracket, _ = name.partition("(")
    return plain in (COLLECTION_CALLBACKS if bracket else ELEMENT_CALLBACKS)
