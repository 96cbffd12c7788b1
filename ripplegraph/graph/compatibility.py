"""Compatibility of signatures: whether callers of a definition can go on using it.

Each difference is a finding: harmless (True), breaking (False) or one that nobody can judge from
a signature (None), such as another type. The worst one decides. A type that was only added or
taken away is harmless, and so is a parameter that accepts more types or a result that can be
fewer; what any other type means for a caller is not known here. A new default is harmless: each
call is still one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.model import NodeKind
from ripplegraph.graph.parameter_changes import Finding, compare_parameters
from ripplegraph.graph.signatures import (
    Parameter,
    Signature,
    parse_signature,
    split_list,
    split_union,
)

CONTRACT_FLAGS: Final = ("async", "generator", "property", "static", "class_method")
"""Flags that are part of how something is used; another one breaks those who use it."""

_NAMED_ARGUMENTS: Final = frozenset(
    {"python", "notebook", "csharp", "kotlin", "php", "ruby", "scala", "swift"}
)
"""Languages in which a call can name a parameter, so that its name is part of the signature."""
_FIELD_DECORATORS: Final = frozenset({"dataclass", "define", "frozen", "mutable", "attrs"})
_FIELD_BASES: Final = frozenset({"NamedTuple", "BaseModel", "Struct", "SQLModel"})
_HERITAGE: Final = re.compile(r"\b(extends|implements)\b")
_decode = msgspec.json.Decoder(dict[str, object]).decode


class Verdict(NamedTuple):
    """Whether a change is compatible (None: unknown), and the findings in words."""

    compatible: bool | None
    detail: str


class Used(NamedTuple):
    """A definition with those of its members that are part of how it is used."""

    state: NodeState
    constructor: NodeState | None = None
    fields: tuple[NodeState, ...] = ()
    """Of a class whose fields are the parameters of its constructor, in their order."""


def read_metadata(state: NodeState) -> Mapping[str, object]:
    return _decode(state.metadata) if state.metadata else {}


def read_flags(state: NodeState) -> frozenset[str]:
    """Return the words in `flags` that are part of how a definition is used."""
    flags = read_metadata(state).get("flags", ())
    return frozenset(CONTRACT_FLAGS).intersection(flags if isinstance(flags, list) else ())


def get_body_print(state: NodeState) -> str | None:
    """Return what tells whether the inside of a node changed; None where nothing does."""
    if state.body_fingerprint:
        return state.body_fingerprint
    if state.kind is NodeKind.FILE:
        return state.content_hash
    literal = read_metadata(state).get("literal") if state.kind is NodeKind.VARIABLE else None
    if literal is None:
        return None
    return blake2b(str(literal).encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def takes_fields(state: NodeState) -> bool:
    """Tell whether the fields of a class are what its constructor takes."""
    decorators = read_metadata(state).get("decorators", ())
    names = (
        {str(name).rpartition(".")[2] for name in decorators}
        if isinstance(decorators, list)
        else set()
    )
    bases = {base.rpartition(".")[2] for base in _read_bases(state.signature or "")}
    return bool(names & _FIELD_DECORATORS or bases & _FIELD_BASES)


def is_declared(field: NodeState) -> bool:
    """Tell whether a field is declared, and not only set by methods."""
    flags = read_metadata(field).get("flags", ())
    return not isinstance(flags, list) or "assigned" not in flags


def judge(before: Used, after: Used) -> Verdict:
    """Compare how a definition is used before and after; nothing found means unknown."""
    findings = list(_find_differences(before, after))
    if not findings:
        return Verdict(None, "declared differently")
    worst = {finding.compatible for finding in findings}
    compatible = False if False in worst else None if None in worst else True
    order = {False: 0, None: 1, True: 2}
    findings.sort(key=lambda finding: order[finding.compatible])
    return Verdict(compatible, "; ".join(dict.fromkeys(finding.text for finding in findings)))


def _find_differences(before: Used, after: Used) -> Iterator[Finding]:
    old, new = before.state, after.state
    if old.kind is not new.kind:
        yield Finding(False, f"was a {old.kind}, is now a {new.kind}")
        return
    yield from _compare_flags(old, new)
    if new.kind is NodeKind.FUNCTION:
        yield from _compare_functions(old, new)
    elif new.kind in (NodeKind.CLASS, NodeKind.INTERFACE):
        yield from _compare_classes(before, after)
    elif old.signature != new.signature:
        yield Finding(None, f"type changed from `{old.signature}` to `{new.signature}`")
    if _read_decorators(old) != _read_decorators(new) and read_flags(old) == read_flags(new):
        yield Finding(None, "decorators changed")


def _compare_flags(old: NodeState, new: NodeState) -> Iterator[Finding]:
    lost, gained = read_flags(old) - read_flags(new), read_flags(new) - read_flags(old)
    words = {flag: flag.replace("_", " ") for flag in CONTRACT_FLAGS}
    yield from (Finding(False, f"is now {words[flag]}") for flag in sorted(gained))
    yield from (Finding(False, f"is no longer {words[flag]}") for flag in sorted(lost))
    if _is_exported(old) and not _is_exported(new):
        # A list of exports elsewhere in the file may still name it.
        yield Finding(None, "is no longer exported where it is defined")
    elif _is_exported(new) and not _is_exported(old):
        yield Finding(True, "is now exported where it is defined")


def _compare_functions(old: NodeState, new: NodeState) -> Iterator[Finding]:
    first, second = _parse(old), _parse(new)
    yield from compare_parameters(
        _leave_out_receiver(old, first.parameters),
        _leave_out_receiver(new, second.parameters),
        by_name=new.language in _NAMED_ARGUMENTS,
    )
    if first.result != second.result:
        yield _compare_results(first.result, second.result)
    if first.generics != second.generics:
        yield Finding(None, f"type parameters changed to `{second.generics or 'none'}`")


def _compare_results(old: str, new: str) -> Finding:
    text = f"result changed from `{old or 'untyped'}` to `{new or 'untyped'}`"
    fewer = set(split_union(new)) < set(split_union(old))
    return Finding(True if not old or not new or fewer else None, text)


def _compare_classes(before: Used, after: Used) -> Iterator[Finding]:
    old, new = before.state, after.state
    bases = _read_bases(old.signature or ""), _read_bases(new.signature or "")
    for base in bases[0]:
        if base not in bases[1]:
            yield Finding(False, f"base `{base}` removed")
    for base in bases[1]:
        if base not in bases[0]:
            yield Finding(True, f"base `{base}` added")
    if old.signature != new.signature and sorted(bases[0]) == sorted(bases[1]):
        yield Finding(None, f"declared as `{new.signature}`, was `{old.signature}`")
    yield from _compare_constructors(before, after)


def _compare_constructors(before: Used, after: Used) -> Iterator[Finding]:
    old, new = before.constructor, after.constructor
    if old is not None and new is not None:
        if is_used_differently(old, new):
            found = _compare_functions(old, new)
            yield from (Finding(item.compatible, f"constructor: {item.text}") for item in found)
    elif (old is None) != (new is None):
        yield Finding(None, f"constructor {'added' if old is None else 'removed'}")
    elif before.fields or after.fields:
        by_name = after.state.language in _NAMED_ARGUMENTS
        fields = [tuple(map(_to_parameter, used.fields)) for used in (before, after)]
        found = compare_parameters(*fields, by_name=by_name)
        yield from (
            Finding(item.compatible, item.text.replace("parameter", "field")) for item in found
        )


def is_used_differently(old: NodeState, new: NodeState) -> bool:
    """Tell whether the signature, or a flag that is part of it, is another."""
    if old.kind is not new.kind or old.signature_fingerprint != new.signature_fingerprint:
        return True
    return old.metadata != new.metadata and (
        read_flags(old) != read_flags(new) or _is_exported(old) != _is_exported(new)
    )


def _parse(state: NodeState) -> Signature:
    """Take the signature apart; one that cannot be gives its parameters without any details."""
    params = read_metadata(state).get("params", ())
    pairs = [(str(item[0]), str(item[1])) for item in params] if isinstance(params, list) else []
    parsed = parse_signature(state.signature or "", pairs)
    if parsed is not None:
        return parsed
    known = {"*": True, "**": True}
    return Signature(tuple(Parameter(name, kind, known.get(kind)) for name, kind in pairs), "")


def _leave_out_receiver(state: NodeState, found: Sequence[Parameter]) -> Sequence[Parameter]:
    is_method = "." in state.id.partition("::")[2]
    return found[1:] if is_method and found and found[0].name in ("self", "cls", "mcs") else found


def _to_parameter(state: NodeState) -> Parameter:
    return Parameter(state.name, "", True if "literal" in read_metadata(state) else None)


def _read_bases(signature: str) -> list[str]:
    """Return the bases that a class signature of Python or TypeScript names, without arguments."""
    if _HERITAGE.search(signature):
        _, *parts = _HERITAGE.split(signature)
        listed = [base for part in parts[1::2] for base in split_list(part)]
    else:
        inside = signature.partition("(")[2].removesuffix(")")
        listed = [base for base in split_list(inside) if "=" not in base]
    return [re.split(r"[\[<(]", base, maxsplit=1)[0].strip() for base in listed]


def _read_decorators(state: NodeState) -> object:
    return read_metadata(state).get("decorators", [])


def _is_exported(state: NodeState) -> bool:
    flags = read_metadata(state).get("flags", ())
    return isinstance(flags, list) and "exported" in flags
