(package (full_ident) @name) @package
(import path: (string) @path) @import.file

(message (message_name (identifier) @name) (message_body) @body) @definition.class
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.class
(enum_field . (identifier) @name) @definition.variable.constant
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name)) @definition.function.declaration
(field (type) (identifier) @name) @definition.variable
(oneof_field (type) (identifier) @name) @definition.variable
(map_field (type) (identifier) @name) @definition.variable

(message_or_enum_type) @reference
(extend (full_ident) @reference)

(comment) @comment
