"""The scopes and definitions of a file, opened in one pass over what can hold others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from tree_sitter import Node

from ripplegraph.graph import facts
from ripplegraph.graph.expressions import Builtin
from ripplegraph.graph.facts import BindingKind, ScopeKind
from ripplegraph.parsers.facts_builder import DefinitionDraft, Regions, ScopeDraft
from ripplegraph.parsers.tagged.arities import name_taken
from ripplegraph.parsers.tagged.context import MODULE, Match, Opened, TaggedFile
from ripplegraph.parsers.tagged.types import read_type, read_written

FLAGS: Final = {
    "abstract": facts.ABSTRACT,
    "async": facts.ASYNC,
    "class": facts.STATIC | facts.CLASS_METHOD,
    "constant": facts.CONSTANT,
    "declaration": facts.DECLARATION,
    "exported": facts.EXPORTED,
    "extension": facts.EXTENSION,
    "generator": facts.GENERATOR,
    "property": facts.PROPERTY,
    "static": facts.STATIC,
    "test": facts.TEST,
}
"""What may follow the kind of a definition: `@definition.function.static`."""
_KINDS: Final = {"method": "function", "type": "class", "constant": "variable", "field": "variable"}
CONSTRUCTOR: Final = "constructor"
"""What a constructor is bound to that has the name of its class."""
_TYPES: Final = frozenset({"class", "interface", "module"})
_NO_WORD: Final = re.compile(r"\W+")
_IN: Final = "in-"
"""Before the first part of a name that is not written where it is defined."""
_ORDER: Final = {"package": 0, "namespace": 1, "definition": 2, "scope": 3}


def open_structure(file: TaggedFile) -> None:
    """Open everything that opens a scope or has a name, outermost first."""
    owners = {file.name(node) for m in file.of("definition") for node in m.parts.get("owner", ())}
    entries = [match for role in _ORDER for match in file.of(role)]
    entries = [match for match in entries if _is_structure(file, match, owners)]
    entries.sort(key=lambda match: (match.start, -_end(file, match), _ORDER[match.words[0]]))
    stack = [file.builder.scopes[MODULE]]
    for match in entries:
        while len(stack) > 1 and stack[-1].end <= match.start:
            stack.pop()
        while _is_rest(match) and len(stack) > 1 and stack[-1].end >= len(file.source.data):
            _cut(file, stack.pop(), match.start)
        opened = _open(file, match, stack[-1])
        if opened is not None:
            stack.append(opened)
    if file.tags.class_members:
        _bind_plainly(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _is_structure(file: TaggedFile, match: Match, owners: set[str]) -> bool:
    """Whether a match opens or names something; what may own functions does if some name it."""
    if "owner" not in match.words:
        return True
    node = match.part("name")
    is_owner = "table" in match.words or (node is not None and file.name(node) in owners)
    return is_owner and match.node.id not in {item.node.id for item in file.of("import")}


def _bind_plainly(file: TaggedFile) -> None:
    """Bind functions of classes also by their plain names, but for those that objects have."""
    for scope in file.builder.scopes:
        bound = {binding.name for binding in scope.bindings}
        for binding in [b for b in scope.bindings if b.name.endswith(facts.OF_CLASS)]:
            name = binding.name.removesuffix(facts.OF_CLASS)
            if name not in bound:
                file.bind(scope, name, "d", binding.position, index=binding.index)


def _is_rest(match: Match) -> bool:
    """Whether what begins at a place holds the rest of the file."""
    return match.words[0] == "package" or "rest" in match.words


def _cut(file: TaggedFile, scope: ScopeDraft, end: int) -> None:
    """Close what held the rest of the file: something else does from here on."""
    scope.end = end
    for item in file.opened:
        if item.draft.index == scope.definition:
            item.end, item.body = end, min(item.body, end)
            item.draft.fields["end_line"] = file.source.line_at(max(item.start, end - 1))


def _end(file: TaggedFile, match: Match) -> int:
    if _is_rest(match):
        return len(file.source.data)
    body = match.part("body")
    return match.end if body is None else max(match.end, body.end_byte)


def _open(file: TaggedFile, match: Match, scope: ScopeDraft) -> ScopeDraft | None:
    role = match.words[0]
    if role == "definition":
        return _define(file, match, scope)
    if role == "scope":
        return file.builder.open_scope("block", scope.index, -1, (match.start, match.end))
    return _open_namespace(file, match, scope)


def _open_namespace(file: TaggedFile, match: Match, scope: ScopeDraft) -> ScopeDraft:
    """Open the rest of the file, or a block, whose names begin with those of a namespace."""
    node = match.part("name")
    span = (match.start, _end(file, match))
    inner = file.builder.open_scope("block", scope.index, -1, span)
    outer = file.prefixes.get(scope.index, "")
    name = "" if node is None else file.name(node).strip(".")
    prefix = file.prefixes[inner.index] = f"{outer}.{name}" if outer and name else outer or name
    if node is not None:
        file.skip.add(node.start_byte)
    while prefix:
        # What the namespaces around it have is seen, too; the innermost is asked first.
        inner.bindings.insert(0, _star(file, inner, prefix))
        prefix = prefix.rpartition(".")[0] if file.tags.enclosing else ""
        if prefix == outer:
            break
    return inner


def _star(file: TaggedFile, scope: ScopeDraft, spec: str) -> facts.Binding:
    return facts.Binding("*", "f", scope.start, file.end, -1, spec)


def _define(file: TaggedFile, match: Match, scope: ScopeDraft) -> ScopeDraft | None:
    node = match.part("name")
    name = "" if node is None else _read_name(file, match, node)
    if node is None or not name:
        return None
    file.skip.add(node.start_byte)
    scope = _find_owner(file, match, scope)
    kind = _KINDS.get(match.words[1], match.words[1])
    names = name_taken(file, match, name) if kind == "function" else (name,)
    if file.tags.class_members and "class" in match.words and scope.kind == "class":
        names = (f"{name}{facts.OF_CLASS}",)
    if file.tags.clauses and kind == "function":
        known = _find_clause(file, name, names[0], scope)
        if known is not None:
            _bind_more(file, known.draft, names)
            return _open_clause(file, match, known, scope)
    draft = file.builder.define(
        name, kind, scope.index, **_read_fields(file, match, kind, name, scope)
    )
    body, end = match.part("body"), _end(file, match)
    start = match.end if body is None else max(match.start, body.start_byte)
    file.opened.append(Opened(draft, match.start, start, end))
    is_lost = match.words[1] == "method" and scope.kind != "class"
    if "setter" not in match.words and not is_lost:
        bind_definition(file, draft, scope, _read_binding(file, match, names[0]))
        _bind_more(file, draft, names[1:])
    if draft.fields["flags"] & facts.EXTENSION:
        _offer_extension(file, draft, scope)
    if kind == "variable":
        return None
    form: ScopeKind = "class" if kind in _TYPES else "function"
    inner = file.builder.open_scope(form, scope.index, draft.index, (match.start, end))
    draft.fields["body"] = inner.index
    outer = file.prefixes.get(scope.index)
    if outer is not None and form == "class":
        file.prefixes[inner.index] = f"{outer}.{name}" if outer else name
    return inner


def _read_binding(file: TaggedFile, match: Match, name: str) -> str:
    """Return what a definition is bound to: its name, but for what is not called by it alone."""
    through = match.part("through")
    if through is not None:
        return f"{file.name(through)}{facts.THROUGH}{name}".replace(".", "_")
    return CONSTRUCTOR if "constructor" in match.words else name


def _offer_extension(file: TaggedFile, draft: DefinitionDraft, scope: ScopeDraft) -> None:
    """Offer a function of a class to all who see its namespace, as a member of other types."""
    around = file.prefixes.get(scope.parent)
    if around is not None:
        prefix = f"{around}." if around else ""
        full = f"{prefix}{facts.ADDED}{draft.fields['name']}"
        module = file.builder.scopes[MODULE]
        file.bind(module, full, "d", module.start, index=draft.index)


def _read_name(file: TaggedFile, match: Match, node: Node) -> str:
    """Return the name of a definition; it may be put together from several parts."""
    if "parts" in match.words:
        return ".".join(file.name(part).strip(".") for part in match.parts["name"])
    if not file.tags.joined:
        name = file.name(node).strip(".")
        return _NO_WORD.sub("_", name) if "sentence" in match.words else name
    before = [word.removeprefix(_IN) for word in match.words if word.startswith(_IN)]
    return ".".join([*before, *(file.name(part) for part in match.parts["name"])])


def _find_owner(file: TaggedFile, match: Match, scope: ScopeDraft) -> ScopeDraft:
    """Return the scope of the class that a definition beside it names as its owner."""
    node = match.part("owner")
    name = None if node is None else file.name(node)
    if file.tags.functions_in_blocks and match.words[1] == "function":
        # Code of a class may define functions in a loop or a condition.
        around = scope
        while around.kind == "block":
            around = file.builder.scopes[around.parent]
        scope = around if around.kind == "class" else scope
    for item in reversed(file.opened) if name is not None else ():
        fields = item.draft.fields
        if fields["name"] == name and file.builder.scopes[max(fields["body"], 0)].kind == "class":
            return file.builder.scopes[int(fields["body"])]
    return scope


def _find_clause(file: TaggedFile, name: str, bound: str, scope: ScopeDraft) -> Opened | None:
    """Return the function of which a definition is another part, if there is one."""
    if file.tags.arity:
        index = next((b.index for b in scope.bindings if b.name == bound and b.kind == "d"), -1)
        return next((item for item in file.opened if item.draft.index == index), None)
    last = file.opened[-1] if file.opened else None
    if last is None or last.draft.fields["scope"] != scope.index:
        return None
    is_same = last.draft.fields["kind"] == "function" and last.draft.fields["name"] == name
    return last if is_same else None


def _bind_more(file: TaggedFile, draft: DefinitionDraft, names: Sequence[str]) -> None:
    """Bind more names of a function that has several, but for those that others have."""
    for name in names:
        scope, _ = file.places[draft.index]
        if all(binding.name != name for binding in scope.bindings):
            bind_definition(file, draft, scope, name)


def _open_clause(file: TaggedFile, match: Match, known: Opened, scope: ScopeDraft) -> ScopeDraft:
    """Open another part of a function."""
    known.end = max(known.end, match.end)
    known.draft.fields["end_line"] = file.source.line_at(max(match.start, match.end - 1))
    span = (match.start, match.end)
    return file.builder.open_scope("function", scope.index, known.draft.index, span)


def _read_fields(
    file: TaggedFile, match: Match, kind: str, name: str, scope: ScopeDraft
) -> dict[str, Any]:
    flags = 0
    for word in (*match.words[2:], *(part for part in match.parts if part in FLAGS)):
        flags |= FLAGS.get(word, 0)
    line_at = file.source.line_at
    node = match.part("name") or match.node
    fields: dict[str, Any] = {
        "flags": flags,
        "line": line_at(node.start_byte),
        "end_line": line_at(max(match.start, _end(file, match) - 1)),
        "returns": "Self" if "made" in match.words else read_written(file, match, "returns"),
    }
    if "delegate" in match.words and fields["returns"] is None:
        fields["returns"] = Builtin("void")
    for word in ("base", "implements"):
        if word in match.parts:
            types = [read_type(file, part) for part in match.parts[word]]
            fields["bases" if word == "base" else word] = tuple(t for t in types if t is not None)
    if kind == "function":
        _mark_entry(file, name, scope, fields)
    if "field" in match.words:
        fields["results"] = (f"{file.tags.receiver}.{file.tags.fields}{name}",)
    return fields


def _mark_entry(file: TaggedFile, name: str, scope: ScopeDraft, fields: dict[str, Any]) -> None:
    tags = file.tags
    if fields["flags"] & facts.TEST or (tags.tests and compile_name(tags.tests).fullmatch(name)):
        fields["flags"] |= facts.TEST
        fields["entry"] = "test"
    elif tags.main and name == tags.main and scope.owner < 0:
        fields["entry"] = "main"


def bind_definition(file: TaggedFile, draft: DefinitionDraft, scope: ScopeDraft, name: str) -> None:
    """Bind the name of a definition: in its scope, or by its full name for all files."""
    prefix = file.prefixes.get(scope.index)
    if file.tags.qualified and scope.kind != "class" and prefix is not None:
        scope, name = file.builder.scopes[MODULE], f"{prefix}.{name}" if prefix else name
    kind: BindingKind = "x" if draft.fields["kind"] == "variable" else "d"
    name = name.replace(".", file.tags.joined) if file.tags.joined else name
    file.bind(scope, name, kind, scope.start, index=draft.index)
    file.places[draft.index] = scope, len(scope.bindings) - 1


@cache
def compile_name(pattern: str) -> re.Pattern[str]:
    """Return a pattern of names, compiled once in a process."""
    return re.compile(pattern)
