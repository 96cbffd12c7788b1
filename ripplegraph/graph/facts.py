"""Facts of one file, before anything is known about the files around it.

`FileFacts` is a pure function of (language, bytes). Extraction writes it, the linker reads it, and
both are the same for every language: what differs is how a syntax tree is turned into these values.

Positions are byte offsets into the file; lines count from 1. Indexes point into the tuples of the
same `FileFacts`, and -1 means "none".

Values and types are `Expr`essions: see `ripplegraph/graph/expressions.py`.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ripplegraph.graph.expressions import Expr, Struct

# Definition.flags
ASYNC: Final = 1
GENERATOR: Final = 2
PROPERTY: Final = 4
STATIC: Final = 8
CLASS_METHOD: Final = 16
ABSTRACT: Final = 32
OVERLOAD: Final = 64
EXPORTED: Final = 128
ANONYMOUS: Final = 256
CONTEXT_MANAGER: Final = 512
DECLARATION: Final = 1024
"""Only declared here, its body is elsewhere or nowhere (TypeScript `declare`, overloads)."""
CONSTANT: Final = 2048
INJECTED: Final = 4096
"""Parameters of tests that have its name get what it gives."""
TEST: Final = 8192
ARROW: Final = 16384
"""A function without a `this` of its own: `this` means what it means around it."""

MACRO: Final = 32768
"""Its body takes the place of each call: whoever calls it calls what `yields` calls."""

USED: Final = "use "
"""Before a name that a class binds for those that use it (Elixir's `use`), and "*" for all names of
a module; as the member of a binding of all names: it brings those, too."""

OUTER: Final = "^"
"""As the `spec` of a variable of a class: up to there, its name means what it does outside."""

OF_CLASS: Final = "@"
"""After the name of a function of a class, where its objects may have another one of that name."""

EXTENSION: Final = 65536
"""It may be called like a member of its first parameter."""

ASSIGNED: Final = 131072
"""A field that methods set, and no declaration."""

ADDED: Final = "+"
"""Before a name that is bound to a function which is called like a member."""
THROUGH: Final = ":"
"""Before a member that only those call who see the interface whose name comes first."""

# Call.flags
NEW: Final = 1
DECORATOR: Final = 2
RAISED: Final = 4
"""`raise X`: constructs X where X is a class."""
IMPLICIT: Final = 8
"""Not written as a call: iteration, `with`."""
TAG: Final = 16
"""Written as a tag of markup, and not as a call."""

FOR_TYPES: Final = "type"
"""The kind of an import that is there for types only, and does not run."""
TYPES: Final = "<>"
"""In Call.keywords: how many types are written behind the name that is called."""

# Reference.flags
TYPE_USE: Final = 1
"""Written where only a type can stand, in a language whose types and values have separate names."""


class Param(Struct, frozen=True):
    """One parameter.

    Its `kind` is "" (by position or name), "/" (position only), "k" (name only), "*" or "**".
    """

    name: str
    kind: str = ""
    annotation: Expr = None
    default: Expr = None


class Declaration(Struct, frozen=True):
    """The declaration of a definition: names are bound to it by these facts."""

    name: str
    qualified: str
    kind: str
    scope: int
    """The scope its name is bound in."""
    body: int
    """The scope it opens, or -1."""
    line: int
    end_line: int
    flags: int = 0
    params: tuple[Param, ...] = ()
    returns: Expr = None
    """The annotation of the result, as a type."""
    results: tuple[Expr, ...] = ()
    yields: tuple[Expr, ...] = ()
    bases: tuple[Expr, ...] = ()
    implements: tuple[Expr, ...] = ()
    decorators: tuple[Expr, ...] = ()
    value: Expr = None
    """For a variable: what it is bound to."""
    annotation: Expr = None
    """For a variable: its written type."""
    entry: str = ""
    """Why it is an entry point: "main", "cli", "route /orders", "test", "fixture", or ""."""


class Definition(Declaration, frozen=True):
    """Something with a name of its own: function, class, interface or variable (`kind`)."""

    literal: str | None = None
    signature: str = ""
    doc: str = ""
    signature_print: str = ""
    body_print: str = ""


BindingKind: TypeAlias = Literal["d", "i", "f", "m", "=", ":", "p", "t", "g", "n", "x"]
"""What a name is bound to.

"d" definition `index`; "i" module `spec` (for `import a.b` the name is `a`, spec `a`);
"f" name `member` of module `spec` ("*" binds the whole namespace: `import * as ns`);
"m" namespace `spec`, whose names are bound beside it with its own before them (C++);
"=" the expression `value`; ":" annotated with type `annotation`, `value` if any;
"p" parameter `member` (as a number: `index`) of the function that owns the scope;
"t" the name as it is, but known up to `until` to have type `annotation` (`isinstance`);
"g" declared global; "n" declared nonlocal; "x" bound to something nobody can know.
"""


class Binding(Struct, frozen=True):
    """A name that gets a value in a scope."""

    name: str
    kind: BindingKind
    position: int
    """Where the binding takes effect."""
    until: int
    """End of the innermost conditional block around it: up to here it replaces earlier bindings."""
    index: int = -1
    spec: str = ""
    member: str = ""
    value: Expr = None
    annotation: Expr = None


ScopeKind: TypeAlias = Literal["module", "class", "function", "block"]
"""What opens a scope.

A block is a scope that is no definition of its own (comprehension, JavaScript block); a lambda
or anonymous function has a function scope whose definition is ANONYMOUS.
"""


class Scope(Struct, frozen=True):
    """A region in which names are bound."""

    kind: ScopeKind
    parent: int
    definition: int
    """The definition that opened it (the class, the function), or -1."""
    owner: int
    """The named definition that edges from here are attributed to, or -1 for the file."""
    start: int
    end: int
    bindings: tuple[Binding, ...] = ()
    loops: tuple[tuple[int, int], ...] = ()


class Call(Struct, frozen=True):
    """A call site: `callee` called in `scope`; `keywords` pairs names with values."""

    scope: int
    position: int
    line: int
    callee: Expr
    args: tuple[Expr, ...] = ()
    keywords: tuple[tuple[str, Expr], ...] = ()
    flags: int = 0
    keyword_places: tuple[int, ...] = ()
    """How far behind the call's own place the name of each keyword stands: bytes and lines in turn.
    Empty where it is not known."""


class Reference(Struct, frozen=True):
    """A name or dotted chain that is read, other than as a callee; once per scope and chain."""

    scope: int
    position: int
    line: int
    chain: str
    flags: int = 0
    base: Expr = None
    """What the chain is read from, where that is no name: `make().price`, `getattr(x, "price")`."""


class AttributeSet(Struct, frozen=True):
    """`base.name = value`, or `base[key] = value` when `name` is empty."""

    scope: int
    position: int
    base: Expr
    name: str
    value: Expr
    key: Expr = None
    annotation: Expr = None
    line: int = 0
    index: int = -1
    """The definition of the attribute, where this sets one of the object that the code is of."""


DisplayKind: TypeAlias = Literal["list", "dict", "object"]


class Display(Struct, frozen=True):
    """A literal with its members: a list, tuple, set ("list"), a dict, or an object whose keys are
    read like members."""

    kind: DisplayKind
    scope: int
    position: int
    items: tuple[Expr, ...] = ()
    keys: tuple[Expr, ...] = ()
    """A key per item, but for lists; None is a computed key, `Spread` marks a spread item."""


class Import(Struct, frozen=True):
    """One import of one module: the statement's `spec` as written, and what of it is named."""

    spec: str
    """As the resolver reads it; Python's relative imports keep their dots (`..pkg.mod`)."""
    names: tuple[str, ...]
    """The members named; empty for a whole module; ("*",) for a star import."""
    scope: int
    line: int
    kind: str = ""
    """One of "", "type", "lazy", "conditional", "dynamic", "require", "export", "side-effect"."""
    end_line: int = 0


class Export(Struct, frozen=True):
    """A name the module offers under `name`: local name `local`, or `member` of module `spec`.

    `export *` is name "*" with a spec; `export * as ns` has member "*"; CommonJS's
    `module.exports = e` is name "=" with `value`.
    """

    name: str
    local: str = ""
    spec: str = ""
    member: str = ""
    value: Expr = None
    scope: int = 0
    position: int = 0
    line: int = 0


class Extension(Struct, frozen=True):
    """Members that a file adds to a type, which may be defined in another file."""

    name: str
    """The type as its package knows it; the last part of `type`, where that is written."""
    scope: int
    """The scope, of kind "class", in which the members are bound."""
    type: Expr = None
    """The type as the file writes it, where that decides which type of that name is meant."""
    base: Expr = None
    """What the type implements by these members."""
    line: int = 0


class Mention(Struct, frozen=True):
    """A text in a file that may name something elsewhere, or name something for others.

    What a file mentions: "name" a dotted name, "path" a file, "program" a file or module that is
    run, "module" a dotted name that is imported, "request" `METHOD /path` (`{}` for what is put
    in), "table" a table in a statement, "mapped" one that a class stands for, "schema" a file that
    this one was generated from.
    What a file offers: "table" a table; "route" what may answer requests, "mount" and "router"
    what routes may be put under: a call, read when all calls of a server are put together.
    """

    kind: str
    text: str
    position: int
    line: int
    call: int = -1
    """The call that it is an argument of, where that matters."""


class Diagnostic(Struct, frozen=True):
    """Something about the file a person may want to know."""

    severity: str
    line: int
    message: str


class FileFacts(Struct, frozen=True):
    """Everything one file says. Scope 0 is the module."""

    language: str
    lines: int
    definitions: tuple[Definition, ...] = ()
    scopes: tuple[Scope, ...] = ()
    calls: tuple[Call, ...] = ()
    references: tuple[Reference, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: tuple[Export, ...] = ()
    attributes: tuple[AttributeSet, ...] = ()
    displays: tuple[Display, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    all_names: tuple[str, ...] | None = None
    """The names written in Python's `__all__`; None where there is none, or it cannot be read."""
    doc: str = ""
    surface_print: str = ""
    """Fingerprint of what the file offers: names and signatures."""
    body_print: str = ""
    """Fingerprint of the module-level code outside definitions."""
    entry: str = ""
    """Why running the file is an entry point ("main"), or ""."""
    all_parts: tuple[str, ...] = ()
    """The lists that `__all__` takes over, as chains: `inner.__all__`."""
    package: str = ""
    """The package that the file says it is part of, where files of a package share their names."""
    extensions: tuple[Extension, ...] = ()
    mentions: tuple[Mention, ...] = ()
    """Texts that may name something in another file."""
    offers: tuple[Mention, ...] = ()
    """Texts that name something for other files: tables, routes."""
    condition: str = ""
    """What a build has to be like for the file to be part of it, as the file itself says it."""
    quiet: bytes = b""
    """Where comments and strings are, see `ripplegraph/parsers/quiet_ranges.py`."""
