(block
  (identifier) @_word
  . (string_lit (template_literal) @name)
  (#eq? @_word "variable")) @definition.variable.in-var
(block
  (identifier) @_word
  . (string_lit (template_literal) @name)
  (#eq? @_word "output")) @definition.class.in-output
(block
  (identifier) @_word
  . (string_lit (template_literal) @name)
  (#eq? @_word "module")) @definition.class.in-module
(block
  (identifier) @_word
  . (string_lit (template_literal) @name)
  . (string_lit (template_literal) @name)
  (#eq? @_word "resource")) @definition.class
(block
  (identifier) @_word
  . (string_lit (template_literal) @name)
  . (string_lit (template_literal) @name)
  (#eq? @_word "data")) @definition.class.in-data
(block (identifier) @_word (body) @body (#eq? @_word "variable")) @definition.variable
(block
  (identifier) @_word
  (body) @body
  (#any-of? @_word "output" "module" "resource" "data")) @definition.class
(block
  (identifier) @_word
  (body (attribute (identifier) @name (expression) @value) @definition.class.in-local)
  (#eq? @_word "locals"))
(block
  (identifier) @_word
  (body
    (attribute
      (identifier) @_key
      (expression (literal_value (string_lit (template_literal) @path)))))
  (#eq? @_word "module")
  (#eq? @_key "source")) @import.file

(_
  (variable_expr (identifier) @_word @name) @reference
  . (get_attr (identifier) @name)
  (#not-eq? @_word "data"))
(_
  (variable_expr (identifier) @_word @name) @reference
  . (get_attr (identifier) @name)
  . (get_attr (identifier) @name)
  (#eq? @_word "data"))

(comment) @comment
