"""The semantics of TypeScript and JavaScript."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class EcmaScriptSemantics(OrdinarySemantics):
    """How the names and types of TypeScript behave."""

    receiver = "this"
    parent = "super"
    contextual = True
    exports = True
    separate_types = True
    types_in_body = True
    async_returns_promise = True
    prototypes = True
    object_members = frozenset(
        {
            "constructor",
            "hasOwnProperty",
            "isPrototypeOf",
            "propertyIsEnumerable",
            "toLocaleString",
            "toString",
            "valueOf",
        }
    )
