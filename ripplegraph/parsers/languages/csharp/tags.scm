(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @name) @package
(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @path) @import.all
(using_directive name: (identifier) @alias [(identifier) (qualified_name) (generic_name)] @name) @import.member

(class_declaration name: (identifier) @name) @definition.class
(class_declaration body: (_) @body) @definition.class
(class_declaration (base_list (_) @base)) @definition.class
(struct_declaration name: (identifier) @name) @definition.class
(struct_declaration body: (_) @body) @definition.class
(struct_declaration (base_list (_) @base)) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(record_declaration body: (_) @body) @definition.class
(record_declaration (base_list (_) @base)) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration (base_list (_) @base)) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.class
(enum_declaration
  name: (identifier) @type
  body: (enum_member_declaration_list
    (enum_member_declaration name: (identifier) @name) @definition.variable.constant))
(delegate_declaration type: (_) @returns name: (identifier) @name) @definition.class.delegate

(method_declaration returns: (_) @returns name: (identifier) @name) @definition.method
(method_declaration body: (_) @body) @definition.method
(method_declaration (modifier) @_word (#eq? @_word "static")) @definition.method.static
(method_declaration (modifier) @_word (#eq? @_word "abstract")) @definition.method.abstract
(method_declaration
  (attribute_list (attribute name: (identifier) @_word))
  (#any-of? @_word "Fact" "Theory" "Test" "TestCase" "TestCaseSource" "TestMethod" "DataTestMethod"
   "SkippableFact" "SkippableTheory")) @definition.method.test
(method_declaration
  parameters: (parameter_list . (parameter (modifier) @_word (#eq? @_word "this")))) @definition.method.extension
(method_declaration (explicit_interface_specifier (_) @through)) @definition.method
(property_declaration (explicit_interface_specifier (_) @through)) @definition.method.property
(indexer_declaration type: (_) @type "this" @name) @set
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method.constructor
(local_function_statement type: (_) @returns name: (identifier) @name) @definition.function
(local_function_statement body: (_) @body) @definition.function
(property_declaration type: (_) @returns name: (identifier) @name) @definition.method.property
(property_declaration accessors: (_) @body) @definition.method.property
(property_declaration (modifier) @_word (#eq? @_word "static")) @definition.method.property.static
(field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name) @definition.variable))
(event_field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name) @definition.variable))

(parameter name: (identifier) @name) @parameter
(parameter type: (_) @type) @parameter
(parameter name: (identifier) . "=" . (_) @value) @parameter
(parameter_list type: (_) @type name: (identifier) @name @parameter.rest)
(implicit_parameter) @parameter @name
(type_parameter name: (identifier) @name) @parameter.type
(lambda_expression) @scope
(operator_declaration) @scope
(conversion_operator_declaration) @scope
(indexer_declaration) @scope
(destructor_declaration) @scope
(anonymous_method_expression) @scope

(local_declaration_statement
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name (_)? @value) @local))
(using_statement
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name (_)? @value) @local))
(for_statement
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name (_)? @value) @local))
(foreach_statement type: (_) @type left: (identifier) @name right: (_) @value) @local.element
(declaration_pattern type: (_) @type name: (identifier) @name) @local
(declaration_expression type: (_) @type name: (identifier) @name) @local
(catch_declaration type: (_) @type name: (identifier) @name) @local

(invocation_expression
  function: [
    (generic_name (type_argument_list) @types)
    (member_access_expression name: (generic_name (type_argument_list) @types))
    (conditional_access_expression
      (member_binding_expression name: (generic_name (type_argument_list) @types)))]) @call
(object_creation_expression type: (generic_name (type_argument_list) @types)) @call.new
(invocation_expression function: (identifier) @name arguments: (_) @arguments) @call
(invocation_expression function: (generic_name . (identifier) @name) arguments: (_) @arguments) @call
(invocation_expression
  function: (member_access_expression expression: [(_) "this" "base"] @receiver name: (identifier) @name)
  arguments: (_) @arguments) @call
(invocation_expression
  function: (member_access_expression expression: [(_) "this" "base"] @receiver name: (generic_name . (identifier) @name))
  arguments: (_) @arguments) @call
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: (identifier) @name))
  arguments: (_) @arguments) @call
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: (generic_name . (identifier) @name)))
  arguments: (_) @arguments) @call
(object_creation_expression
  type: [(identifier) (generic_name) (qualified_name) (alias_qualified_name) (predefined_type)] @type) @call.new
(object_creation_expression
  type: [(identifier) (generic_name) (qualified_name) (alias_qualified_name) (predefined_type)]
  arguments: (_) @arguments) @call.new
(variable_declaration
  type: (_) @type
  (variable_declarator (implicit_object_creation_expression (argument_list) @arguments) @call.new))
(property_declaration
  type: (_) @type
  value: (implicit_object_creation_expression (argument_list) @arguments) @call.new)
(constructor_initializer "this" @word (argument_list) @arguments) @call.own
(constructor_initializer "base" @word (argument_list) @arguments) @call.above

(comment) @comment
(string_literal) @string
(verbatim_string_literal) @string
(raw_string_literal) @string
(character_literal) @string
(string_content) @string
(preproc_if condition: (_) @string)
(preproc_region) @comment
