"""Functions of a C++ file: methods, in their class and outside it, lambdas, tests."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import ANONYMOUS, ARROW, EXPORTED, TEST
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.c.context import (
    CONSTRUCTOR,
    MODULE,
    NAMESPACE,
    CFile,
    Declared,
    Opened,
    field,
)
from ripplegraph.parsers.languages.c.functions import (
    bind_params,
    define_function,
    is_static,
    is_test_name,
    open_function_scope,
)
from ripplegraph.parsers.languages.c.functions import open_macro_function as open_macro
from ripplegraph.parsers.languages.c.types import (
    chain_of,
    read_declarator,
    read_params,
)
from ripplegraph.parsers.languages.cpp.classes import const_flag, member_name, method_flags

_THIS = "this"
_SUITES = frozenset(
    {
        "TEST",
        "TEST_F",
        "TEST_P",
        "TYPED_TEST",
        "TYPED_TEST_P",
        "BOOST_FIXTURE_TEST_CASE",
    }
)
_WITH_FIXTURE = frozenset({"TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"})
_CASES = frozenset({"TEST_CASE", "SCENARIO", "TEST_CASE_METHOD", "TEMPLATE_TEST_CASE"})
_STRING = re.compile(r"\"((?:\\.|[^\"\\])*)\"")


def open_cpp_function(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function or method and open its scope."""
    declared = read_declarator(field(node, "declarator"))
    name_node = declared.name
    if name_node is None:
        return None
    is_cast = name_node.type == "operator_cast"
    if declared.function is None and not is_cast:
        return None
    if field(node, "type") is None and name_node.type == "identifier" and scope.kind != "class":
        opened = _open_suite_test(file, node, declared, scope)
        if opened is not None:
            return opened
    file.skip.add(name_node.start_byte)
    qualifier = "" if is_cast else _qualifier(file, name_node)
    name = "operator" if is_cast else member_name(file, name_node)
    if not name:
        return None
    draft = _define(file, node, name, qualifier, scope, declared)
    inner = open_function_scope(file, node, draft, scope)
    if qualifier:
        _bind_owner(file, qualifier, scope, inner)
    bind_params(file, list(read_params(file, declared.function)), inner)
    return inner


def _qualifier(file: CFile, node: Node) -> str:
    """Return what stands before the last name: `ns.Type` of `ns::Type::method`."""
    return chain_of(file, node).rpartition(".")[0] if node.type == "qualified_identifier" else ""


def _define(
    file: CFile, node: Node, name: str, qualifier: str, scope: ScopeDraft, declared: Declared
) -> DefinitionDraft:
    params = tuple(p for p, _, _ in read_params(file, declared.function))
    end = node.start_byte if declared.name is None else declared.name.start_byte
    in_class = scope.kind == "class"
    flags = method_flags(file, node, declared) if in_class else const_flag(file, declared)
    if in_class or not (is_static(file, node, end) or scope.index in file.hidden):
        flags |= EXPORTED
    entry = "main" if name == "main" and scope.index == MODULE and not qualifier else ""
    if not in_class and not qualifier and is_test_name(name, list(read_params(file, None))):
        flags, entry = flags | TEST, "test"
    fields: dict[str, str] = {}
    bound = name
    if qualifier:
        dotted = f"{file.prefix_of(scope)}{qualifier}.{name}".replace("::", ".")
        fields["qualified"] = dotted
        bound = f"{qualifier}.{name}".replace(".", "::")
    elif in_class and scope.definition >= 0:
        own = file.builder.definitions[scope.definition].fields["name"]
        bound = CONSTRUCTOR if name == own else name
    draft = define_function(file, node, name, scope, params, flags=flags, entry=entry, **fields)
    file.bind(scope, bound, "d", scope.start, index=draft.index)
    return draft


def _bind_owner(file: CFile, qualifier: str, scope: ScopeDraft, inner: ScopeDraft) -> None:
    """A method outside its class sees what the class does."""
    inner.bindings.append(file.binding(_THIS, "", kind=":", annotation=qualifier))
    spec = f"{file.prefix_of(scope)}{qualifier}".replace(".", "::")
    inner.bindings.append(file.binding(NAMESPACE, spec))


def open_lambda(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scope."""
    declarator = field(node, "declarator")
    parameters = field(declarator, "parameters") if declarator is not None else None
    params = list(read_params(file, parameters))
    start, end = node.start_byte, node.end_byte
    draft = file.builder.define(
        "<lambda>",
        "function",
        scope.index,
        flags=ANONYMOUS | ARROW,
        line=file.source.line_at(start),
        end_line=file.source.line_at(end - 1),
        params=tuple(p for p, _, _ in params),
    )
    file.literal_index[node.id] = draft.index
    inner = open_function_scope(file, node, draft, scope)
    bind_params(file, params, inner)
    return inner


def _open_suite_test(
    file: CFile, node: Node, declared: Declared, scope: ScopeDraft
) -> ScopeDraft | None:
    """Define a test of GoogleTest: `TEST(Suite, Name) { }` is `Suite.Name`."""
    macro = "" if declared.name is None else file.name_of(declared.name)
    if macro not in _SUITES or declared.function is None:
        return None
    names = [
        file.name_of(written)
        for item in declared.function.named_children
        if (written := field(item, "type")) is not None
    ]
    if len(names) < 2:
        return None
    return _open_test(file, node, ".".join(names[:2]), macro, scope)


def open_case_test(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a test of Catch2 or doctest: `TEST_CASE("what it shows") { }`."""
    head = node.prev_named_sibling
    call = head.named_children[0] if head is not None and head.named_children else None
    macro = field(call, "function") if call is not None else None
    if call is None or macro is None or file.name_of(macro) not in _CASES:
        return open_macro(file, node, scope)
    found = _STRING.search(file.raw, call.start_byte, call.end_byte)
    if found is None:
        return open_macro(file, node, scope)
    return _open_test(file, node, found[1].replace("::", ":"), "", scope)


def _open_test(
    file: CFile, node: Node, name: str, macro: str, scope: ScopeDraft
) -> ScopeDraft | None:
    start, end = node.start_byte, node.end_byte
    body = field(node, "body")
    draft = file.define(
        name.rpartition(".")[2] if macro else name,
        "function",
        scope,
        flags=TEST,
        line=file.source.line_at(start),
        end_line=file.source.line_at(max(start, end - 1)),
        qualified=name,
        entry="test",
    )
    file.opened.append(Opened(draft, start, start if body is None else body.start_byte, end))
    inner = open_function_scope(file, node, draft, scope)
    if macro in _WITH_FIXTURE:
        fixture = name.partition(".")[0]
        inner.bindings.append(file.binding(_THIS, "", kind=":", annotation=fixture))
    return inner


def open_range_loop(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a loop over a container, and bind its variable."""
    span = (node.start_byte, node.end_byte)
    inner = file.builder.open_scope("block", scope.index, -1, span)
    name = read_declarator(field(node, "declarator")).name
    if name is not None and name.type == "identifier":
        file.skip.add(name.start_byte)
        described = file.describe_type(node, field(node, "declarator"))
        at = file.bind(inner, file.name_of(name), "x", name.start_byte, member=described)
        file.loops.append((inner, at, field(node, "type"), field(node, "right")))
    return inner


def open_catch(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a handler, and bind what it catches."""
    span = (node.start_byte, node.end_byte)
    inner = file.builder.open_scope("block", scope.index, -1, span)
    bind_params(file, list(read_params(file, field(node, "parameters"))), inner)
    return inner
