"""The frameworks that are known: those of ripple, and those that a project describes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Final

import msgspec

from ripplegraph.errors import ConfigError
from ripplegraph.frameworks.declarations import Framework, Models

BUILT_IN: Final = (
    *("celery", "click", "django", "fastapi", "flask", "jinja", "laravel", "nest", "next"),
    *("nuxt", "pytest", "rails", "react", "spring", "sqlalchemy", "vue"),
)
"""The folders in this room that declare a framework."""
_ORIGIN: Final = "the setting frameworks.described"


@cache
def find_frameworks(off: tuple[str, ...] = (), described: str = "") -> tuple[Framework, ...]:
    """Return the frameworks that count, in the order of their names."""
    found = {framework.name: framework for framework in _load_built_in()}
    found |= {framework.name: framework for framework in read_described(described)}
    return tuple(found[name] for name in sorted(found) if name not in off)


@cache
def _load_built_in() -> tuple[Framework, ...]:
    modules = (import_module(f"{__package__}.{name}.framework") for name in BUILT_IN)
    return tuple(framework for module in modules for framework in module.FRAMEWORKS)


@cache
def find_models() -> tuple[Models, ...]:
    """Return what all frameworks that come with ripple say of classes that stand for tables."""
    return tuple(models for framework in _load_built_in() for models in framework.models)


def read_described(text: str) -> tuple[Framework, ...]:
    """Return the frameworks that settings describe, as JSON; anything else raises an error."""
    if not text:
        return ()
    try:
        found = msgspec.json.decode(text, type=tuple[Framework, ...])
    except msgspec.DecodeError as error:
        raise ConfigError(
            f"A framework in the settings cannot be read: {error}.",
            hint="docs/how-to/add-a-framework.md describes the form.",
            origin=_ORIGIN,
        ) from error
    _refuse_patterns(found)
    return found


def _refuse_patterns(frameworks: Iterable[Framework]) -> None:
    """Refuse patterns of a project: a regular expression can keep a scan busy for ever."""
    for framework in frameworks:
        if framework.templates or framework.passages or framework.conventions or framework.readers:
            raise ConfigError(
                f"The framework {framework.name!r} in the settings declares patterns of texts.",
                hint="Only the frameworks that come with ripple can do so.",
                origin=_ORIGIN,
            )
