(list . (symbol) @_word . (list . (symbol) @name)
  (#any-of? @_word "define" "define*" "define-inline")) @definition.function
(list . (symbol) @_word . (symbol) @name . (list . (symbol) @_lambda)
  (#eq? @_word "define") (#any-of? @_lambda "lambda" "case-lambda")) @definition.function
(program (list . (symbol) @_word . (symbol) @name . [(number) (string) (symbol) (boolean) (quote)] @value
  (#eq? @_word "define")) @definition.variable)
(list . (symbol) @_word . (symbol) @name
  (#any-of? @_word "define-syntax" "define-macro")) @definition.function
(list . (symbol) @_word . (symbol) @name
  (#any-of? @_word "define-record-type" "define-class")) @definition.class
(comment) @comment
(block_comment) @comment
