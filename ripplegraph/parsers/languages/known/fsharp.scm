(named_module name: (long_identifier) @name) @definition.module
(module_defn (identifier) @name) @definition.module
(type_definition (_ (type_name type_name: (identifier) @name))) @definition.class
(member_defn (method_or_prop_defn name: (property_or_ident method: (identifier) @name))) @definition.function
(member_defn (method_or_prop_defn name: (property_or_ident . (identifier) @name .))) @definition.function
(declaration_expression
  (function_or_value_defn
    (function_declaration_left . (identifier) @name)
    body: (_) @body) @definition.function)
(declaration_expression
  (function_or_value_defn
    (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))
    body: (_) @value) @definition.variable)
(line_comment) @comment
(block_comment) @comment
