"""The registry of all operations of a project, and where each is offered."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from ripplegraph.app.value_checks import Signature

Method = TypeVar("Method", bound=Callable[..., object])

OPERATIONS: dict[str, Mapping[str, str]] = {}
"""Each operation of a project by method name, with its name on each face that offers it."""


def operation(**faces: str) -> Callable[[Method], Method]:
    """Declare where a method can be called from, such as `cli="status"`.

    What it is given is checked against its types before it runs.
    """

    def declare(method: Method) -> Method:
        OPERATIONS[method.__name__] = faces
        signature = Signature(method)

        @wraps(method)
        def run(*arguments: Any, **options: Any) -> object:
            signature.check(arguments, options)
            return method(*arguments, **options)

        return cast("Method", run)

    return declare
