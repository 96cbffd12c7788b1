(package_statement name: (package) @name) @definition.module.rest
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(source_file
  (expression_statement
    (assignment_expression
      left: (variable_declaration "our" variable: (scalar (varname) @name))
      right: (_) @value)) @definition.variable)
(comment) @comment
(pod) @comment
