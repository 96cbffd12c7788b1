; What extraction reads of a Java file. @structure holds what opens scopes or declares names, outermost
; first once sorted; what an identifier does at its place is worked out from the text around it.

(package_declaration) @package
(import_declaration) @import

[
  (class_declaration)
  (interface_declaration)
  (enum_declaration)
  (record_declaration)
  (annotation_type_declaration)
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (annotation_type_element_declaration)
  (lambda_expression)
  (field_declaration)
  (constant_declaration)
  (enum_constant)
  (object_creation_expression (class_body))
  (local_variable_declaration)
  (enhanced_for_statement)
  (resource name: (identifier))
  (catch_clause)
  (instanceof_expression name: (identifier))
  (type_pattern)
  (record_pattern_component)
] @structure
[
  (block)
  (for_statement)
  (switch_block_statement_group)
  (switch_rule)
] @block

[
  (method_invocation)
  (object_creation_expression)
  (explicit_constructor_invocation)
] @reference.call
(method_reference) @reference.method

; Names that are no reads.
(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)
(element_value_pair key: (identifier) @skip)

(line_comment) @comment
(block_comment) @comment
(ERROR) @error
