; What extraction reads of a Go file. @structure holds what opens scopes or declares names, outermost
; first once sorted; what an identifier does at its place is worked out from the text around it.

(package_clause (package_identifier) @package)
(import_spec) @import

[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (type_spec)
  (type_alias)
  (const_spec)
  (var_spec)
  (short_var_declaration)
  (range_clause)
  (receive_statement)
  (type_switch_statement)
] @structure
[
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (expression_case)
  (default_case)
  (communication_case)
  (type_case)
] @block

(call_expression) @reference.call
(type_conversion_expression type: (generic_type)) @reference.call
(type_conversion_expression type: (pointer_type (generic_type))) @reference.call

; Names that are no reads.
(parameter_declaration name: (identifier) @skip)
(variadic_parameter_declaration name: (identifier) @skip)
(type_parameter_declaration name: (identifier) @skip)
(field_declaration name: (field_identifier) @skip)
(method_elem name: (field_identifier) @skip)
(label_name) @skip
(keyed_element key: (literal_element (identifier) @key))

(comment) @comment
(ERROR) @error
