; What extraction reads of a Scala file. @structure holds what opens scopes or declares names,
; outermost first once sorted.

(package_clause) @package

[
  (import_declaration)
  (class_definition)
  (object_definition)
  (package_object)
  (trait_definition)
  (enum_definition)
  (simple_enum_case)
  (full_enum_case)
  (given_definition)
  (extension_definition)
  (type_definition)
  (function_definition)
  (function_declaration)
  (val_definition)
  (var_definition)
  (val_declaration)
  (var_declaration)
  (lambda_expression)
  (instance_expression (template_body))
  (case_clause)
  (for_expression)
] @structure
[
  (block)
  (indented_block)
] @block

[
  (call_expression)
  (instance_expression)
  (infix_expression operator: (identifier))
] @reference.call

; Names that are no reads.
(parameter name: (identifier) @skip)
(class_parameter name: (identifier) @skip)
(assignment_expression left: (identifier) @assigned)

(comment) @comment
(block_comment) @comment
(ERROR) @error
