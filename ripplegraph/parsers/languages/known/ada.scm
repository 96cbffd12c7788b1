(package_body name: (_) @name) @definition.module
(package_declaration name: (_) @name) @definition.module
(full_type_declaration . (identifier) @name) @definition.class
(subprogram_body (function_specification name: (_) @name) (handled_sequence_of_statements) @body) @definition.function
(subprogram_body (procedure_specification name: (_) @name) (handled_sequence_of_statements) @body) @definition.function
(subprogram_declaration (function_specification name: (_) @name)) @definition.function.declaration
(subprogram_declaration (procedure_specification name: (_) @name)) @definition.function.declaration
(package_body (_ (object_declaration name: (identifier) @name) @definition.variable))
(package_declaration (object_declaration name: (identifier) @name) @definition.variable)
(task_body (identifier) @name) @definition.class
(comment) @comment
