(list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_word "defn" "defn-" "defmacro" "defmulti" "deftest")) @definition.function
(list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_word "def" "defonce")) @definition.variable
(list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_word "defrecord" "deftype")) @definition.class
(list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_word "defprotocol" "definterface")) @definition.interface
(comment) @comment
