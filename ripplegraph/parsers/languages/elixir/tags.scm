(call
  target: (identifier) @_word
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_word "defmodule")) @definition.module
(call
  target: (identifier) @_word
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_word "defprotocol")) @definition.interface
(call target: (identifier) @_word (#eq? @_word "defimpl")) @scope
(call
  target: (identifier) @_word
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name))
    ])
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate")) @definition.function.class
(call
  target: (identifier) @_word
  (do_block) @body
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop")) @definition.function.class
(call
  target: (identifier) @_word
  (arguments . (string (quoted_content) @name))
  (do_block) @body
  (#any-of? @_word "test" "property")) @definition.function.class.test.sentence
(call
  target: (identifier) @_word
  (arguments . [
    (call (arguments (identifier) @name @parameter))
    (binary_operator left: (call (arguments (identifier) @name @parameter)))
  ])
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop"))
(stab_clause) @scope

(call
  target: (identifier) @_word
  (arguments . (alias) @name)
  (#eq? @_word "alias")) @import.member
(call
  target: (identifier) @_word
  (arguments . (alias) (keywords (pair key: (keyword) @_key value: (alias) @alias)))
  (#eq? @_word "alias")
  (#match? @_key "^as")) @import.member
(call
  target: (identifier) @_word
  (arguments . (dot left: (alias) @path right: (tuple (alias) @name @import.member)))
  (#eq? @_word "alias"))
(call
  target: (identifier) @_word
  (arguments . (alias) @path)
  (#any-of? @_word "import" "use")) @import.all
(call
  target: (identifier) @_word
  (arguments . (alias) @path)
  (#eq? @_word "require")) @import.file

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_word
    (#any-of? @_word "spec" "type" "typep" "opaque" "callback" "macrocallback"))) @quiet

(binary_operator left: (identifier) @name operator: "=" right: (_) @value) @local
(call target: (identifier) @name) @call
(call target: (dot left: (_) @receiver right: (identifier) @name)) @call
(unary_operator
  operator: "&"
  operand: (binary_operator left: (identifier) @reference operator: "/"))
(unary_operator
  operator: "&"
  operand: (binary_operator left: (call target: (dot) @reference) operator: "/"))
(alias) @reference

(comment) @comment
(quoted_content) @string
