(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @alias)
    (expression_list
      . value: (function_call
        name: (identifier) @_word
        arguments: (arguments . (string content: (string_content) @path)))))
  (#eq? @_word "require")) @import.value
(function_call
  name: (identifier) @_word
  arguments: (arguments . (string content: (string_content) @path))
  (#eq? @_word "require")) @import.file

(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list . value: (table_constructor) @body))) @definition.class.table)
(chunk
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (table_constructor) @body)) @definition.class.table)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list
        . value: (function_call
          name: (identifier) @_word
          arguments: (arguments
            . (table_constructor)
            . (table_constructor (field name: (identifier) @_index value: (_) @base)))
          (#eq? @_word "setmetatable")
          (#eq? @_index "__index"))))) @definition.class.table)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list
        . value: (function_call
          name: (method_index_expression table: (_) @base method: (identifier) @_word)
          (#any-of? @_word "extend" "subclass"))))) @definition.class.table)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list
        . value: (function_call
          name: (identifier) @_word
          arguments: (arguments . (identifier)? @base)
          (#any-of? @_word "class" "Class"))))) @definition.class.table)

(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list
        . value: [
          (binary_expression)
          (bracket_index_expression)
          (dot_index_expression)
          (function_call)
          (identifier)
        ]))) @definition.class.owner)

(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (identifier) @owner field: (identifier) @name)
  body: (_)? @body) @definition.function.class
(function_declaration
  name: (method_index_expression table: (identifier) @owner method: (identifier) @name)
  body: (_)? @body) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name))
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
(table_constructor
  (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function)

(parameters name: (identifier) @name @parameter)
(function_call arguments: (arguments (function_definition) @scope))
(return_statement (expression_list (function_definition) @scope))
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (_) @value))) @local
(variable_declaration (assignment_statement (variable_list name: (identifier) @name @local)))
(chunk
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (_) @value)) @local)
(assignment_statement
  (variable_list . (_) . name: (identifier) @name @local)
  (expression_list . (_) . value: (_) @value))
(assignment_statement
  (variable_list . (_) . (_) . name: (identifier) @name @local)
  (expression_list . (_) . (_) . value: (_) @value))
(assignment_statement
  (variable_list . (_) . (_) . (_) . name: (identifier) @name @local)
  (expression_list . (_) . (_) . (_) . value: (_) @value))
(assignment_statement
  (variable_list . (_) . (_) . (_) . (_) . name: (identifier) @name @local)
  (expression_list . (_) . (_) . (_) . (_) . value: (_) @value))
(assignment_statement
  (variable_list . (_) . (_) . (_) . (_) . (_) . name: (identifier) @name @local)
  (expression_list . (_) . (_) . (_) . (_) . (_) . value: (_) @value))
(variable_declaration (variable_list name: (identifier) @name @local))
(for_generic_clause (variable_list name: (identifier) @name @local))
(for_numeric_clause name: (identifier) @name @local)
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name))
  (expression_list . value: (_) @value)) @set
(return_statement (expression_list . (_) @value)) @return
(chunk (return_statement (expression_list . (_) @value)) @export)
[
  (if_statement consequence: (_) @branch)
  (else_statement) @branch
  (elseif_statement) @branch
  (for_statement) @branch
  (while_statement) @branch
]

(function_call name: (identifier) @name arguments: (_) @arguments) @call
(function_call
  name: (dot_index_expression table: (_) @receiver field: (identifier) @name)
  arguments: (_) @arguments) @call
(function_call
  name: (method_index_expression table: (_) @receiver method: (identifier) @name)
  arguments: (_) @arguments) @call

(comment) @comment
(string) @string
(goto_statement) @string
(label_statement) @string
(field name: (identifier) @skip)
