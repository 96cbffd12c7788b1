"""Compares the calls that the graph has of a PHP project with what a language server makes of them.

    python -m bench.accuracy.php_calls PROJECT SERVER [--only src] [--show 20]

SERVER is `intelephense.js` of the npm package intelephense; `php` and `node` have to be there.
PHP's own lexer says where calls are, and the server, asked for the definition, what each of them
calls. A constructor is its class, and a method counts as one with what it overrides. A call of
which the server says nothing is not judged.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import unquote, urlparse

from bench.accuracy.call_graphs.call_graph import CallGraph, Traced, print_comparison, read_traced

_SCRIPT = Path(__file__).parent / "programs" / "sites.php"
_AT_ONCE = 200


@dataclass(frozen=True)
class Site:
    """A name that is called, lines and columns as PHP counts them."""

    path: Path
    line: int
    column: int
    name: str


def find_sites(files: Sequence[Path]) -> list[Site]:
    """Return where calls are in some files."""
    command = ["php", str(_SCRIPT), *map(str, files)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in text.splitlines()]
    return [Site(Path(path), int(line), int(column), name) for path, line, column, name in rows]


class Server:
    """A language server that answers over its standard streams."""

    def __init__(self, script: Path, root: Path, storage: str) -> None:
        process = subprocess.Popen(
            ["node", str(script), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.process = process
        self._input = cast("IO[bytes]", process.stdin)
        self._output = cast("IO[bytes]", process.stdout)
        self._last = 0
        folder = {"uri": root.as_uri(), "name": root.name}
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "workspaceFolders": [folder],
                "capabilities": {},
                "initializationOptions": {"storagePath": storage, "clearCache": True},
            },
        )
        self._read_until(lambda message: message.get("id") == self._last)
        self._send({"method": "initialized", "params": {}})

    def wait_for_index(self) -> None:
        """Wait until every file of the project was read."""
        self._read_until(lambda message: message.get("method") == "indexingEnded")

    def open(self, path: Path) -> None:
        """Show a file to the server: it answers for what an editor has open."""
        text = path.read_text("utf-8", "replace")
        document = {"uri": path.as_uri(), "languageId": "php", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def request(self, method: str, params: dict[str, Any]) -> int:
        """Ask something; the answer comes later."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        return self._last

    def find_definitions(self, sites: Sequence[Site]) -> Iterator[tuple[Site, Any]]:
        """Yield what the server says of each place."""
        for start in range(0, len(sites), _AT_ONCE):
            asked: dict[int, Site] = {}
            for site in sites[start : start + _AT_ONCE]:
                position = {"line": site.line - 1, "character": site.column}
                params = {"textDocument": {"uri": site.path.as_uri()}, "position": position}
                asked[self.request("textDocument/definition", params)] = site
            while asked:
                message = self._read()
                site_asked = asked.pop(message.get("id", -1), None)
                if site_asked is not None:
                    yield site_asked, message.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()

    def _read(self) -> dict[str, Any]:
        length = 0
        while (line := self._output.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        message: dict[str, Any] = json.loads(self._output.read(length))
        if "id" in message and "method" in message:
            self._send({"id": message["id"], "result": None})
            return {}
        return message

    def _read_until(self, is_wanted: Any) -> None:
        while not is_wanted(self._read()):
            pass


def ask(server: Server, sites: Sequence[Site], root: Path) -> Iterator[Traced]:
    """Yield the calls that the server knows of."""
    for path in sorted({site.path for site in sites}):
        server.open(path)
    for site, found in server.find_definitions(sites):
        places = found if isinstance(found, list) else [found] if found else []
        for place in places:
            path = Path(unquote(urlparse(place["uri"]).path))
            line = place["range"]["end"]["line"] + 1
            is_own = path.is_relative_to(root) and "vendor" not in path.relative_to(root).parts
            callee = (path.relative_to(root).as_posix(), line) if is_own else None
            yield Traced((site.path.relative_to(root).as_posix(), site.line), site.name, callee)


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("server", type=Path)
    parser.add_argument("--only", default="", help="a folder whose calls are compared")
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    options = parser.parse_args()
    project = options.project.resolve()
    graph = CallGraph(project, ("__construct",))
    sites = find_sites(sorted((project / options.only).rglob("*.php")))
    with tempfile.TemporaryDirectory() as storage:
        server = Server(options.server, project, storage)
        server.wait_for_index()
        calls = list(ask(server, sites, project))
        server.process.kill()
    judged = len({(*call.caller, call.name) for call in calls})
    print(f"{len(sites)} calls in the sources, about {judged} known to the server")
    print_comparison(graph, read_traced(graph, calls), options.show)


if __name__ == "__main__":
    main()
