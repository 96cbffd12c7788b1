"""Names as code sees them, each with what was found out about it: most are used again and again."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import Read, Step, Targets
from ripplegraph.linking.values.value import Values

CallAnswer = tuple[Targets, Values, int]
"""What a call site calls, as targets and as values, and the marks of why."""

_NO_CALLS: dict[str, CallAnswer] = {}
"""Shared by all names until it is known what they are: most are never called."""


class NameUse:
    """A name as it is seen from everywhere inside the scope that binds it."""

    __slots__ = (
        "around",
        "calls",
        "direct",
        "fixed",
        "indexes",
        "is_imported",
        "mark",
        "reads",
        "slots",
        "steps",
        "type_reads",
        "values",
        "values_mark",
        "where",
    )

    def __init__(
        self,
        where: int,
        indexes: Sequence[int],
        *,
        fixed: bool = True,
        direct: bool = True,
        is_imported: bool = False,
        around: tuple[int, ...] = (),
    ) -> None:
        self.around = around
        """Where members are in scope: the classes, inside out, that may have inherited it, and
        among them, as numbers below zero, the scopes of functions whose objects may have it."""
        self.where = where
        """The scope that binds it, or -1; all methods share `self`, so it is one of theirs."""
        self.indexes = indexes
        """Its bindings there."""
        self.fixed = fixed
        """Whether it has one binding: then it is the same from all over its scope."""
        self.direct = direct
        """Whether a definition or an import binds it, no variable or parameter."""
        self.is_imported = is_imported
        """Whether its one binding is an import from a module, of which it may be a variable."""
        self.slots: Sequence[Slot] | None = None
        """Where it leads, when it is fixed and that is known."""
        self.mark = 0
        """The marks of why it leads there."""
        self.values: Values | None = None
        """What it is, when it is fixed, known, and call flow has no part in it."""
        self.values_mark = 0
        self.calls = _NO_CALLS
        """What calling it calls, or attributes of it, by their chain; to be replaced, not added to,
        before `values` are known."""
        self.reads: tuple[Read, ...] | None = None
        """What reading it leads to, when it is fixed."""
        self.type_reads: tuple[Read, ...] | None = None
        self.steps: dict[str, tuple[Step, ...]] | None = None
        """What reading attributes of it leads to, by their chain."""
