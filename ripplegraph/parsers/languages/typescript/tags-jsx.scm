; Elements of JSX and TSX.

(jsx_opening_element) @reference.element
(jsx_self_closing_element) @reference.element
(jsx_closing_element) @element.close

(jsx_text) @text
(jsx_element (jsx_expression (string) .) @text.braces)
(jsx_attribute (jsx_expression . (string) .) @attribute.braces)
