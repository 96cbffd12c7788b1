(type_binding name: (type_constructor) @name body: (_) @body) @definition.class
(module_binding (module_name) @name body: (_) @body) @definition.module
(module_type_definition (module_type_name) @name body: (_) @body) @definition.interface
(value_specification (value_name) @name) @definition.function.declaration
(structure (value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name . body: (_) @value) @definition.variable))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name . body: (_) @value) @definition.variable))
(class_binding (class_name) @name body: (_) @body) @definition.class
(method_definition (method_name) @name body: (_) @body) @definition.function
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(comment) @comment
