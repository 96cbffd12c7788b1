(call
  method: (identifier) @_word
  arguments: (argument_list . (string (string_content) @path))
  (#any-of? @_word "require" "load")) @import.file
(call
  method: (identifier) @_word
  arguments: (argument_list . (string (string_content) @path))
  (#eq? @_word "require_relative")) @import.relative

(module name: (_) @name) @definition.module
(module body: (_) @body) @definition.module
(module
  body: (body_statement
    (call method: (identifier) @_word arguments: (argument_list [(constant) (scope_resolution)] @base)))
  (#any-of? @_word "include" "extend" "prepend")) @definition.module
(class name: (_) @name) @definition.class
(class body: (_) @body) @definition.class
(class superclass: (superclass (_) @base)) @definition.class
(class
  body: (body_statement
    (call method: (identifier) @_word arguments: (argument_list [(constant) (scope_resolution)] @base)))
  (#any-of? @_word "include" "extend" "prepend")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_class method: (identifier) @_word)
  (#any-of? @_class "Struct" "Class" "Module" "Data")
  (#any-of? @_word "new" "define")) @definition.class
(assignment
  left: (constant)
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_word
    arguments: (argument_list . [(constant) (scope_resolution)] @base))
  (#eq? @_class "Class")
  (#eq? @_word "new")) @definition.class
(assignment
  left: (constant)
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_word
    arguments: (argument_list (simple_symbol) @name @definition.function.field))
  (#any-of? @_class "Struct" "Data")
  (#any-of? @_word "new" "define"))
(call
  !receiver
  method: (identifier) @_word
  arguments: (argument_list . (simple_symbol) @name)
  block: (_) @body
  (#eq? @_word "define_method")) @definition.function
(method name: [(identifier) (constant)] @name) @definition.function
(method body: (_) @body) @definition.function
(singleton_method object: (self) name: [(identifier) (constant)] @name) @definition.function.class
(singleton_method body: (_) @body) @definition.function.class
(singleton_class body: (body_statement (method) @definition.function.class))
(class
  superclass: (superclass (_) @_base)
  body: (body_statement (method name: (identifier) @_name) @definition.function.test)
  (#match? @_base "Test(Case)?$")
  (#match? @_name "^test_"))
(call
  !receiver
  method: (identifier) @_word
  arguments: (argument_list (simple_symbol) @name @definition.function.field)
  (#any-of? @_word "attr_reader" "attr_accessor"))
(assignment left: (constant) @name right: (_) @value) @definition.variable.constant

(method_parameters (identifier) @name @parameter)
(method_parameters (optional_parameter name: (identifier) @name value: (_) @value) @parameter)
(method_parameters (keyword_parameter name: (identifier) @name) @parameter)
(method_parameters (splat_parameter name: (identifier) @name) @parameter.rest)
(method_parameters (hash_splat_parameter name: (identifier) @name) @parameter.rest)
(method_parameters (block_parameter name: (identifier) @name) @parameter)
(block_parameters (identifier) @name @parameter)
(block_parameters (_ name: (identifier) @name) @parameter)
(block_parameters (destructured_parameter (identifier) @name @parameter))
(lambda_parameters (identifier) @name @parameter)
(block) @scope
(do_block) @scope
(lambda) @scope

(assignment left: (identifier) @name right: (_) @value) @local
(operator_assignment left: (identifier) @name right: (_) @value) @local
(left_assignment_list (identifier) @name @local)
(left_assignment_list (rest_assignment (identifier) @name @local))
(exception_variable (identifier) @name @local)
(for pattern: (identifier) @name @local)
(assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @set
(operator_assignment left: (instance_variable) @name right: (_) @value) @set
(method body: (body_statement (_) @return .))
(singleton_method body: (body_statement (_) @return .))
(method body: (call) @return)
(return (argument_list . (_) @value)) @return
[
  (then) @branch
  (else) @branch
  (do) @branch
  (when) @branch
  (rescue) @branch
  (if_modifier body: (_) @branch)
  (unless_modifier body: (_) @branch)
]

(call method: [(identifier) (constant)] @name) @call
(call receiver: (_) @receiver) @call
(call arguments: (_) @arguments) @call
(super) @name @call.super
(call method: (super) @name) @call.super
(call receiver: (identifier) @name @call.maybe)
(body_statement (identifier) @name @call.maybe)
(block_body (identifier) @name @call.maybe)
(then (identifier) @name @call.maybe)
(else (identifier) @name @call.maybe)
(program (identifier) @name @call.maybe)
(argument_list (identifier) @name @call.maybe)
(assignment right: (identifier) @name @call.maybe)
(operator_assignment right: (identifier) @name @call.maybe)
(binary left: (identifier) @name @call.maybe)
(binary right: (identifier) @name @call.maybe)
(unary operand: (identifier) @name @call.maybe)
(if condition: (identifier) @name @call.maybe)
(unless condition: (identifier) @name @call.maybe)
(if_modifier body: (identifier) @name @call.maybe)
(if_modifier condition: (identifier) @name @call.maybe)
(unless_modifier condition: (identifier) @name @call.maybe)
(interpolation (identifier) @name @call.maybe)
(pair value: (identifier) @name @call.maybe)
(array (identifier) @name @call.maybe)
(conditional (identifier) @name @call.maybe)
(parenthesized_statements (identifier) @name @call.maybe)
(element_reference object: (identifier) @name @call.maybe)

(comment) @comment
(string_content) @string
(heredoc_content) @string
(simple_symbol) @string
(hash_key_symbol) @string
(character) @string
(uninterpreted) @string
