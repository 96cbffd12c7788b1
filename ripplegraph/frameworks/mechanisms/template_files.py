"""Finds the file of a template by the name that code or other templates give it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname, join, normpath
from typing import Final

from ripplegraph.frameworks.declarations import Framework, Templates
from ripplegraph.linking.engine.marks import NAMED
from ripplegraph.linking.lookup.packages import nearest

_MOST: Final = 5
_LONGEST: Final = 300


class TemplateFiles:
    """The templates of a project, by the last part of their paths."""

    def __init__(self, frameworks: Sequence[Framework], paths: frozenset[str]) -> None:
        self._kinds = [kind for framework in frameworks for kind in framework.templates]
        self._endings = tuple({ending for kind in self._kinds for ending in kind.endings})
        self._paths = paths
        self._by_name: dict[str, list[str]] | None = None

    def find_kinds(self, path: str) -> list[Templates]:
        """Return the languages of templates that a file may be in."""
        if not path.endswith(self._endings):
            return []
        return [kind for kind in self._kinds if is_template(path, kind)]

    def find_all(self) -> list[str]:
        """Return the templates of the project."""
        return sorted(path for path in self._paths if self.find_kinds(path))

    def find(self, name: str, path: str, probed: set[str]) -> Sequence[str]:
        """Return the files that a file may mean by the name of a template, noting every look."""
        if not name or len(name) > _LONGEST or name.startswith(("http:", "https:")):
            return ()
        found: dict[str, None] = {}
        for wanted in dict.fromkeys(self._spell(name, path)):
            probed.add(NAMED + basename(wanted))
            for candidate in self._get_named(basename(wanted)):
                if f"/{candidate}".endswith(f"/{wanted}") and candidate != path:
                    found[candidate] = None
            if found:
                break
        near = nearest(sorted(found), path)
        return near if len(near) <= _MOST else ()

    def _get_named(self, name: str) -> Sequence[str]:
        if self._by_name is None:
            self._by_name = {}
            for path in self._paths:
                if self.find_kinds(path):
                    self._by_name.setdefault(basename(path), []).append(path)
        return self._by_name.get(name, ())

    def _spell(self, name: str, path: str) -> Iterator[str]:
        """Yield the ends of paths that a name stands for."""
        if name.startswith("."):
            yield normpath(join(dirname(path), name))
        plain = name.strip("/")
        yield plain
        for kind in self._kinds:
            parts = plain.replace(kind.separator, "/") if kind.separator else plain
            for ending in kind.endings:
                yield f"{parts}{ending}"
                if kind.partial:
                    yield join(dirname(parts), f"{kind.partial}{basename(parts)}{ending}")


def is_template(path: str, kind: Templates) -> bool:
    """Whether a file is in a language of templates, by its path."""
    if not path.endswith(kind.endings):
        return False
    folders = path.split("/")[:-1]
    return not kind.folders or any(folder in kind.folders for folder in folders)
