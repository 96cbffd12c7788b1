(record_decl name: (atom) @name) @definition.class
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.variable.constant
(type_alias name: (type_name name: (atom) @name)) @definition.class
(opaque name: (type_name name: (atom) @name)) @definition.class
(fun_decl clause: (function_clause name: (atom) @name body: (_) @body)) @definition.function
(callback fun: (atom) @name) @definition.function.declaration
(comment) @comment
