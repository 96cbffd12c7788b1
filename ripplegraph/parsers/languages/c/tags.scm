; What extraction reads of a C or C++ file. @structure holds what opens scopes or declares names,
; outermost first once sorted; what an identifier does at its place is worked out from the text.

(preproc_include path: (_) @include)

[
  (preproc_def)
  (preproc_function_def)
  (function_definition)
  (declaration)
  (type_definition)
  (field_declaration)
  (enumerator)
  (struct_specifier body: (_))
  (union_specifier body: (_))
  (enum_specifier body: (_))
] @structure
[
  (compound_statement)
  (for_statement)
] @block

; The body of a function that a macro declares: `TEST(suite, name) { }`.
((expression_statement (call_expression)) . (compound_statement) @macro_body)

(call_expression) @reference.call

(assignment_expression left: (field_expression) right: (identifier)) @set
(assignment_expression
  left: (field_expression) right: (pointer_expression argument: (identifier))) @set
(initializer_pair designator: (field_designator) value: (identifier)) @pair
(initializer_pair
  designator: (field_designator) value: (pointer_expression argument: (identifier))) @pair

(parameter_declaration declarator: (identifier) @skip)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @skip))
(labeled_statement label: (_) @skip)
(goto_statement label: (_) @skip)
(field_designator (field_identifier) @skip)
(attribute_specifier) @attribute

(comment) @comment
(ERROR) @error
