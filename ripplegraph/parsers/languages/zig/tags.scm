; What extraction reads of a Zig file. @structure holds what opens scopes or declares names, outermost
; first once sorted.

(Decl (FnProto)) @structure
[(VarDecl) (ContainerDecl) (ContainerField) (TestDecl)] @structure
(Block (Statement [(VarDecl) (ComptimeDecl)])) @structure
(IfPrefix . (_) @payload.value (PtrPayload variable: (IDENTIFIER) @payload))
(WhilePrefix . (_) @payload.value (PtrPayload variable: (IDENTIFIER) @payload))
(ForPrefix) @loop

(SuffixExpr) @suffix
(FnCallArguments) @reference.call

(FieldInit field_member: (IDENTIFIER) @skip)
[(line_comment) (doc_comment) (container_doc_comment)] @comment
(ERROR) @error
