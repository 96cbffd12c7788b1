; What C++ has besides what C has.

[
  (namespace_definition)
  (namespace_alias_definition)
  (using_declaration)
  (alias_declaration)
  (class_specifier body: (_))
  (lambda_expression)
  (for_range_loop)
  (catch_clause)
] @structure
[
  (if_statement)
  (while_statement)
] @block

(new_expression) @reference.call
(field_initializer) @initialised

(optional_parameter_declaration declarator: (identifier) @skip)
(parameter_declaration declarator: (reference_declarator (identifier) @skip))
(type_parameter_declaration (type_identifier) @skip)
[
  (type_parameter_declaration (type_identifier) @parameter.type)
  (optional_type_parameter_declaration name: (type_identifier) @parameter.type)
  (variadic_type_parameter_declaration (type_identifier) @parameter.type)
]
