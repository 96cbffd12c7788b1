"""What the names of a file are bound to: parameters, variables, members, and what is returned."""

from __future__ import annotations

from ripplegraph.graph.expressions import Builtin, CallbackParameter, Element, Expr, InstanceOf
from ripplegraph.graph.facts import AttributeSet, Binding, BindingKind, Param
from ripplegraph.parsers.facts_builder import Regions
from ripplegraph.parsers.tagged.context import MODULE, Match, TaggedFile
from ripplegraph.parsers.tagged.documented import Documented
from ripplegraph.parsers.tagged.expressions import read_expression
from ripplegraph.parsers.tagged.narrowing import read_narrowing
from ripplegraph.parsers.tagged.types import read_type, read_written

_LONGEST_LITERAL = 200
_SOMETHING = Builtin("object")


def read_bindings(file: TaggedFile) -> None:
    """Bind parameters and variables, now that calls have numbers."""
    documented = Documented(file)
    params: dict[int, list[Param]] = {}
    for match in file.of("parameter"):
        _bind_parameter(file, match, params, documented)
    for index, found in params.items():
        file.builder.definitions[index].fields["params"] = tuple(found)
    _read_variables(file, documented)
    branches = _find_branches(file)
    for match in file.of("local"):
        _bind_local(file, match, branches, documented)
    for match in file.of("set"):
        _read_set(file, match, documented)
    _read_results(file, documented)
    read_narrowing(file)


def _bind_parameter(
    file: TaggedFile, match: Match, params: dict[int, list[Param]], documented: Documented
) -> None:
    node = match.part("name")
    if node is None:
        return
    name = file.name(node)
    file.skip.add(node.start_byte)
    scope = file.scope_at(match.start)
    written = documented.prefer(read_written(file, match), scope.start, "param", match.node, name)
    if "type" in match.words:
        file.bind(scope, name, "x", scope.start)
    elif scope.index == _body_of(file, scope.definition):
        if name == file.tags.receiver:
            return
        own = params.setdefault(scope.definition, [])
        kind = "*" if "rest" in match.words else ""
        own.append(Param(name, kind, written, _read_default(file, match)))
        file.bind(scope, name, "p", scope.start, index=len(own) - 1)
    elif written is None and (value := _find_taker(file, match)) is not None:
        file.bind(scope, name, "=", scope.start, value=value)
    else:
        file.bind(scope, name, ":" if written else "x", scope.start, annotation=written)


def _find_taker(file: TaggedFile, match: Match) -> Expr:
    """Return what a parameter of a function without a name is: what a call gives it, which takes
    the function as an argument."""
    node, lists = match.node, match.node.parent
    function = lists.parent if lists is not None and lists.type == "parameter_list" else lists
    form = file.tags.forms.get(function.type, ("",)) if function is not None else ("",)
    argument = function.parent if function is not None and form[0] == "lambda" else None
    passed = argument.parent if argument is not None and argument.type == "argument" else None
    call = passed.parent if passed is not None else None
    index = file.calls.get(call.id) if call is not None else None
    if index is None or argument is None or passed is None or lists is None:
        return None
    if argument.child_by_field_name("name") is not None:
        return None
    own = [n.id for n in lists.named_children if n.type == "parameter"] if lists != function else []
    at = own.index(node.id) if node.id in own else 0
    places = [child.id for child in passed.named_children if not child.is_extra]
    return CallbackParameter(index, places.index(argument.id), at)


def _body_of(file: TaggedFile, index: int) -> int:
    """Return the scope of a function that its parameters belong to: that of its first part."""
    fields = file.builder.definitions[index].fields if index >= 0 else {}
    is_function = fields.get("kind") == "function" or fields.get("returns") is not None
    return int(fields["body"]) if is_function else -1


def _read_default(file: TaggedFile, match: Match) -> Expr:
    """Return what a parameter is where nothing is passed; where that says nothing, that it is."""
    node = match.part("value")
    found = read_expression(file, node)
    return _SOMETHING if found is None and node is not None and file.tags.overloads else found


def _read_variables(file: TaggedFile, documented: Documented) -> None:
    """Give the variables that are definitions their values and types."""
    drafts = {(item.start, item.end, item.draft.fields["name"]): item.draft for item in file.opened}
    for match in file.of("definition"):
        node = match.part("name")
        value, written = match.last("value"), match.part("type")
        if node is None or (value is None and written is None and not file.tags.documented_types):
            continue
        draft = drafts.get((match.start, match.end, file.name(node).strip(".")))
        if draft is None or draft.fields["kind"] != "variable":
            continue
        annotation, expression = documented.written(match, "var"), read_expression(file, value)
        draft.fields["annotation"], draft.fields["value"] = annotation, expression
        if value is not None:
            draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
        _rebind(file, draft.index, annotation, expression)


def _rebind(file: TaggedFile, index: int, annotation: Expr, value: Expr) -> None:
    scope, at = file.places[index]
    old = scope.bindings[at]
    kind: BindingKind = ":" if annotation is not None else "="
    if annotation is not None or value is not None:
        scope.bindings[at] = Binding(
            old.name, kind, old.position, old.until, index, "", "", value, annotation
        )


def _find_branches(file: TaggedFile) -> Regions:
    """Return where the innermost part ends that may not run."""
    spans = [(match.start, match.end, match.end) for match in file.of("branch")]
    return Regions(spans, file.end)


def _bind_local(file: TaggedFile, match: Match, branches: Regions, documented: Documented) -> None:
    node = match.part("name")
    if node is None:
        return
    name = file.name(node)
    if node.start_byte in file.skip:
        return
    file.skip.add(node.start_byte)
    scope = file.scope_at(match.start)
    annotation = documented.written(match, "var", name) or _read_made(file, match)
    value = _read_value(file, match)
    kind: BindingKind = ":" if annotation is not None else "=" if value is not None else "x"
    at = node.start_byte
    until = branches.at(at)
    file.bind(scope, name, kind, at, until=until, value=value, annotation=annotation)


def _read_made(file: TaggedFile, match: Match) -> Expr:
    """Return the type of which a variable gets an object that is made on the spot."""
    node = match.last("value")
    form = file.tags.forms.get(node.type) if node is not None else None
    if node is None or form is None or form[0] != "created" or "element" in match.words:
        return None
    return read_type(file, node.child_by_field_name(form[1]))


def _read_value(file: TaggedFile, match: Match) -> Expr:
    value = read_expression(file, match.last("value"))
    if value is None:
        return None
    if match.words[-1] == "element":
        return Element(value)
    return InstanceOf(value) if match.words[-1] == "made" else value


def _read_set(file: TaggedFile, match: Match, documented: Documented) -> None:
    """Read what a member is given: `this.name = value`."""
    node, base = match.part("name"), read_expression(file, match.part("receiver"))
    if node is None:
        return
    if match.part("receiver") is None:
        base = file.tags.receiver
    if base is None:
        return
    scope = file.scope_regions.at(match.start)
    value = read_expression(file, match.part("value"))
    at = node.start_byte
    written = read_type(file, match.part("type"))
    if value is None:
        # A parameter that is a member, too.
        start = file.builder.scopes[scope].start
        written = documented.prefer(written, start, "param", match.node, f"${file.text(node)}")
    file.builder.attributes.append(
        AttributeSet(
            scope,
            at,
            base,
            file.name(node).rpartition(".")[2],
            value,
            None,
            written,
            file.source.line_at(at),
        )
    )


def _read_results(file: TaggedFile, documented: Documented) -> None:
    for item in file.opened if file.tags.documented_types else ():
        fields = item.draft.fields
        if fields["kind"] == "function":
            node = file.root.descendant_for_byte_range(item.start, item.start) or file.root
            fields["returns"] = documented.prefer(fields["returns"], item.start, "return", node)
    results: dict[int, list[Expr]] = {}
    scopes = file.builder.scopes
    for match in file.of("return"):
        value = read_expression(file, match.part("value") or match.node)
        at = file.scope_regions.at(match.start)
        while at > MODULE and scopes[at].kind != "function":
            at = scopes[at].parent
        if value is not None and at > MODULE:
            results.setdefault(scopes[at].definition, []).append(value)
    for index, found in results.items():
        if index >= 0:
            file.builder.definitions[index].fields["results"] = tuple(found)
