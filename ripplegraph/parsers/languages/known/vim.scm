(function_definition (function_declaration name: (_) @name)) @definition.function
(script_file (let_statement . (scoped_identifier) @name) @definition.variable)
(command_statement name: (command_name) @name) @definition.function
(comment) @comment
