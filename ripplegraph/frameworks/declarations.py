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
    key, value   of an item that is set: `filters["shout"] = shout`
"""

from __future__ import annotations

from typing import Literal

import msgspec

Place = Literal["decorator", "call", "class", "function", "assigned", "item"]
"""Where a shape is: a decorator, a call, a class by its bases, a function or class by its own name
and file, a variable or an attribute that is set, or an item that is set."""


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
    within: str = ""
    """What has to stand before the name and a dot, for those who write it so: `group` is the first
    text that made what the decorator is a method of (a blueprint)."""


class Lookup(_Declared, frozen=True):
    """Something that is asked for by a name."""

    shape: Shape
    registry: str
    name: str
    words: str = "names {name}"
    kind: Literal["calls", "references", "depends_logically", "tests"] = "depends_logically"
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
    templates: tuple[Templates, ...] = ()


Rule = EntryPoint | Binding | Lookup
