"""What types and methods of C# itself do with values."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary, by_model

_CALLBACKS: Final = (
    "All Any Average Count Exists Find FindAll First FirstOrDefault ForEach GroupBy "
    "Last LastOrDefault Max Min OrderBy OrderByDescending RemoveAll Select SelectMany "
    "Single SingleOrDefault SkipWhile Sum TakeWhile ToDictionary ToLookup Where"
)
CSHARP_LIBRARY: Final = KnownLibrary(
    types=by_model(
        {
            "iter": "Collection ConcurrentBag ConcurrentQueue HashSet IAsyncEnumerable "
            "ICollection IEnumerable IEnumerator IList IReadOnlyCollection IReadOnlyList ISet "
            "LinkedList List ObservableCollection Queue ReadOnlyCollection SortedSet Stack",
            "map": "ConcurrentDictionary Dictionary IDictionary IReadOnlyDictionary "
            "SortedDictionary",
            "await": "Task ValueTask",
            "union": "Nullable",
            "function": "Action Comparison Converter Func Predicate",
            "quoted": "Expression",
            "silent": "dynamic object void",
        }
    ),
    container_methods=by_model(
        {
            "element": "Dequeue ElementAt ElementAtOrDefault Find First FirstOrDefault "
            "GetValueOrDefault "
            "Last LastOrDefault Peek Pop Single SingleOrDefault",
            "same": "AsEnumerable Concat ConfigureAwait Distinct Except FindAll Intersect OrderBy "
            "OrderByDescending Reverse Skip SkipWhile Take TakeWhile ThenBy ToArray ToList "
            "Union Where",
            "values": "Values",
            "keys": "Keys",
        }
    ),
    callbacks=frozenset(_CALLBACKS.split()),
    object_members=frozenset(
        {"Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"}
    ),
)
