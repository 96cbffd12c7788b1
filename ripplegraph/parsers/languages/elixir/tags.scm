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
(call
  target: (identifier) @_word
  (arguments . (alias) @name @implements)
  (do_block) @body
  (#eq? @_word "defimpl")) @definition.class.parts
(call
  target: (identifier) @_word
  (arguments
    (keywords (pair key: (keyword) @_key value: [(alias) @name (list . (alias) @name)])))
  (#eq? @_word "defimpl")
  (#match? @_key "^for")) @definition.class.parts
(call
  target: (identifier) @_word
  (do_block
    (unary_operator
      operator: "@"
      operand: (call target: (identifier) @_attribute (arguments . (alias) @implements))))
  (#eq? @_word "defmodule")
  (#eq? @_attribute "behaviour")) @definition.module
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_word
    (arguments
      (binary_operator
        left: (call target: (identifier) @name (arguments) @arguments)
        operator: "::")))
  (#any-of? @_word "callback" "macrocallback")) @definition.function.class.abstract
(call
  target: (identifier) @_word
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: (identifier) @name operator: "when")
      (binary_operator left: (call target: (identifier) @name) operator: "when")
    ])
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate")) @definition.function.class
(call
  target: (identifier) @_word
  (arguments
    . [
      (call target: (identifier) (arguments) @arguments)
      (binary_operator left: (call target: (identifier) (arguments) @arguments) operator: "when")
    ])
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate")) @definition.function.class
(call
  target: (identifier) @_word
  (arguments
    . [
      (call (arguments (binary_operator operator: "\\\\") @optional))
      (binary_operator left: (call (arguments (binary_operator operator: "\\\\") @optional)))
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
  (arguments . [(alias) (dot left: (identifier) right: (alias)) (identifier)] @name)
  (#eq? @_word "alias")) @import.member
(call
  target: (identifier) @_word
  (arguments . (_) (keywords (pair key: (keyword) @_key value: (alias) @alias)))
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
  (#eq? @_word "use")) @import.all.used
(call
  target: (identifier) @_quote
  (do_block
    (call target: (identifier) @_word (arguments . (alias) @path)) @import.all.quoted)
  (#eq? @_quote "quote")
  (#eq? @_word "import"))
(call
  target: (identifier) @_quote
  (do_block
    (call target: (identifier) @_word (arguments . (alias) @name)) @import.member.quoted)
  (#eq? @_quote "quote")
  (#eq? @_word "alias"))
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
(call (arguments) @arguments) @call
(call (do_block) @block) @call
(binary_operator operator: "|>" right: (call) @call.piped)
(binary_operator operator: "|>" right: (identifier) @name @call.piped)
(call
  target: (identifier) @_word
  (arguments
    . (call target: (identifier) @name (arguments) @arguments) @call.delegated
    (keywords (pair key: (keyword) @_key value: (alias) @receiver)))
  (#eq? @_word "defdelegate")
  (#match? @_key "^to"))
(call
  target: (identifier) @_word
  (arguments
    . (call) @call.delegated
    (keywords (pair key: (keyword) @_key value: (atom) @target)))
  (#eq? @_word "defdelegate")
  (#match? @_key "^as"))
(unary_operator
  operator: "&"
  operand: (binary_operator
    left: [(identifier) (call target: (dot))]
    operator: "/"
    right: (integer)) @reference @quiet)
(alias) @reference

(comment) @comment
(quoted_content) @string
