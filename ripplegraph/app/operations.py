"""What can be done with a project: a list of all operations and where each is offered."""

from collections.abc import Callable, Mapping
from typing import TypeVar

Method = TypeVar("Method", bound=Callable[..., object])

OPERATIONS: dict[str, Mapping[str, str]] = {}
"""Each operation of a project by method name, with its name on each face that offers it."""


def operation(**faces: str) -> Callable[[Method], Method]:
    """Declare where a method can be called from, such as `cli="status"`."""

    def declare(method: Method) -> Method:
        OPERATIONS[method.__name__] = faces
        return method

    return declare
