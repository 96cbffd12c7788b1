"""What overload resolution knows about the types that a language brings along, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ripplegraph.linking.values.overload_types import (
    NOTHING,
    ArrayType,
    OutsideType,
    PlainType,
    Type,
)


def _by_member(results: Mapping[str, str]) -> dict[str, str]:
    return {name: type_ for type_, names in results.items() for name in names.split()}


@dataclass(frozen=True)
class TypeNames:
    """The names of a language's own types, and which of them fit which."""

    plain: tuple[str, ...]
    """Types that are no classes; of two numbers the later one is the type of their sum."""
    text: str
    roots: frozenset[str]
    """Types above all others."""
    wider: Mapping[str, tuple[str, ...]]
    """What a plain type is converted to without a word, the nearest first."""
    boxes: Mapping[str, str] = field(default_factory=dict)
    """The classes that stand for plain types."""
    sealed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Types with nothing below them, and with what is above them."""
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is known to be above other types from outside."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of types."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What methods from outside give, by names that mean the same all over."""
    own_results: frozenset[str] = frozenset()
    """Names of what types give that is of the type itself: `DateTime.Now`, `int.Parse`."""
    inner: frozenset[str] = frozenset()
    """Names of what gives the value of something that may be missing."""
    functions: frozenset[str] = frozenset()
    """Types of functions that are given what the function takes, and for some what it gives."""
    procedures: frozenset[str] = frozenset()
    """Those of them that are not given what the function gives."""
    voids: frozenset[str] = frozenset()
    """Those of them whose function gives nothing."""
    of_arrays: frozenset[str] = frozenset()
    """Types from outside that arrays have."""
    strict: bool = False
    """Whether calls pass everything that has no default, and fit by the rules of C#."""

    def read(self, name: str) -> Type:
        """Return the type of a literal, or one from outside, by its name."""
        if name == "null":
            return NOTHING
        name = self.aliases.get(name, name)
        return PlainType(name) if name in self.plain else OutsideType(name)

    def read_library(self, name: str) -> Type:
        """Return a type that a library names, `byte[]`; None for no name."""
        if name.endswith("[]"):
            return ArrayType(self.read_library(name[:-2]))
        return self.read(name) if name else None

    def add(self, one: Type, other: Type) -> Type:
        """Return the type of a sum: text, or the wider one of two numbers."""
        if OutsideType(self.text) in (one, other):
            return OutsideType(self.text)
        if type(one) is not PlainType or type(other) is not PlainType:
            return None
        return self._find_widest([one, other, PlainType("int")])

    def choose(self, parts: Sequence[Type]) -> Type:
        """Return the type of what is one of several things: numbers come out of their boxes."""
        known = [part for part in parts if part is not None]
        plain = [part for part in known if type(part) is PlainType]
        return self._find_widest(plain) if plain and not self.strict else next(iter(known), None)

    def _find_widest(self, types: Sequence[PlainType]) -> PlainType:
        return max(types, key=lambda plain: self.plain.index(plain.name))


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
    roots=frozenset({"Object", "Any", "AnyRef"}),
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
    results=_by_member(
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
_LISTS: Final = ("IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable")
_MAPS: Final = ("IDictionary", "ICollection", "IReadOnlyDictionary", "IEnumerable")
_VALUES: Final = "DateTime DateTimeOffset TimeSpan Guid BigInteger CancellationToken IntPtr UIntPtr"
_OWN_RESULTS: Final = (
    "MaxValue MinValue Empty Zero One Now UtcNow Today Parse ParseExact NewGuid None FromTicks "
    "FromMilliseconds FromSeconds FromMinutes FromHours FromDays"
)
CSHARP: Final = TypeNames(
    plain=(
        "sbyte",
        "byte",
        "short",
        "ushort",
        "char",
        "int",
        "uint",
        "long",
        "ulong",
        "float",
        "double",
        "decimal",
        "bool",
    ),
    text="string",
    roots=frozenset({"object", "dynamic"}),
    wider={
        "sbyte": ("short", "int", "long", "float", "double", "decimal"),
        "byte": ("short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"),
        "short": ("int", "long", "float", "double", "decimal"),
        "ushort": ("int", "uint", "long", "ulong", "float", "double", "decimal"),
        "char": ("ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"),
        # A constant fits smaller types, too.
        "int": (
            *("long", "float", "double", "decimal"),
            *("uint", "ulong", "short", "ushort", "byte", "sbyte"),
        ),
        "uint": ("long", "ulong", "float", "double", "decimal"),
        "long": ("float", "double", "decimal"),
        "ulong": ("float", "double", "decimal"),
        "float": ("double",),
    },
    sealed={
        "string": ("IEnumerable", "IComparable", "IConvertible", "IEquatable", "ICloneable"),
        **dict.fromkeys(_VALUES.split(), ("IComparable", "IFormattable", "IEquatable")),
    },
    above={
        "List": _LISTS,
        "Collection": _LISTS,
        "IList": ("ICollection", "IEnumerable"),
        "ICollection": ("IEnumerable",),
        "IReadOnlyList": ("IReadOnlyCollection", "IEnumerable"),
        "IReadOnlyCollection": ("IEnumerable",),
        "HashSet": ("ISet", "ICollection", "IReadOnlyCollection", "IEnumerable"),
        "ISet": ("ICollection", "IEnumerable"),
        "Dictionary": _MAPS,
        "IDictionary": ("ICollection", "IEnumerable"),
        "Queue": ("IReadOnlyCollection", "IEnumerable"),
        "Stack": ("IReadOnlyCollection", "IEnumerable"),
        "StringBuilder": (),
        "Type": ("MemberInfo",),
        "MethodInfo": ("MethodBase", "MemberInfo"),
        "ConstructorInfo": ("MethodBase", "MemberInfo"),
        "MethodBase": ("MemberInfo",),
        "PropertyInfo": ("MemberInfo",),
        "FieldInfo": ("MemberInfo",),
        "MemoryStream": ("Stream",),
        "FileStream": ("Stream",),
        "StreamReader": ("TextReader",),
        "StringReader": ("TextReader",),
        "StreamWriter": ("TextWriter",),
        "StringWriter": ("TextWriter",),
    },
    aliases={
        "Boolean": "bool",
        "Byte": "byte",
        "SByte": "sbyte",
        "Char": "char",
        "Decimal": "decimal",
        "Double": "double",
        "Single": "float",
        "Int16": "short",
        "UInt16": "ushort",
        "Int32": "int",
        "UInt32": "uint",
        "Int64": "long",
        "UInt64": "ulong",
        "Object": "object",
        "String": "string",
        "str": "string",
        "TypeInfo": "Type",
    },
    results=_by_member(
        {
            "int": "Length Count IndexOf LastIndexOf GetHashCode CompareTo Compare ToInt32",
            "bool": "Equals Contains StartsWith EndsWith MoveNext ContainsKey TryGetValue Any All "
            "IsNullOrEmpty IsNullOrWhiteSpace HasValue ToBoolean ReferenceEquals IsAssignableFrom",
            "string": "ToString Substring Trim TrimEnd TrimStart ToLower ToUpper Concat Format "
            "ToLowerInvariant ToUpperInvariant Replace Join FullName",
            "long": "ToInt64",
            "double": "ToDouble",
            "decimal": "ToDecimal",
            "char": "ToChar",
            "byte": "ToByte",
            "sbyte": "ToSByte",
            "short": "ToInt16",
            "ushort": "ToUInt16",
            "uint": "ToUInt32",
            "ulong": "ToUInt64",
            "float": "ToSingle",
            "DateTime": "ToDateTime ToUniversalTime ToLocalTime",
            "Type": "GetType GetElementType MakeGenericType GetGenericTypeDefinition",
            "CultureInfo": "InvariantCulture CurrentCulture",
        }
    ),
    own_results=frozenset(_OWN_RESULTS.split()),
    inner=frozenset({"Value", "GetValueOrDefault"}),
    functions=frozenset({"Func", "Action", "Predicate", "Converter", "Comparison"}),
    procedures=frozenset({"Action", "Predicate", "Comparison"}),
    voids=frozenset({"Action"}),
    of_arrays=frozenset({*_LISTS, "Array", "ICloneable"}),
    strict=True,
)
TYPE_NAMES: Final = {"jvm": JVM, "csharp": CSHARP}
