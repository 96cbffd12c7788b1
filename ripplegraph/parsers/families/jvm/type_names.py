"""The types of the JVM that overload resolution knows."""

from __future__ import annotations

from typing import Final

from ripplegraph.parsers.families.typed.type_names import TypeNames, by_member

_BOXES: Final = {
    "boolean": "Boolean",
    "byte": "Byte",
    "char": "Character",
    "double": "Double",
    "float": "Float",
    "int": "Integer",
    "long": "Long",
    "short": "Short",
}
JVM: Final = TypeNames(
    plain=("byte", "short", "char", "int", "long", "float", "double", "boolean"),
    text="String",
    sum="int",
    roots=frozenset({"Object", "Any", "AnyRef"}),
    top="Object",
    boxes=_BOXES,
    wider={
        "byte": ("short", "int", "long", "float", "double"),
        "short": ("int", "long", "float", "double"),
        "char": ("int", "long", "float", "double"),
        "int": ("long", "float", "double"),
        "long": ("float", "double"),
        "float": ("double",),
    },
    sealed={
        "String": ("CharSequence", "Comparable", "Serializable"),
        **dict.fromkeys(_BOXES.values(), ("Number", "Comparable", "Serializable")),
    },
    results=by_member(
        {
            "int": "length size indexOf lastIndexOf hashCode compareTo intValue ordinal compare",
            "boolean": "equals isEmpty contains startsWith endsWith hasNext containsKey matches",
            "String": "toString substring trim getName getSimpleName name toLowerCase toUpperCase "
            "concat getMessage getCanonicalName format replaceAll join",
            "char": "charAt",
            "long": "longValue currentTimeMillis nanoTime",
            "double": "doubleValue",
            "Class": "getClass getSuperclass getComponentType",
        }
    ),
)
