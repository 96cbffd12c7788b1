; What extraction reads of a Rust file. @structure holds what opens scopes or declares names, outermost
; first once sorted; @block the blocks that declare something themselves.

[
  (function_item)
  (function_signature_item)
  (closure_expression)
  (struct_item)
  (union_item)
  (enum_item)
  (trait_item)
  (impl_item)
  (mod_item)
  (type_item)
  (associated_type)
  (const_item)
  (static_item)
  (macro_definition)
  (use_declaration)
  (extern_crate_declaration)
  (let_declaration)
  (let_condition)
  (match_arm)
  (for_expression)
] @structure

(block [
  (let_declaration)
  (function_item)
  (use_declaration)
  (const_item)
  (static_item)
  (struct_item)
  (enum_item)
  (impl_item)
  (type_item)
  (macro_definition)
]) @block

(call_expression) @reference.call
(macro_invocation) @macro
(macro_rule right: (token_tree) @template)

; Names that are no reads.
(field_initializer field: (field_identifier) @key)
(field_pattern name: [(field_identifier) (shorthand_field_identifier)] @key)
(type_binding name: (type_identifier) @skip)

(attribute_item) @attribute
[(line_comment) (block_comment)] @comment
(ERROR) @error
