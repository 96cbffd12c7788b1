"""What methods of collections, and functions, of the libraries of the JVM do with values."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary, by_model

_CALLBACKS: Final = (
    "all allMatch any anyMatch associate associateBy associateWith count distinctBy "
    "dropLastWhile dropWhile filter filterNot find findLast first firstNotNullOf "
    "firstNotNullOfOrNull firstOrNull flatMap forEach forEachRemaining groupBy "
    "ifPresent ifPresentOrElse indexOfFirst indexOfLast joinToString last lastOrNull "
    "map mapNotNull mapTo mapToDouble mapToInt mapToLong mapToObj maxBy maxByOrNull "
    "maxOf maxOfOrNull minBy minByOrNull minOf minOfOrNull none noneMatch onEach "
    "partition peek removeAll removeIf retainAll single singleOrNull sortBy "
    "sortByDescending sortedBy sortedByDescending sumBy sumOf takeLastWhile takeWhile"
)
_FUNCTIONS: Final = by_model(
    {
        "gathered": "asList of ofNullable singleton singletonList",
        "same": "checkNotNull copyOf requireNonNull requireNonNullElse spy stream "
        "synchronizedCollection synchronizedList synchronizedMap synchronizedSet "
        "unmodifiableCollection unmodifiableList unmodifiableMap unmodifiableSet verify",
        "constant": "valueOf",
        "constants": "values",
        "typed": "assertThrows cast create fromJson getAnnotation getBean getDeclaredAnnotation "
        "getInstance mock newInstance readValue",
    }
)
"""Those that put together what they get, give it back, give an object of a type that they get, or
give constants of the enumeration that they are called on."""
JVM_LIBRARY: Final = KnownLibrary(
    types=dict.fromkeys(("Any", "Nothing", "void"), "silent"),
    functions=_FUNCTIONS,
    methods=_FUNCTIONS,
    container_methods=by_model(
        {
            "same": "apply descendingIterator descendingMap distinct filter findAny findFirst "
            "headMap "
            "headSet iterator limit listIterator parallelStream skip sorted stream subList "
            "tailMap tailSet toList takeWhile dropWhile also asIterable asReversed asSequence "
            "chunkedBy distinctBy drop dropLast dropLastWhile filterIndexed filterNot "
            "filterNotNull filterTo filterValues filterKeys ifEmpty intersect minus onEach "
            "orEmpty plus requireNoNulls reversed shuffled slice sortedBy sortedByDescending "
            "sortedWith subtract takeIf takeLast takeLastWhile take(1) takeUnless "
            "toMutableList toMutableSet toSet toTypedArray toCollection union",
            "element": "call cast element first floor get getFirst getLast getOrDefault "
            "getValue higher "
            "last lower newInstance next nextElement orElse orElseGet orElseThrow peek "
            "peekFirst peekLast poll pollFirst pollLast pop previous remove removeFirst "
            "removeLast take computeIfAbsent put putIfAbsent elementAt elementAtOrElse "
            "elementAtOrNull find findLast firstOrNull getOrElse getOrNull getOrPut "
            "lastOrNull maxBy maxByOrNull maxWith minBy minByOrNull minWith random removeAt "
            "removeFirstOrNull removeLastOrNull single singleOrNull",
            "values": "values",
            "keys": "keySet navigableKeySet",
            "key": "getKey firstKey lastKey",
            "items": "entrySet",
            "mapped": "map mapNotNull",
        }
    ),
    callbacks=frozenset(_CALLBACKS.split()),
    enumerations=frozenset({"Enum"}),
    object_members=frozenset(
        {
            "clone(0)",
            "equals(1)",
            "finalize(0)",
            "getClass(0)",
            "hashCode(0)",
            "notify(0)",
            "notifyAll(0)",
            "toString(0)",
            "wait(0)",
            "wait(1)",
            "wait(2)",
        }
    ),
)
