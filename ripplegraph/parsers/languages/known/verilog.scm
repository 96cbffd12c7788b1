(module_declaration (module_header (simple_identifier) @name)) @definition.class
(interface_declaration (interface_ansi_header (interface_identifier (simple_identifier) @name))) @definition.interface
(package_declaration (package_identifier (simple_identifier) @name)) @definition.module
(class_declaration (class_identifier (simple_identifier) @name)) @definition.class
(function_declaration (function_body_declaration (function_identifier) @name)) @definition.function
(task_declaration (task_body_declaration (task_identifier) @name)) @definition.function
(comment) @comment
