(signal_statement name: (name) @name) @definition.variable
(const_statement name: (name) @name) @definition.variable.constant
(enum_definition name: (name) @name) @definition.class
(source (variable_statement name: (name) @name) @definition.variable)
(function_definition name: (name) @name body: (_) @body) @definition.function
(class_definition name: (name) @name body: (_) @body) @definition.class
(comment) @comment
