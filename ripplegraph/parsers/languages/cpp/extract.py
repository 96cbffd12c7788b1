"""C++ syntax trees to facts."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.languages.c.aggregates import define_enumerator
from ripplegraph.parsers.languages.c.context import CFile
from ripplegraph.parsers.languages.c.declarations import define_type, read_declaration
from ripplegraph.parsers.languages.c.extract import DialectReader, read_facts
from ripplegraph.parsers.languages.c.macros import define_macro
from ripplegraph.parsers.languages.c.references import NO_CODE
from ripplegraph.parsers.languages.c.structure import Handler
from ripplegraph.parsers.languages.c.types import read_declarator
from ripplegraph.parsers.languages.cpp.calls import (
    read_constructions,
    read_initialisers,
    read_loops,
)
from ripplegraph.parsers.languages.cpp.classes import (
    defer_method,
    define_members,
    define_methods,
    open_class,
    open_enum_class,
)
from ripplegraph.parsers.languages.cpp.functions import (
    open_case_test,
    open_catch,
    open_cpp_function,
    open_lambda,
    open_range_loop,
)
from ripplegraph.parsers.languages.cpp.namespaces import (
    define_alias,
    define_namespace_alias,
    open_namespace,
    read_using,
)
from ripplegraph.parsers.languages.cpp.written_types import describe_type, read_arguments
from ripplegraph.parsers.source import Source

TOKENS = re.compile(
    r"R\"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)\"|"
    + NO_CODE
    + r"|(?:->|\.|(?<=[\w>])::)\s*(?P<member>[^\W\d]\w*)(?P<of_call>\s*[({])?"
    r"|(?P<chain>(?:(?:struct|union|enum|class)[\s$]+)?"
    r"[^\W\d]\w*(?:\s*(?:->|\.|::)\s*~?[^\W\d]\w*)*)(?P<called>\s*[({])?",
    re.DOTALL | re.MULTILINE,
)


def _read_declaration(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Read a declaration; in a class, one without a type is that of a constructor."""
    if scope.kind != "class":
        return read_declaration(file, node, scope)
    for item in node.children_by_field_name("declarator"):
        declared = read_declarator(item)
        if declared.function is not None:
            defer_method(file, node, declared, scope)
    return None


HANDLERS: dict[str, Handler] = {
    "function_definition": open_cpp_function,
    "macro_body": open_case_test,
    "class_specifier": open_class,
    "struct_specifier": open_class,
    "union_specifier": open_class,
    "enum_specifier": open_enum_class,
    "enumerator": define_enumerator,
    "field_declaration": define_members,
    "declaration": _read_declaration,
    "type_definition": define_type,
    "alias_declaration": define_alias,
    "namespace_definition": open_namespace,
    "namespace_alias_definition": define_namespace_alias,
    "using_declaration": read_using,
    "lambda_expression": open_lambda,
    "for_range_loop": open_range_loop,
    "catch_clause": open_catch,
    "preproc_def": define_macro,
    "preproc_function_def": define_macro,
}


def _read_rest(file: CFile) -> None:
    read_constructions(file)
    read_initialisers(file)
    read_loops(file)


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one C++ file."""
    file = CFile(root, captures, source, TOKENS, is_cpp=True)
    file.describe, file.pass_on = describe_type, read_arguments
    return read_facts(file, HANDLERS, DialectReader(define_methods, _read_rest))
