(function_def
  (function_command (argument_list . (argument) @name))
  (body) @body) @definition.function
(macro_def
  (macro_command (argument_list . (argument) @name))
  (body) @body) @definition.function
(source_file
  (normal_command (identifier) @_word (argument_list . (argument) @name)
    (#match? @_word "(?i)^(set|option)$")) @definition.variable)
(normal_command (identifier) @_word (argument_list . (argument) @name)
  (#match? @_word "(?i)^add_(library|executable|custom_target)$")) @definition.class
(line_comment) @comment
(bracket_comment) @comment
