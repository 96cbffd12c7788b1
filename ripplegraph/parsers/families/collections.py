"""What many languages call collections and their methods."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary, by_model

COLLECTIONS: Final = KnownLibrary(
    types=by_model(
        {
            "iter": "Array Collection Deque Generator Iterable Iterator List Queue Sequence Set "
            "Stack Stream array iterable list",
            "map": "Dictionary HashMap Map",
            "await": "Future Promise Task",
            "union": "Optional",
            "silent": "Any None any never null object undefined unknown void",
        }
    ),
    container_methods=by_model(
        {
            "element": "at find first get last pop shift",
            "values": "values",
            "keys": "keys",
            "items": "entries items",
            "same": "concat copy filter reverse reversed slice sort sorted",
            "then": "catch finally then",
        }
    ),
    callbacks=frozenset({"every", "filter", "find", "flatMap", "forEach", "map", "some", "where"}),
    later_callbacks=frozenset({"then"}),
)
