(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.function
(rule (targets . (word) @name) (recipe) @body (#not-match? @name "^\\.[A-Z]|%")) @definition.function
(rule (targets . (word) @name) (#not-match? @name "^\\.[A-Z]|%")) @definition.function
(comment) @comment
