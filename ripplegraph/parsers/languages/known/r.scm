(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.function
(program
  (binary_operator
    lhs: (identifier) @name
    operator: ["<-" "=" "<<-"]
    rhs: [(float) (integer) (string) (true) (false) (null) (complex)] @value) @definition.variable)
(call
  function: (identifier) @_maker
  arguments: (arguments . argument: (argument value: (string content: (string_content) @name)))
  (#any-of? @_maker "setClass" "setRefClass")) @definition.class
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call function: (identifier) @_maker (#eq? @_maker "R6Class"))) @definition.class
(argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.function
(comment) @comment
