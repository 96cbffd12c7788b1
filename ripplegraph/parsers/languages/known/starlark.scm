(function_definition name: (identifier) @name body: (_) @body) @definition.function
(module (expression_statement (assignment left: (identifier) @name right: (_) @value)) @definition.variable)
(comment) @comment
