(library_import (import_specification (configurable_uri (uri (string_literal) @path)))) @import.all
(library_import (import_specification (configurable_uri) . (identifier) @alias)) @import.all
(library_export (configurable_uri (uri (string_literal) @path))) @export
(part_directive (uri (string_literal) @path)) @import.all
(part_directive (uri (string_literal) @path)) @export
(part_of_directive (uri (string_literal) @path)) @import.all

(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition superclass: (superclass (type_identifier) @base)) @definition.class
(class_definition superclass: (superclass (mixins (type_identifier) @base))) @definition.class
(class_definition interfaces: (interfaces (type_identifier) @implements)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.class
(mixin_declaration (type_identifier) @base) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.class
(enum_declaration (interfaces (type_identifier) @implements)) @definition.class
(enum_constant name: (identifier) @name) @definition.variable.constant
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(type_alias (type_identifier) @name) @definition.class

((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
((method_signature (function_signature (type_identifier) @returns)) @definition.method . (function_body))
((method_signature "static") @definition.method.class . (function_body))
((method_signature (getter_signature name: (identifier) @name)) @definition.method.property . (function_body) @body)
((method_signature (getter_signature (type_identifier) @returns)) @definition.method.property . (function_body))
((method_signature (setter_signature name: (identifier) @name)) @definition.method.setter . (function_body) @body)
((method_signature (operator_signature)) @scope . (function_body) @body)
((method_signature (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.method.constructor . (function_body) @body)
((method_signature (constructor_signature name: (identifier) name: (identifier) @name)) @definition.method.class.made . (function_body) @body)
((method_signature (factory_constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.method.constructor . (function_body) @body)
((method_signature (factory_constructor_signature . (identifier) . (identifier) @name)) @definition.method.class.made . (function_body) @body)
(declaration (function_signature name: (identifier) @name)) @definition.method.declaration
(declaration (function_signature (type_identifier) @returns)) @definition.method.declaration
(declaration (getter_signature name: (identifier) @name)) @definition.method.property.declaration
(declaration (getter_signature (type_identifier) @returns)) @definition.method.property.declaration
(declaration (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.method.constructor
(declaration (constructor_signature name: (identifier) name: (identifier) @name)) @definition.method.class.made
(declaration (constant_constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.method.constructor
(declaration (constant_constructor_signature (identifier) . (identifier) @name)) @definition.method.class.made
(declaration (redirecting_factory_constructor_signature (identifier) . (identifier) @name)) @definition.method.class.made
(declaration
  (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))
(declaration
  (type_identifier) @type
  (initialized_identifier_list (initialized_identifier) @definition.variable))
(declaration
  (initialized_identifier_list (initialized_identifier (identifier) (_) @value) @definition.variable))
(declaration
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name (_) @value) @definition.variable.constant))
(program
  (initialized_identifier_list (initialized_identifier . (identifier) @name (_)? @value) @definition.variable))
(program
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name (_) @value) @definition.variable.constant))
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program (function_signature (type_identifier) @returns) @definition.function . (function_body))
(program (getter_signature name: (identifier) @name) @definition.function . (function_body) @body)
(local_function_declaration (lambda_expression (function_signature name: (identifier) @name) (function_body) @body)) @definition.function

(formal_parameter name: (identifier) @name) @parameter
(formal_parameter (type_identifier) @type) @parameter
(formal_parameter (constructor_param (identifier) @name)) @parameter
(formal_parameter . (identifier) @name .) @parameter
(type_parameter (type_identifier) @name) @parameter.type
(function_expression) @scope

(initialized_variable_definition name: (identifier) @name) @local
(initialized_variable_definition (type_identifier) @type) @local
(initialized_variable_definition name: (identifier) (_) @value) @local
(for_loop_parts name: (identifier) @name (_) @value) @local.element
(catch_parameters . (identifier) @name @local)
(pattern_variable_declaration (_ (identifier) @name @local))

(selector (argument_part)) @call.trailing
(cascade_section (cascade_selector (identifier)) @_of . (argument_part) @call.trailing)
(new_expression (type_identifier) @type) @call.new
(const_object_expression (type_identifier) @type) @call.new

(comment) @comment
(documentation_comment) @comment
(string_literal) @string
(label (identifier) @skip)
