"""The types of C# that overload resolution knows."""

from __future__ import annotations

from typing import Final

from ripplegraph.parsers.families.typed.type_names import TypeNames, by_member

_LISTS: Final = ("IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable")
_MAPS: Final = ("IDictionary", "ICollection", "IReadOnlyDictionary", "IEnumerable")
_VALUES: Final = "DateTime DateTimeOffset TimeSpan Guid BigInteger CancellationToken IntPtr UIntPtr"
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
    sum="int",
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
    results=by_member(
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
    of_arrays=frozenset({*_LISTS, "Array", "ICloneable"}),
    of_values=frozenset(
        {"ValueType", "Enum", "IComparable", "IConvertible", "IEquatable", "IFormattable"}
    ),
)
OWN_RESULTS: Final = frozenset(
    {
        *("MaxValue", "MinValue", "Empty", "Zero", "One", "Now", "UtcNow", "Today", "Parse"),
        *("ParseExact", "NewGuid", "None", "FromTicks", "FromMilliseconds", "FromSeconds"),
        *("FromMinutes", "FromHours", "FromDays"),
    }
)
"""Names of what types give that is of the type itself: `DateTime.Now`, `int.Parse`."""
INNER: Final = frozenset({"Value", "GetValueOrDefault"})
"""Names of what gives the value of something that may be missing."""
FUNCTIONS: Final = frozenset({"Func", "Action", "Predicate", "Converter", "Comparison"})
"""Types of functions that are given what the function takes, and for some what it gives."""
PROCEDURES: Final = frozenset({"Action", "Predicate", "Comparison"})
"""Those of them that are not given what the function gives."""
VOIDS: Final = frozenset({"Action"})
"""Those of them whose function gives nothing."""
