"""Reads from the paths of files which addresses they answer: `api/users/[id].get.ts`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from posixpath import dirname
from typing import Final, NamedTuple

from ripplegraph.frameworks.declarations import FileRoutes, Framework
from ripplegraph.frameworks.mechanisms.rule_tables import fits

PAGE: Final = "PAGE"
"""In place of a method: a page, which links and not requests lead to."""
METHODS: Final = ("get", "post", "put", "patch", "delete", "head", "options")
_PARAMETER = re.compile(r"\[\[?(\.\.\.)?([\w-]+)(?:=\w+)?\]\]?")
_INDEX: Final = "index"


class FileRoute(NamedTuple):
    """An address that a file answers."""

    framework: Framework
    rule: FileRoutes
    method: str
    """The method that the name of the file says, if any."""
    address: str
    is_page: bool


def find_file_routes(path: str, frameworks: Sequence[Framework]) -> Iterator[FileRoute]:
    """Yield the addresses that a file answers where the frameworks are in use."""
    for framework in frameworks:
        for rule in framework.file_routes:
            found = _read_path(path, rule)
            if found is not None:
                yield FileRoute(framework, rule, *found, rule.pages)


def _read_path(path: str, rule: FileRoutes) -> tuple[str, str] | None:
    ending = next((end for end in rule.endings if path.endswith(end)), None)
    below = ending and next((b for f in rule.folders if (b := _find_below(path, f))), None)
    if not below or not ending:
        return None
    if any(fits(below.partition("/")[0], pattern) for pattern in rule.without):
        return None
    *folders, name = below.removesuffix(ending).split("/")
    if rule.leaves:
        if name not in rule.leaves:
            return None
        return "", _join(rule, folders)
    front, _, method = name.rpartition(".")
    if front and method in METHODS and not rule.pages:
        name = front
    else:
        method = ""
    parts = [p for part in (*folders, name) for p in (part.split(".") if rule.dots else (part,))]
    return method.upper(), _join(rule, parts)


def _find_below(path: str, folder: str) -> str:
    """Return the path below a folder that may stand anywhere."""
    _, found, below = f"/{path}".partition(f"/{folder}/")
    return below if found else ""


def _join(rule: FileRoutes, parts: Sequence[str]) -> str:
    if parts and parts[-1] in (_INDEX, "_index"):
        parts = parts[:-1]
    spelled = [text for part in parts if (text := _spell(part, rule))]
    return "/".join([rule.prefix, *spelled]) or "/"


def _spell(part: str, rule: FileRoutes) -> str:
    """Return a part of a path as one of an address; groups and slots are none."""
    if (part.startswith("(") and part.endswith(")")) or part.startswith("@"):
        return ""
    if rule.dots and part.startswith("_"):
        return ""
    if rule.dots and part.startswith("$"):
        return f":{part[1:]}" if part[1:] else "{...rest}"
    part = part.rstrip("_") if rule.dots else part
    found = _PARAMETER.search(part)
    if found is None:
        return part
    return f"{{...{found[2]}}}" if found[1] else f":{found[2]}"


def is_near(path: str, config: str) -> bool:
    """Whether a file belongs to the project whose configuration lies at a path."""
    folder = dirname(config)
    return not folder or path.startswith(f"{folder}/")
