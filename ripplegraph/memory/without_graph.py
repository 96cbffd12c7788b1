"""Lets what is done with memories go on where the graph, which can be made again, is damaged."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from ripplegraph.memory.desk import Desk

AnyDesk = TypeVar("AnyDesk", bound="Desk")
Values = ParamSpec("Values")
Result = TypeVar("Result")


def spare_graph(
    method: Callable[Concatenate[AnyDesk, Values], Result],
) -> Callable[Concatenate[AnyDesk, Values], Result]:
    """Call a method again without the graph if the graph cannot be read.

    Such a method must not fail because of the graph once its changes are written.
    """

    @functools.wraps(method)
    def call(desk: AnyDesk, /, *values: Values.args, **options: Values.kwargs) -> Result:
        try:
            return method(desk, *values, **options)
        except Exception as error:
            if desk.has_lost_graph or not desk.is_of_graph(error):
                raise
            desk.has_lost_graph = True
        return method(desk, *values, **options)

    return call
