; Where the JavaScript grammar has names of its own.

(formal_parameters (identifier) @binding.skip)
(rest_pattern (identifier) @binding.skip)
(field_definition property: (string) @key)
