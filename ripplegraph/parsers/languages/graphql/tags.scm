(object_type_definition (name) @name) @definition.class
(object_type_definition (implements_interfaces (named_type (name) @implements))) @definition.class
(object_type_definition
  (implements_interfaces (implements_interfaces (named_type (name) @implements)))) @definition.class
(object_type_extension (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(interface_type_definition (implements_interfaces (named_type (name) @base))) @definition.interface
(interface_type_extension (name) @name) @definition.interface
(input_object_type_definition (name) @name) @definition.class
(input_object_type_extension (name) @name) @definition.class
(enum_type_definition (name) @name) @definition.class
(enum_value_definition (enum_value (name) @name)) @definition.variable.constant
(union_type_definition (name) @name) @definition.class
(scalar_type_definition (name) @name) @definition.class
(directive_definition "@" . (name) @name) @definition.function
(field_definition (name) @name) @definition.variable
(input_fields_definition (input_value_definition (name) @name) @definition.variable)
(operation_definition (name) @name) @definition.function
(fragment_definition (fragment_name (name) @name)) @definition.function

(named_type (name) @reference)
(fragment_spread (fragment_name (name) @reference))
(directive (name) @reference)

(comment) @comment
