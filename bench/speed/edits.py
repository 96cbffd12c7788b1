"""Edits of Django whose updates are measured, as steps that each change one file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

_FIELDS = "django/db/models/fields/__init__.py"
_QUERY = "django/db/models/query.py"
_ASKED, _ASKING, _UNRELATED = (
    "django/utils/text.py",
    "django/http/request.py",
    "django/apps/config.py",
)
_PROBE = "\n\ndef _probe_0(value):\n    return value\n"
_QUESTION = (
    "\n\nfrom django.utils.text import _probe_0\n\n\n"
    "def ask_probe(value):\n    return _probe_0(value)\n"
)


class Step(NamedTuple):
    """A change of one file, after which the project is scanned."""

    name: str
    path: str
    change: Callable[[str], str]


def add_parameter(text: str, *, cls: str, function: str) -> str:
    """Give a method of a class one more parameter, behind all others."""
    pattern = rf"(^class {cls}\b.*?^    def {function}\(.*?)(,?\s*\)(?: -> [^\n]*)?:\n)"
    return _replace(pattern, r"\1, probe_parameter=None\2", text)


def rename_class(text: str, *, cls: str) -> str:
    """Give a class another name in its class statement, and nowhere else."""
    return _replace(rf"^class {cls}\b", f"class {cls}Renamed", text)


def append(text: str, *, more: str) -> str:
    """Add lines at the end of a file."""
    return text + more


def cut(text: str, *, part: str) -> str:
    """Remove a part of a file."""
    return _replace(re.escape(part), "", text)


def _replace(pattern: str, new: str, text: str) -> str:
    changed, count = re.subn(pattern, new, text, count=1, flags=re.DOTALL | re.MULTILINE)
    if not count:
        raise ValueError(f"the file has nothing that matches {pattern}")
    return changed


EDITS: Mapping[str, tuple[Step, ...]] = {
    "new-parameter": (
        Step("new parameter", _FIELDS, partial(add_parameter, cls="Field", function="__init__")),
    ),
    "rename": (Step("rename", _QUERY, partial(rename_class, cls="QuerySet")),),
    "probe": (
        Step("ask for probe", _ASKING, partial(append, more=_QUESTION)),
        Step("add probe", _ASKED, partial(append, more=_PROBE)),
        Step("remove probe", _ASKED, partial(cut, part=_PROBE)),
        Step("unrelated", _UNRELATED, partial(append, more="\n\ndef unrelated():\n    return 1\n")),
    ),
}
