(declType name: (identifier) @name type: (declClass)) @definition.class
(declType name: (identifier) @name type: (declIntf)) @definition.interface
(declConst name: (identifier) @name defaultValue: (_) @value) @definition.variable.constant
(defProc header: (declProc name: (_) @name) body: (_) @body) @definition.function
(comment) @comment
