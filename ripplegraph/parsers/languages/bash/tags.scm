(command
  name: (command_name (word) @_word)
  . argument: (_) @path
  (#any-of? @_word "source" ".")) @import.all
(command name: (command_name (_) @path) (#match? @path "[.](sh|bash)\"?$")) @import.file
(command
  name: (command_name (word) @_word)
  argument: (_) @path
  (#any-of? @_word "bash" "sh" "zsh" "exec")
  (#match? @path "[.](sh|bash)\"?$")) @import.file
(command
  name: (command_name (word) @_word)
  . argument: (_) @path
  (#eq? @_word "load")) @import.all

(function_definition name: (word) @name body: (_) @body) @definition.function
(program (variable_assignment name: (variable_name) @name value: (_) @value) @definition.variable)
(program
  (declaration_command
    (variable_assignment name: (variable_name) @name value: (_) @value) @definition.variable))
(function_definition
  body: (_ (declaration_command (variable_assignment name: (variable_name) @name) @local)))
(function_definition
  body: (_ (declaration_command (variable_name) @name @local)))

(command name: (command_name (word) @name)) @call
(simple_expansion (variable_name) @reference)
(expansion (variable_name) @reference)

(comment) @comment
