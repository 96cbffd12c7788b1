(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.class
(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.class
(event_definition name: (identifier) @name) @definition.function.declaration
(modifier_definition name: (identifier) @name) @definition.function
(function_definition name: (identifier) @name) @definition.function
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(state_variable_declaration name: (identifier) @name) @definition.variable
(comment) @comment
