"""Functions that are imported when they are called: no scan needs the code of every language."""

from importlib import import_module
from typing import Any


class LazyFunction:
    """A function of a module that is not loaded yet."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__ = module
        self._name = name
        self._function: Any = None

    def __call__(self, *arguments: Any) -> Any:
        if self._function is None:
            self._function = getattr(import_module(self.__module__), self._name)
        return self._function(*arguments)
