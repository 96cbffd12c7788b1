"""Methods of one object that are offered by another one."""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Method = Callable[Concatenate[Any, Parameters], Result]


class Delegate(Generic[Parameters, Result]):
    """A method that an attribute of its object carries out."""

    def __init__(self, attribute: str, method: "Method[Parameters, Result]") -> None:
        self._attribute = attribute
        self._method = method

    @overload
    def __get__(self, owner: None, kind: type) -> "Method[Parameters, Result]": ...

    @overload
    def __get__(self, owner: object, kind: type) -> Callable[Parameters, Result]: ...

    def __get__(self, owner: object | None, kind: type) -> Callable[..., Result]:
        if owner is None:
            return self._method
        found: Callable[Parameters, Result] = getattr(
            getattr(owner, self._attribute), self._method.__name__
        )
        return found
