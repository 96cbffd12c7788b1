(type_declaration name: (upper_case_identifier) @name) @definition.class
(type_alias_declaration name: (upper_case_identifier) @name) @definition.class
(file
  (value_declaration
    functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)
    body: (_) @body) @definition.function)
(line_comment) @comment
(block_comment) @comment
