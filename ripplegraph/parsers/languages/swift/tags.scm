(import_declaration (identifier) @path) @import.all

(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration "extension" name: (user_type) @name body: (_) @body) @definition.class.declaration
(class_declaration (inheritance_specifier inherits_from: (user_type) @base)) @definition.class
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(protocol_declaration (inheritance_specifier inherits_from: (user_type) @base)) @definition.interface
(typealias_declaration name: (type_identifier) @name (user_type) @value) @definition.variable

(function_declaration name: (simple_identifier) @name body: (_)? @body) @definition.function
(function_declaration name: [(user_type) (optional_type) (array_type) (dictionary_type) (opaque_type) (existential_type) (tuple_type)] @returns) @definition.function
(function_declaration (modifiers (property_modifier) @_static (#eq? @_static "static"))) @definition.function.class
(function_declaration
  (modifiers (attribute (user_type (type_identifier) @_test))) (#eq? @_test "Test")) @definition.function.test
(protocol_function_declaration name: (simple_identifier) @name) @definition.function.abstract.declaration
(protocol_function_declaration name: [(user_type) (optional_type) (array_type) (opaque_type) (existential_type)] @returns) @definition.function.abstract.declaration
(init_declaration "init" @name body: (_)? @body) @definition.function.constructor
(deinit_declaration) @scope

(class_body (property_declaration name: (pattern (simple_identifier) @name)) @definition.variable)
(enum_class_body (property_declaration name: (pattern (simple_identifier) @name)) @definition.variable)
(source_file (property_declaration name: (pattern (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration (type_annotation (_) @type)) @definition.variable)
(source_file (property_declaration (type_annotation (_) @type)) @definition.variable)
(class_body (property_declaration value: (_) @value) @definition.variable)
(source_file (property_declaration value: (_) @value) @definition.variable)
(_ (property_declaration
  name: (pattern (simple_identifier) @name)
  (type_annotation (_) @returns)
  computed_value: (_) @body) @definition.function.property)
(protocol_property_declaration
  name: (pattern (simple_identifier) @name)
  (type_annotation (_) @returns)) @definition.function.property.declaration
(enum_entry name: (simple_identifier) @name @definition.variable.constant)

(parameter name: (simple_identifier) @name) @parameter
(parameter [(user_type) (optional_type) (array_type) (dictionary_type) (opaque_type) (existential_type)] @type) @parameter
(lambda_parameter name: (simple_identifier) @name) @parameter
(lambda_parameter [(user_type) (optional_type) (array_type)] @type) @parameter
(type_parameter (type_identifier) @name) @parameter.type
(lambda_literal) @scope
(if_statement) @scope
(for_statement) @scope
(while_statement) @scope
(switch_entry) @scope
(do_statement) @scope
(catch_block) @scope

(statements (property_declaration name: (pattern (simple_identifier) @name)) @local)
(statements (property_declaration (type_annotation (_) @type)) @local)
(statements (property_declaration value: (_) @value) @local)
(if_statement bound_identifier: (simple_identifier) @name @local . "=" . (_) @value)
(guard_statement bound_identifier: (simple_identifier) @name @local . "=" . (_) @value)
(while_statement bound_identifier: (simple_identifier) @name @local . "=" . (_) @value)
(for_statement
  item: (pattern (simple_identifier) @name) @local.element
  collection: (_) @value)

(control_transfer_statement result: (_) @value) @return

(call_expression (simple_identifier) @name (call_suffix (value_arguments "(") @arguments)) @call
(call_expression (simple_identifier) @name (call_suffix . (lambda_literal))) @call
(call_expression
  (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix (value_arguments "(") @arguments)) @call
(call_expression
  (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix . (lambda_literal))) @call
(constructor_expression constructed_type: (user_type) @type) @call.new

(value_argument_label (simple_identifier) @skip)
(comment) @comment
(multiline_comment) @comment
(line_string_literal) @string
(multi_line_string_literal) @string
