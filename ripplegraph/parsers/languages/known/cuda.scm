(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(function_definition
  declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @name)
  body: (_) @body) @definition.function
(function_definition
  declarator: (_ (function_declarator declarator: [(identifier) (field_identifier)] @name))
  body: (_) @body) @definition.function
(preproc_def name: (identifier) @name) @definition.variable.constant
(preproc_function_def name: (identifier) @name) @definition.function
(comment) @comment
