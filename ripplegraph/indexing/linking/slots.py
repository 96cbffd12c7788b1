"""Slots: where a name or an attribute finally leads, imports followed. Hashable tuples, tag first.

(BINDING, path, scope, index)   a binding of that scope
(SET, path, index)              an attribute set in a method: `self.x = ...`
(TO_MODULE, path)               a file's module
(TO_PACKAGE, folder)            a package without a file of its own
(OUTSIDE, name)                 something outside the project, by dotted name
(EXPORTED, path, name)          an exported expression without a name: `export default f()`
(SYMBOL, path, definition)      a definition reached without a binding
(ITEM, path, display, index)    an item of a display: a property of an object literal
(TO_NAMESPACE, name, inside)    a package whose files share their names; `inside` for its own tests;
                                where code writes it in front of a name, the path of that code
"""

from __future__ import annotations

from typing import Any, Final

BINDING: Final = 0
SET: Final = 1
TO_MODULE: Final = 2
TO_PACKAGE: Final = 3
OUTSIDE: Final = 4
EXPORTED: Final = 5
SYMBOL: Final = 6
ITEM: Final = 7
TO_NAMESPACE: Final = 8

Slot = tuple[Any, ...]
