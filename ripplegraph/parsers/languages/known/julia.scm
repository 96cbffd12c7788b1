(module_definition name: (identifier) @name) @definition.module
(abstract_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.interface
(struct_definition
  (type_head [(identifier) @name
              (binary_expression . (identifier) @name)
              (binary_expression . (parametrized_type_expression . (identifier) @name))
              (parametrized_type_expression . (identifier) @name)])) @definition.class
(const_statement (assignment . (identifier) @name (operator) . (_) @value)) @definition.variable.constant
(function_definition (signature (call_expression . (identifier) @name))) @definition.function
(function_definition (signature (typed_expression . (call_expression . (identifier) @name)))) @definition.function
(function_definition (signature (where_expression . (call_expression . (identifier) @name)))) @definition.function
(assignment . (call_expression . (identifier) @name) (operator) . (_) @body) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.function
(line_comment) @comment
(block_comment) @comment
