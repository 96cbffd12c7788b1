"""Other ways to try a repository: each module has `add_options(parser)` and `run(options, folder)`.

`run` works in copies below a folder, prints figures, and returns how many problems it found.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Protocol

_SHOWN = 8


class Figures(Protocol):
    """What a mode counts, in words, and the problems that it found."""

    @property
    def problems(self) -> list[str]: ...


def find_modes() -> list[str]:
    names = (module.name for module in iter_modules(__path__))
    return sorted(name for name in names if hasattr(load_mode(name), "add_options"))


def load_mode(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def report(figures: Figures) -> int:
    """Print what came out, and return how many problems there are."""
    print(figures)
    for problem in figures.problems[:_SHOWN]:
        print(problem)
    return len(figures.problems)
