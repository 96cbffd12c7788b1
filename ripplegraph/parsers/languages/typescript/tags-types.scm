; What TypeScript adds: declarations without bodies, and types.

[
  (function_signature)
  (abstract_class_declaration)
  (interface_declaration)
  (type_alias_declaration)
  (enum_declaration)
  (internal_module)
  (module)
  (ambient_declaration)
  (import_alias)
  (conditional_type)
  (function_type type_parameters: (_))
  (constructor_type type_parameters: (_))
  (call_signature type_parameters: (_))
  (construct_signature type_parameters: (_))
  (index_signature (mapped_type_clause))
] @structure
(method_signature type_parameters: (_)) @structure

(type_identifier) @type
(infer_type (type_identifier) @binding.infer)
(mapped_type_clause name: (type_identifier) @binding.skip)
(type_parameter name: (type_identifier) @binding.skip)
(index_signature name: (identifier) @binding.skip)
(required_parameter pattern: (identifier) @binding.skip)
(optional_parameter pattern: (identifier) @binding.skip)
(required_parameter name: (identifier) @binding.skip)
(optional_parameter name: (identifier) @binding.skip)
(rest_pattern (identifier) @binding.skip)

(parenthesized_type) @parentheses.type
(object_type ["," ";"] @dropped)
(interface_body ["," ";"] @dropped)
(template_literal_type) @template
(property_signature name: (string) @key)
(method_signature name: (string) @key)
(public_field_definition name: (string) @key)
(enum_body name: (string) @key)
(enum_assignment name: (string) @key)
(member_expression object: (non_null_expression)) @member
