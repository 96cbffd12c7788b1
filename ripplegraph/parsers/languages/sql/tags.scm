(create_table (object_reference name: (identifier) @name)) @definition.class
(create_view (object_reference name: (identifier) @name)) @definition.class
(create_materialized_view (object_reference name: (identifier) @name)) @definition.class
(create_type (object_reference name: (identifier) @name)) @definition.class
(create_function . (_) (object_reference name: (identifier) @name)) @definition.function
(create_trigger . (_) (object_reference name: (identifier) @name)) @definition.function

(statement (cte)) @scope
(cte . (identifier) @name @local)

(relation (object_reference name: (identifier) @reference))
(insert (object_reference name: (identifier) @reference))
(from (object_reference name: (identifier) @reference))
(column_definition (object_reference name: (identifier) @reference))
(constraint (object_reference name: (identifier) @reference))
(alter_table (object_reference name: (identifier) @reference))
(drop_table (object_reference name: (identifier) @reference))
(drop_view (object_reference name: (identifier) @reference))
(create_index (object_reference name: (identifier) @reference))
(create_trigger (object_reference name: (identifier) @reference))
(invocation (object_reference name: (identifier) @name)) @call

(comment) @comment
(marginalia) @comment
