; What extraction reads of every script, whatever its dialect. @structure holds what opens scopes or
; gives names, outermost first once sorted; what an identifier (@name) does at its place is worked
; out from the other captures and from the text around it.

[
  (function_declaration)
  (generator_function_declaration)
  (function_expression)
  (generator_function)
  (arrow_function)
  (method_definition)
  (class_declaration)
  (class)
  (lexical_declaration)
  (variable_declaration)
  (export_statement)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
  (class_static_block)
] @structure
(statement_block) @block

(import_statement) @import
(assignment_expression) @assignment
(augmented_assignment_expression left: (identifier) @assignment.augmented)
(return_statement) @result.return
(yield_expression) @result.yield

[(call_expression) (new_expression)] @reference.call
[(identifier) (this) (super) (shorthand_property_identifier)] @name
(decorator) @decorator
(object) @object
(member_expression
  object: [
    (call_expression) (subscript_expression) (parenthesized_expression)
    (new_expression)
  ]) @member

(for_statement) @loop
(for_in_statement) @loop
(while_statement) @loop
(do_statement) @loop
(if_statement consequence: (_) @conditional)
(else_clause) @conditional
(switch_case) @conditional
(switch_default) @conditional
(try_statement body: (_) @conditional)
(catch_clause) @conditional

; For fingerprints: what a formatter may write in several ways.
(parenthesized_expression) @parentheses
(template_string) @template
(regex) @regex
(pair key: (string) @key)
(method_definition name: (string) @key)
(new_expression !arguments) @new.bare
(for_statement) @for
(while_statement body: (empty_statement) @empty)
(for_statement body: (empty_statement) @empty)
(for_in_statement body: (empty_statement) @empty)
(if_statement consequence: (empty_statement) @empty)
(else_clause (empty_statement) @empty)
(expression_statement) @statement
(hash_bang_line) @dropped
(ERROR) @error
