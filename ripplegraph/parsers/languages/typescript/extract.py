"""Script syntax trees to facts: TypeScript, JavaScript, and the scripts inside Vue and Svelte."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Element
from ripplegraph.graph.facts import GENERATOR, Diagnostic, FileFacts
from ripplegraph.parsers.definition_fields import DefinitionFields
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.languages.typescript.bindings import read_bindings
from ripplegraph.parsers.languages.typescript.calls import read_calls
from ripplegraph.parsers.languages.typescript.classes import open_class, open_enum, open_namespace
from ripplegraph.parsers.languages.typescript.context import ScriptFile
from ripplegraph.parsers.languages.typescript.descriptions import read_descriptions
from ripplegraph.parsers.languages.typescript.exports import (
    add_component_export,
    open_ambient,
    open_export,
    read_exports,
)
from ripplegraph.parsers.languages.typescript.expressions import read_expression
from ripplegraph.parsers.languages.typescript.fields import read_members
from ripplegraph.parsers.languages.typescript.functions import (
    open_function,
    open_signature,
    open_type_block,
)
from ripplegraph.parsers.languages.typescript.imports import (
    number_calls,
    open_import_alias,
    read_imports,
)
from ripplegraph.parsers.languages.typescript.normalise import read_fingerprints
from ripplegraph.parsers.languages.typescript.references import (
    read_decorators,
    read_elements,
    read_references,
    read_type_references,
)
from ripplegraph.parsers.languages.typescript.structure import (
    Handler,
    Walk,
    open_block,
    open_static_block,
    run_walk,
)
from ripplegraph.parsers.languages.typescript.variables import (
    name_assigned,
    open_catch,
    open_declaration,
    open_loop,
)
from ripplegraph.parsers.source import Source

_HANDLERS: dict[str, Handler] = {
    "function_declaration": open_function,
    "generator_function_declaration": open_function,
    "function_expression": open_function,
    "generator_function": open_function,
    "arrow_function": open_function,
    "method_definition": open_function,
    "function_signature": open_signature,
    "class_declaration": open_class,
    "abstract_class_declaration": open_class,
    "class": open_class,
    "interface_declaration": open_class,
    "type_alias_declaration": open_class,
    "enum_declaration": open_enum,
    "internal_module": open_namespace,
    "module": open_namespace,
    "lexical_declaration": open_declaration,
    "variable_declaration": open_declaration,
    "export_statement": open_export,
    "ambient_declaration": open_ambient,
    "import_alias": open_import_alias,
    "for_statement": open_loop,
    "for_in_statement": open_loop,
    "catch_clause": open_catch,
    "statement_block": open_block,
    "switch_body": open_block,
    "class_static_block": open_static_block,
    "conditional_type": open_type_block,
    "function_type": open_type_block,
    "constructor_type": open_type_block,
    "call_signature": open_type_block,
    "construct_signature": open_type_block,
    "method_signature": open_type_block,
    "index_signature": open_type_block,
}


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one script."""
    return _read_file(ScriptFile(root, captures, source))


def extract_component(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of a file that is a component, which importers get as its default export."""
    file = ScriptFile(root, captures, source)
    file.is_component = True
    return _read_file(file)


def _read_file(file: ScriptFile) -> FileFacts:
    walk = Walk(file)
    name_assigned(walk)
    run_walk(walk, _HANDLERS)
    file.finish_names()
    calls = number_calls(file)
    read_imports(file)
    read_calls(file, calls)
    read_bindings(file)
    read_exports(file)
    if file.is_component:
        add_component_export(file)
    _read_results(file)
    read_elements(file)
    read_decorators(file)
    read_references(file)
    read_members(file)
    read_type_references(file)
    doc = read_descriptions(file)
    surface, body = read_fingerprints(file)
    _read_errors(file)
    return file.builder.finish(doc=doc, surface_print=surface, body_print=body)


def _read_results(file: ScriptFile) -> None:
    for node in file.in_order("result.return"):
        fields = _function_around(file, node)
        named = [child for child in node.named_children if child.type != "comment"]
        if fields is not None and named:
            value = read_expression(file, named[0])
            if value is not None:
                fields["results"] = (*fields.get("results", ()), value)
    for node in file.in_order("result.yield"):
        fields = _function_around(file, node)
        if fields is None:
            continue
        fields["flags"] |= GENERATOR
        named = [child for child in node.named_children if child.type != "comment"]
        value = read_expression(file, named[0]) if named else None
        if value is not None:
            if any(child.type == "*" for child in node.children):
                value = Element(value)
            fields["yields"] = (*fields.get("yields", ()), value)


def _function_around(file: ScriptFile, node: Node) -> DefinitionFields | None:
    scope: ScopeDraft = file.function_scope(file.scope_at(node.start_byte))
    if scope.kind != "function" or scope.definition < 0:
        return None
    return file.builder.definitions[scope.definition].fields


def _read_errors(file: ScriptFile) -> None:
    if not file.root.has_error:
        return
    starts = [node.start_byte for node in file.captures.get("error", ())]
    line = file.source.line_at(min(starts)) if starts else 1
    message = "syntax error; what did parse is kept"
    file.builder.diagnostics.append(Diagnostic("error", line, message))
