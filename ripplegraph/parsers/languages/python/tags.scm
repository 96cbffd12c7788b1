; What extraction reads of a Python syntax tree. Names are found in the text: to capture each one
; takes longer than all the rest. What each one does there (bind, call, read) is worked out from the
; captures and from the text around it.

(function_definition) @definition.function
(class_definition) @definition.class
(lambda) @definition.lambda
(decorated_definition) @definition.decorated
[
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @scope.comprehension

(call) @reference.call
(raise_statement) @reference.raise
(binary_operator) @operator.binary
(comparison_operator) @operator.comparison
(unary_operator) @operator.unary
(subscript) @operator.item
(with_item) @with.item
((call function: (identifier) @operator.builtin)
  (#any-of? @operator.builtin "abs" "bool" "bytes" "dir" "float" "format" "hash" "int" "iter" "len"
    "next" "repr" "reversed" "round" "str"))
(interpolation) @interpolation

(import_statement) @import
(import_from_statement) @import.from
(future_import_statement) @import.future

(assignment) @binding.assignment
(augmented_assignment) @binding.augmented
(named_expression) @binding.walrus
(for_statement) @binding.for
(for_in_clause) @binding.for_in
(with_item value: (as_pattern) @binding.with)
(except_clause value: (as_pattern) @binding.except)
(global_statement) @binding.global
(nonlocal_statement) @binding.nonlocal
(type_alias_statement) @binding.type
(case_pattern (dotted_name . (identifier) @binding.case .))
(case_pattern (as_pattern (identifier) @binding.case .))
(case_pattern (splat_pattern (identifier) @binding.case))
(class_pattern (dotted_name) @reference.pattern)
(delete_statement) @statement.delete
((call function: (identifier) @_test) @narrow.test (#eq? @_test "isinstance"))
(case_pattern (class_pattern) @narrow.case)

(return_statement) @result.return
(yield) @result.yield

(while_statement) @loop.while
(if_statement consequence: (block) @conditional)
(elif_clause consequence: (block) @conditional)
(else_clause body: (block) @conditional)
(for_statement body: (block) @conditional)
(while_statement body: (block) @conditional)
(try_statement body: (block) @conditional)
(except_clause (block) @conditional)
(finally_clause (block) @conditional)
(case_clause consequence: (block) @conditional)
(module (if_statement condition: (_) @guard.condition consequence: (block) @guard.body))

; For fingerprints: what does not count, and where blocks begin and end.
(block) @block
(comment) @comment
(parenthesized_expression) @parentheses
(tuple . (_) .) @tuple.single
(return_statement (tuple) @parentheses.tuple)
(assignment right: (tuple) @parentheses.tuple)
(assignment left: (tuple_pattern) @parentheses.tuple)
(augmented_assignment right: (tuple) @parentheses.tuple)
(for_statement left: (tuple_pattern) @parentheses.tuple)
(for_statement right: (tuple) @parentheses.tuple)
(for_in_clause left: (tuple_pattern) @parentheses.tuple)
(delete_statement (tuple) @parentheses.tuple)
(yield (tuple) @parentheses.tuple)
(tuple) @tuple
