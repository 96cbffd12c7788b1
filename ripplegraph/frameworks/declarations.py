"""The form in which a framework is declared: shapes in code, and what each of them means.

A declaration is data. Where a text or a piece of code comes from is written in a few words, with
`|` between several that are tried in turn:

    0, 1, ...    an argument by its place; `*` is each argument
    name=        the argument with that name
    ~0, ~name=   the name of the code that is passed there
    .            the definition that has the shape: its name, or itself
    dashed       its name with dashes for underscores
    qualified    the name of the definition behind the dotted name of its module
    receiver     what the call is a method of: `order_paid` in `order_paid.send()`
    stem         the name of the file without its ending
    [key]        the values under a key in what is assigned, at any depth, or in the body of a
                 class; `[]` are all items
    file         the file that has the shape
    key, value   of an item that is set: `filters["shout"] = shout`
"""

from __future__ import annotations

from typing import Literal

import msgspec

Place = Literal["decorator", "call", "class", "function", "assigned", "item", "object", "file"]
"""Where a shape is: a decorator, a call, a class by its bases, a function or class by its own name
and file, a variable or an attribute that is set, an item that is set, an object by one of its keys,
or a whole file by its path."""


class _Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a declaration."""


class Shape(_Declared, frozen=True):
    """A place in code that means something to a framework."""

    at: Place
    names: tuple[str, ...]
    """The last name of the decorator, of what is called, of a base, of what has the item, or of the
    definition; for a definition it may end or begin with `*`."""
    of: tuple[str, ...] = ()
    """The packages that what is named comes from; empty: it does not matter."""
    files: tuple[str, ...] = ()
    """Patterns of the paths in which it counts; empty: all."""
    needs: tuple[str, ...] = ()
    """Arguments that must be passed, and not be false."""
    inside: tuple[str, ...] = ()
    """For a function: names of bases that the class around it has."""


class EntryPoint(_Declared, frozen=True):
    """Something that a framework runs, without a call in sight."""

    shape: Shape
    words: str
    """What it is, in words, or nothing for what is run by what declares it. `{name}` is the text
    that `name` finds, `{owner}` the class of a member, `{where}` the class or folder it is in."""
    name: str = "."
    target: str = "."
    """What is run."""
    uses: str = ""
    """What the definition depends on by its shape: the sender of a signal."""
    members: tuple[str, ...] = ()
    """For a class: its methods that are run, too; `*` at an end stands for anything."""


class Binding(_Declared, frozen=True):
    """Something that is bound to a name, for others to ask for by that name."""

    shape: Shape
    registry: str
    """What kind of names these are: others ask in the same registry."""
    name: str
    target: str = "."
    uses: str = ""
    """What the definition depends on by its shape: the class that makes a task."""
    words: str = ""
    """Where what is bound is an entry point, too: what it is, with `{name}` for the name."""
    same: bool = False
    """Whether the name is one of code, and both must mean the same by it."""
    below: tuple[str, ...] = ()
    """Names of files whose bindings are there for their folder and those below; what is bound in
    other files is there where nothing nearer is, and the deepest folder goes first."""
    spell: str = ""
    """How the name is spelt, with `{name}` or, in small letters, `{lower}` for what was found."""
    within: str = ""
    """What has to stand before the name and a dot or colon, for those who write it so: `group` is
    the first text that made what the decorator is a method of (a blueprint), `folder` the folder of
    the file, or of that of its models; any other word is a variable of the file with a text."""


class Lookup(_Declared, frozen=True):
    """Something that is asked for by a name."""

    shape: Shape
    registry: str
    name: str
    spell: str = ""
    """How the name is spelt, see `Binding.spell`."""
    words: str = "names {name}"
    kind: Literal["calls", "references", "depends_logically", "tests"] = "depends_logically"
    about: str = ""
    """Classes of which members may be meant, in the registry `own member`."""
    same: bool = False


class Template(_Declared, frozen=True):
    """What a text in a template means: what a group of a pattern names."""

    pattern: str
    """A regular expression with a group `name`."""
    registry: str
    """Where that name is looked up; `template` means another file."""
    words: str = "names {name}"


class Templates(_Declared, frozen=True):
    """Files in a language of templates: which they are, and what they say."""

    endings: tuple[str, ...]
    folders: tuple[str, ...] = ("templates",)
    """Files with a plain ending are templates below a folder of this name; empty: anywhere."""
    reads: tuple[Template, ...] = ()
    separator: str = ""
    """What stands in names between folders, besides a slash."""
    partial: str = ""
    """What the name of a file may begin with that is left out in the name of the template."""
    marks: tuple[str, ...] = ()
    """What one of must be in a file for it to be looked at; empty: nothing."""


class Models(_Declared, frozen=True):
    """Classes that stand for tables: what queries give, and how objects lead to others."""

    bases: tuple[str, ...] = ()
    """The last names of the bases that such classes have."""
    managers: tuple[str, ...] = ()
    """Attributes of the class that give its objects."""
    manager_bases: tuple[str, ...] = ()
    """The last names of the bases of classes that managers are made of."""
    to_one: tuple[str, ...] = ()
    """Functions that make an attribute which is an object of another such class."""
    to_many: tuple[str, ...] = ()
    """The same for many objects."""
    reverse: tuple[str, ...] = ()
    """Their arguments that name the attribute of the other class which leads back."""
    names_reverse: bool = False
    """Whether that attribute has a name of its own where none is given: `order_set`."""
    unique: tuple[str, ...] = ()
    """Those of `to_one` that lead back to one object only."""
    functions: tuple[tuple[str, str], ...] = ()
    """Functions by their full names: they give what is "queried" by the classes that they are
    passed, or "queried one"; the "rows" of a query that they are passed, or a "row" of it; what is
    "provided" by a function that they are passed."""
    methods: tuple[tuple[str, str], ...] = ()
    """Methods of objects from outside, in the same way."""
    same: tuple[str, ...] = ()
    """Methods of queries that give a query for the same objects."""
    element: tuple[str, ...] = ()
    """Methods of queries that give one object."""


class Fields(_Declared, frozen=True):
    """A call of a query whose named arguments are fields: `filter(category__title="x")`."""

    shape: Shape
    separator: str = ""
    """What stands between the names of fields that lead on."""
    places: bool = False
    """Whether texts that it is passed by place are fields, too."""
    words: str = "uses the field {name}"


class Passage(_Declared, frozen=True):
    """What a text in a file of code or a template means, where facts do not hold texts."""

    pattern: str
    """A regular expression; its groups fill `name`. A group `list` holds several names."""
    registry: str
    """Where the name is bound or looked up. `template` means a file, `request` a request."""
    name: str = "{name}"
    """The name, made of groups, of `{own}`, the class around it, and of `{folder}` and `{stem}` of
    the path. Each may be inflected: `{name.singular.camel}`."""
    binds: bool = False
    """Whether it binds the name, and does not look it up."""
    each: str = ""
    """In a group `list`: a pattern of the single names, with a group `name`."""
    unless: str = ""
    """A regular expression, with `<name>` for the name: one that the text of the file has says that
    the name means something else, such as a parameter of a block."""
    of: Literal["around", "next"] = "around"
    """What is bound or looks up: what is around the text, or what it stands before."""
    files: tuple[str, ...] = ()
    """Patterns of the paths in which it counts; empty: those of the framework."""
    words: str = ""
    """The evidence; for what is bound: which entry point it is, if any."""
    to: str = ""
    """What is bound, where that is what a name in another registry means: `registry name`."""
    member: str = ""
    """A member of the class that is found, which is meant in its place: `registry name`. It is
    looked up as `Class.name`."""
    kind: Literal["calls", "references", "depends_logically", "tests"] = "depends_logically"
    sure: float = 0.8
    has: str = ""
    """A regular expression that the text of the file must have; its groups can be in the name."""


class Convention(_Declared, frozen=True):
    """What definitions and files mean by where they lie and what they are called."""

    pattern: str
    """A regular expression that the whole id matches: `app/models/order.rb::Order.pay`."""
    registry: str = ""
    name: str = "{name}"
    asks: bool = False
    """Whether it looks the name up, and does not bind it."""
    kinds: tuple[str, ...] = ("function", "class", "interface", "variable")
    words: str = ""
    has: str = ""
    """A regular expression that the text of the file must have; its groups can be in the name."""


class AutoImports(_Declared, frozen=True):
    """Names that every file of a project may use without importing them."""

    config: str
    """The name, without its ending, of the file in the folder of each such project."""
    packages: tuple[str, ...] = ()
    """The packages one of which that file imports; empty: it does not matter."""
    exports: tuple[str, ...] = ()
    """Folders whose files offer what they export; a default export by the name of its file."""
    components: tuple[str, ...] = ()
    """Folders whose files are components by their names."""
    has_paths: bool = False
    """Whether the folders of a component are the beginning of its name."""
    apart: tuple[str, ...] = ()
    """Folders of a project that share names only among themselves."""
    prefixes: tuple[str, ...] = ()
    """What may stand before the name of a component."""
    outside: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Packages with names of theirs that need no import, either."""


class FileRoutes(_Declared, frozen=True):
    """Files that answer requests, or are pages, at the address that their path says."""

    folders: tuple[str, ...]
    """The folders below which paths are addresses."""
    endings: tuple[str, ...]
    prefix: str = ""
    """What every address begins with."""
    leaves: tuple[str, ...] = ()
    """The names of the only files that count, which stand for their folders; empty: all files
    count, and `index` stands for its folder."""
    methods: tuple[str, ...] = ()
    """The names of exports, each of which answers a method; empty: the file does it by its default
    export, and the method may stand before its ending (`users.get.ts`)."""
    exports: tuple[tuple[str, str], ...] = ()
    """Other exports that answer requests, each with its method."""
    pages: bool = False
    """Whether they are pages, which links lead to, and not what answers requests."""
    without: tuple[str, ...] = ()
    """What the first part of a path must not be; it may end with `*`."""
    dots: bool = False
    """Whether dots in names are slashes of the address."""


class Framework(_Declared, frozen=True):
    """A framework: what shows that it is in use, and what it makes of code."""

    name: str
    """The name under which it can be switched off."""
    title: str
    """The name in answers."""
    languages: tuple[str, ...]
    packages: tuple[str, ...] = ()
    """The packages that it comes in, as code imports them."""
    entries: tuple[EntryPoint, ...] = ()
    bindings: tuple[Binding, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    fields: tuple[Fields, ...] = ()
    templates: tuple[Templates, ...] = ()
    models: tuple[Models, ...] = ()
    passages: tuple[Passage, ...] = ()
    conventions: tuple[Convention, ...] = ()
    readers: tuple[str, ...] = ()
    """Modules with a function `read`, for what is a language of its own: `rails.routes`."""
    files: tuple[str, ...] = ()
    """Patterns of the paths in which passages, conventions and readers count; empty: all."""
    marks: tuple[str, ...] = ()
    """Texts one of which a file must have for them to count; empty: none."""
    auto_imports: tuple[AutoImports, ...] = ()
    file_routes: tuple[FileRoutes, ...] = ()
    configs: tuple[str, ...] = ()
    """The names, without endings, of files in whose folders paths of files are addresses."""


Rule = EntryPoint | Binding | Lookup | Fields
