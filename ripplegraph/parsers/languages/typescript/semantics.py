"""The semantics of TypeScript and JavaScript."""

from __future__ import annotations

from ripplegraph.parsers.families.exports import ExportSemantics
from ripplegraph.parsers.languages.typescript.known_library import ECMASCRIPT


class EcmaScriptSemantics(ExportSemantics):
    """How the names and types of TypeScript and JavaScript behave."""

    known = ECMASCRIPT
    receiver = "this"
    parent = "super"
    contextual = True
    separate_types = True
    types_in_body = True
    async_returns_promise = True
    prototype_member = "prototype"
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
