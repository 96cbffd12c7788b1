(namespace_definition name: (_) @name !body) @package
(namespace_definition name: (_) @name body: (_)) @namespace
(namespace_use_declaration (namespace_use_clause . (_) @name) @import.member)
(namespace_use_declaration
  (namespace_name) @path
  body: (namespace_use_group (namespace_use_clause . (_) @name) @import.member))
(namespace_use_clause alias: (name) @alias) @import.member
(namespace_use_declaration) @skip
[
  (require_expression (_) @path)
  (require_once_expression (_) @path)
  (include_expression (_) @path)
  (include_once_expression (_) @path)
] @import.file

(class_declaration name: (name) @name body: (_) @body) @definition.class
(class_declaration (base_clause (_) @base)) @definition.class
(class_declaration (class_interface_clause (_) @implements)) @definition.class
(class_declaration body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @definition.class
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(trait_declaration body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @definition.class
(enum_declaration name: (name) @name body: (_) @body) @definition.class
(enum_declaration (class_interface_clause (_) @implements)) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(interface_declaration (base_clause (_) @base)) @definition.interface
(anonymous_class) @scope

(method_declaration name: (name) @name) @definition.method
(method_declaration body: (_) @body) @definition.method
(method_declaration return_type: (_) @returns) @definition.method
(method_declaration (static_modifier)) @definition.method.class
(method_declaration (abstract_modifier)) @definition.method.abstract
(function_definition name: (name) @name body: (_) @body) @definition.function
(function_definition return_type: (_) @returns) @definition.function
(class_declaration
  name: (name) @_class
  body: (declaration_list (method_declaration name: (name) @_name) @definition.method.test)
  (#match? @_class "Test$")
  (#match? @_name "^test"))
(method_declaration
  attributes: (attribute_list (attribute_group (attribute (name) @_word)))
  (#any-of? @_word "Test" "DataProvider" "TestWith")) @definition.method.test
(property_declaration (property_element name: (variable_name (name) @name)) @definition.variable)
(property_declaration type: (_) @type (property_element) @definition.variable)
(property_declaration (property_element default_value: (_) @value) @definition.variable)
(const_declaration (const_element . (name) @name (_) @value) @definition.variable.constant)
(enum_case name: (name) @name) @definition.variable.constant

(simple_parameter name: (variable_name) @name) @parameter
(simple_parameter type: (_) @type) @parameter
(variadic_parameter name: (variable_name) @name) @parameter.rest
(property_promotion_parameter name: (variable_name) @name) @parameter
(property_promotion_parameter type: (_) @type) @parameter
(property_promotion_parameter name: (variable_name (name) @name)) @set
(property_promotion_parameter type: (_) @type) @set
(anonymous_function) @scope
(arrow_function) @scope

(assignment_expression left: (variable_name) @name right: (_) @value) @local
(assignment_expression
  left: (member_access_expression object: (variable_name) @receiver name: (name) @name)
  right: (_) @value
  (#eq? @receiver "$this")) @set
(foreach_statement . (_) @value . (variable_name) @name) @local.element
(foreach_statement . (_) @value . (pair (_) (variable_name) @name)) @local.element
(catch_clause type: (_) @type name: (variable_name) @name) @local
(binary_expression
  left: (variable_name) @name
  operator: "instanceof"
  right: [(name) (qualified_name)] @type) @narrow
(return_statement (_) @value) @return
[
  (if_statement body: (_) @branch)
  (else_clause body: (_) @branch)
  (else_if_clause body: (_) @branch)
  (while_statement body: (_) @branch)
  (foreach_statement body: (_) @branch)
  (for_statement body: (_) @branch)
  (catch_clause body: (_) @branch)
  (case_statement) @branch
  (default_statement) @branch
]

(function_call_expression function: [(name) (qualified_name) (variable_name)] @name arguments: (_) @arguments) @call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(object_creation_expression [(name) (qualified_name)] @type) @call.new
(object_creation_expression (arguments) @arguments) @call.new

(comment) @comment
(string) @string
(string_content) @string
(heredoc_body) @string
(nowdoc_body) @string
(text) @string
(attribute (name) @reference)
