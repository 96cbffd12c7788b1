"""Functions, classes, lambdas and comprehensions of a Python file, and the scopes they open."""

from __future__ import annotations

from operator import itemgetter

from tree_sitter import Node

from ripplegraph.graph.expressions import DefinitionAt, Expr, TextLiteral
from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ASYNC,
    CLASS_METHOD,
    CONTEXT_MANAGER,
    DECORATOR,
    INJECTED,
    OVERLOAD,
    PROPERTY,
    STATIC,
    TEST,
    Call,
    Param,
    ScopeKind,
)
from ripplegraph.parsers.definition_fields import DefinitionFields
from ripplegraph.parsers.facts_builder import DefinitionDraft, Regions, ScopeDraft
from ripplegraph.parsers.languages.python.context import FIELDS, MODULE, PythonFile
from ripplegraph.parsers.languages.python.expressions import read_expression, read_type
from ripplegraph.parsers.languages.python.references import note_type_names

_DECORATOR_FLAGS = {
    "property": PROPERTY,
    "cached_property": PROPERTY,
    "staticmethod": STATIC,
    "classmethod": CLASS_METHOD,
    "abstractmethod": ABSTRACT,
    "abstractproperty": ABSTRACT | PROPERTY,
    "overload": OVERLOAD,
    "contextmanager": CONTEXT_MANAGER,
    "asynccontextmanager": CONTEXT_MANAGER,
    "fixture": INJECTED,
    "setter": PROPERTY,
    "getter": PROPERTY,
    "deleter": PROPERTY,
}
_CLI_DECORATORS = frozenset({"command", "group"})
_ROUTE_DECORATORS = frozenset(
    {"route", "get", "post", "put", "patch", "delete", "websocket", "api_route"}
)
_PARAM_KINDS = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}


class OpenedDefinition:
    """A definition with the nodes that later readers need again."""

    __slots__ = ("body", "decorators", "draft", "node", "outer")

    def __init__(
        self, draft: DefinitionDraft, node: Node, outer: Node, body: Node, decorators: list[Node]
    ) -> None:
        self.draft = draft
        self.node = node
        self.outer = outer
        """The decorated definition, where there are decorators."""
        self.body = body
        self.decorators = decorators


def open_definitions(file: PythonFile) -> list[OpenedDefinition]:
    """Create every definition and scope of the file, and the regions that find a scope again."""
    captures = file.captures
    decorated = {}
    for node in captures.get("definition.decorated", ()):
        inner = node.child_by_field_id(FIELDS.definition)
        if inner is not None:
            decorated[inner.id] = node
    opening = [
        (node.start_byte, -node.end_byte, kind, node)
        for kind in (
            "definition.function",
            "definition.class",
            "definition.lambda",
            "scope.comprehension",
        )
        for node in captures.get(kind, ())
    ]
    opening.sort(key=itemgetter(0, 1))
    opened: list[OpenedDefinition] = []
    stack: list[ScopeDraft] = []
    for start, _, kind, node in opening:
        while stack and stack[-1].end <= start:
            stack.pop()
        parent = MODULE
        for scope in reversed(stack):
            if scope.start <= start:
                parent = scope.index
                break
        if kind == "scope.comprehension":
            stack.append(
                file.builder.open_scope("block", parent, -1, (node.start_byte, node.end_byte))
            )
            continue
        definition = _open_one(file, kind, node, decorated.get(node.id), parent, stack)
        if definition is not None:
            opened.append(definition)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)
    return opened


def _open_one(
    file: PythonFile,
    kind: str,
    node: Node,
    outer: Node | None,
    parent: int,
    stack: list[ScopeDraft],
) -> OpenedDefinition | None:
    body = node.child_by_field_id(FIELDS.body)
    if body is None:
        return None
    start_line = node.start_point[0] + 1
    fields = {"line": start_line, "end_line": node.end_point[0] + 1}
    builder = file.builder
    what = ""
    if kind == "definition.lambda":
        draft = builder.define("<lambda>", "function", parent, flags=ANONYMOUS, **fields)
        file.lambda_index[node.id] = draft.index
    else:
        name_node = node.child_by_field_id(FIELDS.name)
        if name_node is None:
            return None
        file.skip_name(name_node)
        name = file.name_of(name_node)
        what = "class" if kind == "definition.class" else "function"
        draft = builder.define(name, what, parent, **fields)
        at = (outer or node).start_byte
        if outer is None or not _is_accessor(file, outer, name):
            file.bind(builder.scopes[parent], name, "d", at, at, index=draft.index)
        file.defined.add((parent, name))
    scope_kind: ScopeKind = "class" if kind == "definition.class" else "function"
    scope = builder.open_scope(
        scope_kind, parent, draft.index, (body.start_byte, body.end_byte + 1)
    )
    draft.fields["body"] = scope.index
    _bind_type_parameters(file, node, scope)
    if what:
        _open_header(file, node, parent, draft, stack)
    stack.append(scope)
    decorators = []
    if outer is not None:
        decorators = [child for child in outer.named_children if child.type == "decorator"]
    return OpenedDefinition(draft, node, outer or node, body, decorators)


def _is_accessor(file: PythonFile, outer: Node, name: str) -> bool:
    """Whether a function is the setter or deleter of a property: its name means the getter."""
    words = {f"@{name}.setter", f"@{name}.deleter"}
    return any(
        child.type == "decorator" and file.name_of(child) in words for child in outer.named_children
    )


def _bind_type_parameters(file: PythonFile, node: Node, scope: ScopeDraft) -> None:
    """Bind the type parameters that stand in brackets behind a name: `class Box[T]`."""
    written = next((child for child in node.children[2:5] if child.type == "type_parameter"), None)
    for child in written.named_children if written is not None else ():
        name = child
        while name.type != "identifier" and name.named_children:
            name = name.named_children[0]
        if name.type == "identifier":
            file.skip_name(name)
            file.bind(scope, file.name_of(name), "x", scope.start, scope.start)


def _open_header(
    file: PythonFile, node: Node, parent: int, draft: DefinitionDraft, stack: list[ScopeDraft]
) -> None:
    """Open a scope for annotations, defaults and bases: read outside, but the definition's own."""
    start, end = file.builder.scopes[draft.fields["body"]].start, 0
    is_class = draft.fields["kind"] == "class"
    parameters = node.child_by_field_id(FIELDS.superclasses if is_class else FIELDS.parameters)
    if parameters is not None:
        start, end = parameters.start_byte, start
    written = file.raw[start:end]
    if (is_class and end) or "=" in written or "->" in written or ": " in written:
        header = file.builder.open_scope("block", parent, -1, (start, end))
        header.owner = draft.index
        stack.append(header)


def read_definitions(file: PythonFile, opened: list[OpenedDefinition]) -> None:
    """Fill in what definitions say of themselves: parameters, bases, decorators, documentation."""
    for item in opened:
        if item.draft.fields["kind"] == "class":
            _read_class(file, item)
        else:
            _read_function(file, item)
        if item.decorators:
            _read_decorators(file, item)
        if item.body.type == "block":
            item.draft.fields["doc"] = read_documentation(file, item.body)


def _read_function(file: PythonFile, item: OpenedDefinition) -> None:
    fields, node = item.draft.fields, item.node
    scope = file.builder.scopes[fields["body"]]
    parameters = node.child_by_field_id(FIELDS.parameters)
    params = _read_params(file, parameters, scope) if parameters is not None else ()
    fields["params"] = params
    if fields["flags"] & ANONYMOUS:
        fields["results"] = (read_expression(file, item.body),)
        return
    returns = node.child_by_field_id(FIELDS.return_type)
    if returns is not None:
        fields["returns"] = read_type(file, returns)
        note_type_names(file, returns, fields["returns"])
    if node.children[0].type == "async":
        fields["flags"] |= ASYNC
    name = fields["name"]
    if name.startswith("test") and file.builder.scopes[fields["scope"]].kind != "function":
        fields["flags"] |= TEST
        fields["entry"] = "test"
    fields["signature"] = _signature(file, fields, parameters, returns)


def _signature(
    file: PythonFile, fields: DefinitionFields, parameters: Node | None, returns: Node | None
) -> str:
    text = file.name_of(parameters) if parameters is not None else "()"
    if returns is not None:
        text += f" -> {file.name_of(returns)}"
    return f"{fields['name']}{' '.join(text.split())}"


def _read_params(file: PythonFile, parameters: Node, scope: ScopeDraft) -> tuple[Param, ...]:
    params: list[Param] = []
    after_star = False
    for child in parameters.named_children:
        if child.type == "positional_separator":
            params = [Param(p.name, "/", p.annotation, p.default) for p in params]
            continue
        if child.type == "keyword_separator":
            after_star = True
            continue
        param, names = _read_param(file, child, after_star)
        if param is None:
            continue
        after_star = after_star or param.kind == "*"
        for node in names:
            file.skip_name(node)
        file.bind(scope, param.name, "p", scope.start, scope.start, index=len(params))
        params.append(param)
    return tuple(params)


def _read_param(file: PythonFile, node: Node, by_name: bool) -> tuple[Param | None, list[Node]]:
    name_node, kind = node, "k" if by_name else ""
    annotation: Expr = None
    default: Expr = None
    if node.type in ("typed_parameter", "typed_default_parameter", "default_parameter"):
        type_node = node.child_by_field_id(FIELDS.type)
        value_node = node.child_by_field_id(FIELDS.value)
        if type_node is not None:
            annotation = read_type(file, type_node)
            note_type_names(file, type_node, annotation)
        default = read_expression(file, value_node) if value_node is not None else None
        name_node = node.child_by_field_id(FIELDS.name) or node.named_children[0]
    if name_node.type in _PARAM_KINDS:
        kind = _PARAM_KINDS[name_node.type]
        if not name_node.named_children:
            return None, []
        name_node = name_node.named_children[0]
    if name_node.type != "identifier":
        return None, []
    return Param(file.name_of(name_node), kind, annotation, default), [name_node]


def _read_class(file: PythonFile, item: OpenedDefinition) -> None:
    fields = item.draft.fields
    supers = item.node.child_by_field_id(FIELDS.superclasses)
    bases: list[Expr] = []
    for child in supers.named_children if supers is not None else ():
        if child.type in ("keyword_argument", "comment", "list_splat", "dictionary_splat"):
            continue
        base = read_type(file, child) if child.type == "subscript" else read_expression(file, child)
        if base is not None:
            bases.append(base)
    fields["bases"] = tuple(bases)
    written = "" if supers is None else " ".join(file.name_of(supers).split())
    fields["signature"] = f"{fields['name']}{'' if written == '()' else written}"


def _read_decorators(file: PythonFile, item: OpenedDefinition) -> None:
    fields, builder = item.draft.fields, file.builder
    found: list[Expr] = []
    for decorator in item.decorators:
        node = next((c for c in decorator.named_children if c.type != "comment"), None)
        if node is None:
            continue
        expression = read_expression(file, node)
        found.append(expression)
        called = node.type == "call"
        name_node = node.children[0] if called else node
        name = file.name_of(name_node).rpartition(".")[2]
        fields["flags"] |= _DECORATOR_FLAGS.get(name, 0)
        if (not called and name in ("setter", "deleter")) or name == "overload":
            fields["flags"] |= OVERLOAD if name == "overload" else 0
        _note_entry(file, fields, name, node if called else None)
        position = name_node.end_byte - len(name) if not called else node.end_byte - 1
        builder.calls.append(
            Call(
                fields["scope"],
                position,
                file.source.line_at(position),
                expression,
                (DefinitionAt(item.draft.index),),
                (),
                DECORATOR,
            )
        )
    fields["decorators"] = tuple(found)


def _note_entry(file: PythonFile, fields: DefinitionFields, name: str, call: Node | None) -> None:
    if name == "fixture":
        fields["entry"] = "fixture"
    elif name in _CLI_DECORATORS:
        fields["entry"] = "cli"
    elif name in _ROUTE_DECORATORS and call is not None:
        arguments = call.child_by_field_id(FIELDS.arguments)
        first = arguments.named_children[0] if arguments and arguments.named_children else None
        value = read_expression(file, first) if first is not None else None
        if type(value) is TextLiteral and value.text.startswith("/"):
            fields["entry"] = f"route {value.text}"


def read_documentation(file: PythonFile, body: Node) -> str:
    """Return the first line of the string a body begins with, and note that string.

    A query could find it past the comments before it, but takes forever where those are many.
    """
    cursor = body.walk()
    found = cursor.goto_first_child()
    while found and cursor.node is not None and cursor.node.type == "comment":
        found = cursor.goto_next_sibling()
    node = cursor.node
    if not found or node is None or node.type != "string":
        return ""
    file.documentation.append(node)
    return first_line(file, node)


def first_line(file: PythonFile, node: Node) -> str:
    """Return the first line of a documentation string."""
    text = file.name_of(node).lstrip("rRuUbBfF").strip("\"'").strip()
    return text.partition("\n")[0].strip()[:200]
