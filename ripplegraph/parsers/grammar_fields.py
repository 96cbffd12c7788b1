"""Numbers of the fields of a grammar: finding a child by the name of its field is far slower."""

from __future__ import annotations

from tree_sitter_language_pack import get_language


class GrammarFields:
    """The numbers of a grammar's fields, as attributes; the grammar is loaded for the first one."""

    def __init__(self, grammar: str) -> None:
        self._grammar = grammar

    def __getattr__(self, name: str) -> int:
        number = get_language(self._grammar).field_id_for_name(name)  # type: ignore[arg-type]
        if number is None:
            raise AttributeError(f"The grammar {self._grammar!r} has no field {name!r}.")
        setattr(self, name, number)
        return number
