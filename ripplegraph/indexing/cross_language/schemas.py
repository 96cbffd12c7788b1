"""Schemas of services, and the code that was generated from one or uses what was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from posixpath import basename
from typing import Final

from ripplegraph.indexing.cross_language.nearness import count_shared_folders
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import NAMED
from ripplegraph.linking.semantics import FileView

_ENDING: Final = ".proto"
_GENERATED = re.compile(r"(\w[\w.-]*?)(?:_pb2(?:_grpc)?|_grpc_pb|_pb|\.pb|_connect|_connectweb)$")
_SERVICE = re.compile(
    r"(?:New|Register)?(\w+?)(?:Stub|Servicer|ServiceClient|Client|Server|BlockingStub|Handler)$"
)


class Schemas:
    """Finds schemas by the names of what is generated from them."""

    def __init__(self, analysis: Analysis, paths: Collection[str]) -> None:
        self._analysis = analysis
        self._paths = paths
        self._named: dict[str, list[str]] | None = None

    def find_source(self, text: str, view: FileView) -> str | None:
        """Return the schema that a generated file names in its first lines."""
        found = [
            path
            for path in self._find_named(basename(text), view)
            if path == text or path.endswith(f"/{text}")
        ]
        return _choose_nearest(found or self._find_named(basename(text), view), view.path)

    def find_used(self, spec: str, view: FileView) -> str | None:
        """Return the schema of the generated module that an import names."""
        last = re.split(r"[/\\]", spec.removesuffix(".js"))[-1]
        last = last if last.endswith(".pb") else last.rpartition(".")[2]
        found = _GENERATED.fullmatch(last)
        if found is None:
            return None
        return _choose_nearest(self._find_named(found[1] + _ENDING, view), view.path)

    def find_services(self, path: str, view: FileView) -> Iterator[tuple[str, int, int]]:
        """Yield the services of a schema that a file names by what is generated for them.

        With each come the line and the scope it is named in.
        """
        schema = self._analysis.find_view(path)
        if schema is None:
            return
        own = {item.name: schema.ids[i] for i, item in enumerate(schema.definitions)}
        for line, scope, chain in _find_chains(view):
            found = _SERVICE.fullmatch(chain.rpartition(".")[2])
            if found is not None:
                name = next((n for n in (found[1], f"{found[1]}Service") if n in own), None)
                if name is not None:
                    self._analysis.ask(schema, name)
                    yield own[name], line, scope

    def _find_named(self, name: str, view: FileView) -> Sequence[str]:
        view.probed.add(NAMED + name)
        if self._named is None:
            self._named = {}
            for path in sorted(self._paths):
                if path.endswith(_ENDING):
                    self._named.setdefault(basename(path), []).append(path)
        return self._named.get(name, ())


def _find_chains(view: FileView) -> Iterator[tuple[int, int, str]]:
    for site in view.sites:
        if isinstance(site.callee, str):
            yield site.line, site.scope, site.callee
    for item in view.definitions:
        for base in item.bases:
            if isinstance(base, str):
                yield item.line, max(item.body, 0), base


def _choose_nearest(found: Sequence[str], path: str) -> str | None:
    """Return the one of several that lies nearest; none where two lie as near."""
    if len(found) < 2:
        return found[0] if found else None
    shares = {other: count_shared_folders(other, path) for other in found}
    best = [other for other, share in shares.items() if share == max(shares.values())]
    return best[0] if len(best) == 1 else None
