(protocol_declaration . (identifier) @name) @definition.interface
(class_interface . (identifier) @name) @definition.interface.declaration
(class_implementation . (identifier) @name) @definition.class
(implementation_definition
  (method_definition . (method_type) . (identifier) @name (compound_statement) @body) @definition.function)
(function_definition
  declarator: (function_declarator declarator: (identifier) @name)
  body: (_) @body) @definition.function
(function_definition
  declarator: (pointer_declarator (function_declarator declarator: (identifier) @name))
  body: (_) @body) @definition.function
(translation_unit
  (declaration declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @definition.variable)
(comment) @comment
