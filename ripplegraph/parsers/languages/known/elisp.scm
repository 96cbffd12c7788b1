(function_definition name: (symbol) @name) @definition.function
(macro_definition name: (symbol) @name) @definition.function
(special_form . ["defvar" "defconst"] . (symbol) @name) @definition.variable
(list . (symbol) @_word . (symbol) @name
  (#any-of? @_word "defcustom" "defvar-local" "defgroup" "defface")) @definition.variable
(list . (symbol) @_word . (symbol) @name
  (#any-of? @_word "cl-defun" "cl-defmethod" "cl-defgeneric" "cl-defmacro" "define-minor-mode"
   "define-derived-mode" "ert-deftest")) @definition.function
(list . (symbol) @_word . (symbol) @name
  (#any-of? @_word "cl-defstruct" "defclass")) @definition.class
(comment) @comment
