"""What a file takes from other files, and what it offers them."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ripplegraph.graph.expressions import ModuleMember
from ripplegraph.graph.facts import USED, Export, Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.tagged.context import MODULE, Match, TaggedFile
from ripplegraph.parsers.tagged.expressions import read_expression
from ripplegraph.parsers.tagged.types import own_type


def read_imports(file: TaggedFile) -> None:
    """Read every import, by what it binds: a module, members of one, all of them, or nothing."""
    for match in file.of("import"):
        spec = _read_spec(file, match)
        if "relative" in match.words:
            spec = f"./{spec}"
        form = match.words[1] if len(match.words) > 1 else "module"
        if spec or form == "member":
            _read_import(file, match, form, spec)


def _read_spec(file: TaggedFile, match: Match) -> str:
    node = match.part("path")
    if node is None:
        return ""
    if file.tags.locate is not None:
        return file.tags.locate(file.text(node))
    return _name_whole(file, node).strip("\"'`<>")


def _read_import(file: TaggedFile, match: Match, form: str, spec: str) -> None:
    scope = file.scope_at(match.start)
    at = match.start
    alias = match.part("alias")
    if form == "all" and alias is not None:
        form = "module"
    names = _bind_import(file, match, form, spec)
    if "quoted" in match.words:
        _pass_on(file, scope, at)
    for node in (*match.parts.get("path", ()), *match.parts.get("name", ()), alias):
        if node is not None:
            file.skip.add(node.start_byte)
    line_at = file.source.line_at
    line = line_at(at)
    if form == "file":
        file.imported[match.node.id] = spec
    kind = "side-effect" if form in ("file", "relative") else ""
    end = line_at(max(match.end - 1, at))
    if form == "member" and not spec:
        return
    file.builder.imports.append(Import(spec, tuple(names), MODULE, line, kind, end))


def _bind_import(file: TaggedFile, match: Match, form: str, spec: str) -> list[str]:
    """Bind what an import brings; returns the names that it takes of the module."""
    scope, at, alias = file.scope_at(match.start), match.start, match.part("alias")
    if form == "module":
        name = spec.rpartition(".")[2] if alias is None else file.name(alias)
        file.bind(scope, name, "i", at, spec=spec)
    elif form == "value" and alias is not None:
        file.bind(scope, file.name(alias), "=", at, value=ModuleMember(spec, ""))
    elif form == "all":
        used = USED if "used" in match.words else ""
        for full in _find_specs(file, scope.index, spec):
            file.bind(scope, "*", "f", at, spec=full, member=used)
        return ["*"]
    elif form == "member":
        return _bind_members(file, match, spec)
    return []


def _pass_on(file: TaggedFile, scope: ScopeDraft, at: int) -> None:
    """Let the class around a place offer what was bound there to those that use it."""
    around = scope
    while around.index != MODULE and around.kind != "class":
        around = file.builder.scopes[around.parent]
    for item in [binding for binding in scope.bindings if binding.position == at]:
        if around is not scope and item.kind == "f":
            name, start = f"{USED}{item.name}", around.start
            file.bind(around, name, "f", start, spec=item.spec, member=item.member)


def _find_specs(file: TaggedFile, scope: int, spec: str) -> Iterator[str]:
    """Yield what a namespace may be called in full that is named inside others."""
    yield spec
    around = file.prefixes.get(scope, "") if file.tags.inner_imports else ""
    while around:
        yield f"{around}.{spec}"
        around = around.rpartition(".")[0]


def _bind_members(file: TaggedFile, match: Match, spec: str) -> list[str]:
    """Bind members of a module, the last part of whose name may stand with the others."""
    scope = file.scope_at(match.start)
    found: list[str] = []
    for node in match.parts.get("name", ()):
        member = (_name_whole(file, node) if not spec else file.name(node)).strip(".")
        alias = match.part("alias")
        name = member.rpartition(".")[2] if alias is None else file.name(alias)
        prefix, _, last = member.rpartition(".")
        whole = f"{spec}.{prefix}".strip(".") if prefix else spec
        file.bind(scope, name, "f", match.start, spec=whole, member=last)
        if whole == spec:
            found.append(last)
        else:
            line = file.source.line_at(match.start)
            file.builder.imports.append(Import(whole, (last,), MODULE, line, "", line))
    return found


def _name_whole(file: TaggedFile, node: Node) -> str:
    """Return the name that a node writes, in whole.

    A word for the module around it is the name of that, and it may begin with a name that is bound.
    """
    if not file.tags.aliases:
        return file.name(node)
    name = file.name(node).strip(".")
    head, dot, rest = name.partition(".")
    if head == file.tags.receiver:
        return f"{own_type(file, node)}{dot}{rest}"
    scope = file.scope_at(node.start_byte)
    while True:
        for binding in reversed(scope.bindings):
            if binding.name == head and binding.kind == "f":
                return f"{binding.spec}.{binding.member}".strip(".") + dot + rest
        if scope.index == MODULE:
            return name
        scope = file.builder.scopes[scope.parent]


def read_exports(file: TaggedFile) -> None:
    """Read what a file offers."""
    line_at = file.source.line_at
    for match in file.of("export"):
        line = line_at(match.start)
        path = match.part("path")
        if path is not None:
            spec = _read_spec(file, match)
            names = [file.name(node) for node in match.parts.get("name", ())] or ["*"]
            file.builder.imports.append(Import(spec, tuple(names), MODULE, line, "export", line))
            for name in names:
                file.builder.exports.append(
                    Export(name, spec=spec, position=match.start, line=line)
                )
            continue
        value = read_expression(file, match.part("value"))
        if value is not None:
            file.builder.exports.append(Export("=", value=value, position=match.start, line=line))
    if file.tags.exports:
        _export_all(file)


def _export_all(file: TaggedFile) -> None:
    for binding in file.builder.scopes[MODULE].bindings:
        if binding.index >= 0:
            line = file.builder.definitions[binding.index].fields["line"]
            file.builder.exports.append(
                Export(binding.name, binding.name, position=binding.position, line=line)
            )
