(defun (defun_header function_name: (sym_lit) @name)) @definition.function
(list_lit . value: (sym_lit) @_word . value: (sym_lit) @name
  (#any-of? @_word "defvar" "defparameter" "defconstant")) @definition.variable
(list_lit . value: (sym_lit) @_word . value: (sym_lit) @name
  (#any-of? @_word "defclass" "defstruct" "define-condition")) @definition.class
(comment) @comment
(block_comment) @comment
