"""What types and methods of TypeScript and JavaScript themselves do with values."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary, by_model

ECMASCRIPT: Final = KnownLibrary(
    types=by_model(
        {
            "iter": "Array AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator "
            "Generator Iterable IterableIterator Iterator ReadonlyArray ReadonlySet Set",
            "map": "Map ReadonlyMap Record WeakMap",
            "await": "Promise PromiseLike",
            "union": "Awaited NonNullable Partial Readonly Required",
            "first": "Exclude Extract Omit Pick",
            "silent": "any never null object undefined unknown void",
        }
    ),
    functions=by_model(
        {
            "same": "debounce forwardRef memo memoize observer once throttle useCallback "
            "useDebouncedCallback useEvent storeToRefs toRefs reactive lodash/debounce "
            "lodash/memoize lodash/once lodash/throttle",
            "called": "useMemo",
            "store": "defineStore",
            "slice": "createSlice",
            "loaded": "react.lazy next.default vue.defineAsyncComponent "
            "@loadable/component.default",
            "state": "zustand.create zustand.createStore zustand.createWithEqualityFn",
        }
    ),
    container_methods=by_model(
        {
            "element": "at find findLast get pop shift",
            "values": "values",
            "keys": "keys",
            "items": "entries",
            "same": "concat filter reverse slice sort toReversed toSorted",
            "then": "catch finally then",
        }
    ),
    callbacks=frozenset(
        {"every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "map", "some"}
    ),
    later_callbacks=frozenset({"then"}),
    object_members=frozenset(
        {
            "constructor",
            "hasOwnProperty",
            "isPrototypeOf",
            "propertyIsEnumerable",
            "toLocaleString",
            "toString",
            "valueOf",
        }
    ),
)
