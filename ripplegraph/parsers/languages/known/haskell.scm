(data_type name: (name) @name) @definition.class
(newtype name: (name) @name) @definition.class
(type_synomym name: (name) @name) @definition.class
(class name: (name) @name declarations: (_) @body) @definition.interface
(class_declarations (signature name: (variable) @name) @definition.function.declaration)
(declarations (function name: (variable) @name match: (_) @body) @definition.function)
(declarations (bind name: (variable) @name match: (_) @body) @definition.function)
(comment) @comment
(haddock) @comment
