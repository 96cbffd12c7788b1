; What extraction reads of a Kotlin file. @structure holds what opens scopes or declares names,
; outermost first once sorted; the grammar has no names for the parts of a node.

(package_header (identifier) @package)
(import_header) @import

[
  (class_declaration)
  (object_declaration)
  (companion_object)
  (object_literal)
  (enum_entry)
  (function_declaration)
  (secondary_constructor)
  (anonymous_function)
  (lambda_literal)
  (property_declaration)
  (for_statement)
  (catch_block)
  (type_alias)
  (check_expression)
  (type_test)
  (when_expression (when_subject (variable_declaration)))
] @structure
[
  (control_structure_body)
  (when_entry)
] @block

[
  (call_expression)
  (constructor_delegation_call)
  (infix_expression)
] @reference.call
(delegation_specifier (constructor_invocation) @reference.call)
(callable_reference) @reference.method
(navigation_expression (navigation_suffix "::" (simple_identifier))) @reference.method

; Names that are no reads.
(value_argument . (simple_identifier) @skip . "=")
(label) @skip

(line_comment) @comment
(multiline_comment) @comment
(ERROR) @error
