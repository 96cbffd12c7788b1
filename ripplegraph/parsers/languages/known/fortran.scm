(module (module_statement (name) @name)) @definition.module
(program (program_statement (name) @name)) @definition.function
(function (function_statement name: (name) @name)) @definition.function
(subroutine (subroutine_statement name: (name) @name)) @definition.function
(derived_type_definition (derived_type_statement (type_name) @name)) @definition.class
(module
  (variable_declaration
    declarator: (init_declarator left: (identifier) @name right: (_) @value)) @definition.variable)
(comment) @comment
