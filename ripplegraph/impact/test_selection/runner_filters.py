"""Names of tests for runners that choose tests by a filter, or run whole files only."""

from __future__ import annotations

import re
from typing import Final

_PHPUNIT: Final = re.compile(r"(.*) --filter (.+)")
_MINITEST: Final = re.compile(r"(.*) -n (.+)")
_DOTNET: Final = "--filter FullyQualifiedName~"
_WHOLE_FILES: Final = (".bats", "_spec.rb", ".exs", ".lua", ".dart", ".sh", ".bash")
"""How the names of files end whose tests have no names of their own: Bats, RSpec, ExUnit, busted,
`dart test`."""


def name_filtered(path: str, label: str) -> str | None:
    """Name a test for its runner; None where that names tests otherwise."""
    owner, _, method = label.rpartition(".")
    if path.endswith(_WHOLE_FILES):
        return path
    if path.endswith(".php"):
        return f"{path} --filter {owner}::{method}" if owner else path
    if path.endswith(".rb"):
        return f"{path} -n {owner.replace('.', '::')}#{method}" if owner else path
    if path.endswith(".cs"):
        stem = path.rpartition("/")[2].removesuffix(".cs")
        return f"{_DOTNET}{label if owner else stem}"
    return None


def read_filtered(name: str, path: str) -> str | None:
    """Return the definition that such a name means, or "" for all of its file."""
    if path.endswith(_WHOLE_FILES):
        return ""
    if path.endswith(".php"):
        found = _PHPUNIT.fullmatch(name)
        return found[2].replace("::", ".") if found else ""
    if path.endswith(".rb"):
        found = _MINITEST.fullmatch(name)
        return found[2].replace("::", ".").replace("#", ".") if found else ""
    if path.endswith(".cs"):
        label = name.removeprefix(_DOTNET)
        return label if "." in label else ""
    return None
