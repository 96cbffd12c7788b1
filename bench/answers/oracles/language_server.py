"""Asks a language server who uses what."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple, cast
from urllib.parse import unquote, urlparse

from bench.answers.oracles.truth import Place, Symbol, Word

_LONGEST = 300
"""Seconds after which a server that says nothing is given up."""
_FUNCTIONS = frozenset({6, 9, 12})
_TYPES = frozenset({5, 10, 11, 23})
_VALUES = frozenset({13, 14})
_OUTER = frozenset({1, 2, 3, 4, *_TYPES})


class ServerKind(NamedTuple):
    """How one language's server is started and told what it needs."""

    language_id: str
    endings: tuple[str, ...]
    options: Mapping[str, Any]
    ready: str = ""
    """The notification that says that everything was read."""
    has_progress: bool = False
    """Whether it reports its reading as progress, which ends."""


KINDS = {
    "python": ServerKind("python", (".py", ".pyi"), {}),
    "typescript": ServerKind("typescript", (".ts", ".tsx", ".mts"), {}),
    "php": ServerKind("php", (".php",), {"clearCache": True}, ready="indexingEnded"),
    "cpp": ServerKind("cpp", (".cc", ".cpp", ".h", ".hpp", ".cxx"), {}, has_progress=True),
}


class Connection:
    """A server that answers over its standard streams."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        self._input = cast("IO[bytes]", self.process.stdin)
        self._output = cast("IO[bytes]", self.process.stdout)
        self._last = 0
        self._waiting: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.notified: list[dict[str, Any]] = []
        # Read all the time: a server whose pipe is full does not read what it is sent.
        threading.Thread(target=self._receive, daemon=True).start()

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """Ask something and return the answer."""
        self._last += 1
        number = self._last
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == number and "method" not in message:
                return message.get("result")

    def tell(self, method: str, params: Mapping[str, Any]) -> None:
        """Tell something that needs no answer."""
        self._send({"method": method, "params": params})

    def read(self) -> dict[str, Any]:
        """Return the next message; requests of the server are answered with nothing."""
        message = self._waiting.get(timeout=_LONGEST)
        if message is None:
            raise SystemExit("the language server ended")
        if "id" in message and "method" in message:
            items = message.get("params", {}).get("items") if message.get("params") else None
            result = [None] * len(items) if isinstance(items, list) else None
            self._send({"id": message["id"], "result": result})
        elif "method" in message:
            self.notified.append(message)
        return message

    def _receive(self) -> None:
        length = 0
        while line := self._output.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
            elif not line.strip():
                self._waiting.put(json.loads(self._output.read(length)))
        self._waiting.put(None)

    def _send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()


class LanguageServer:
    """An oracle that asks a server for references and definitions."""

    def __init__(
        self, language: str, command: Sequence[str], root: Path, paths: Sequence[str]
    ) -> None:
        """Start the server and show it all files of the project in its language."""
        kind = KINDS[language]
        self._root = root
        self._storage = TemporaryDirectory()
        self._paths = [path for path in paths if path.endswith(kind.endings)]
        self._connection = Connection(command, root)
        folder = {"uri": root.as_uri(), "name": root.name}
        symbols = {"hierarchicalDocumentSymbolSupport": True}
        self._connection.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "workspaceFolders": [folder],
                "capabilities": {
                    "textDocument": {"documentSymbol": symbols},
                    "workspace": {"configuration": language == "python"},
                    "window": {"workDoneProgress": kind.has_progress},
                },
                "initializationOptions": {**kind.options, "storagePath": self._storage.name},
            },
        )
        self._connection.tell("initialized", {})
        if kind.ready:
            self._wait(kind)
        self._open(kind)
        if kind.has_progress:
            self._wait(kind)
        self._symbols: list[Symbol] = []

    def _open(self, kind: ServerKind) -> None:
        for path in self._paths:
            text = (self._root / path).read_text("utf-8", "replace")
            is_tsx = path.endswith(".tsx")
            language = "typescriptreact" if is_tsx else kind.language_id
            document = {"uri": self._to_uri(path), "languageId": language, "version": 1}
            self._connection.tell(
                "textDocument/didOpen", {"textDocument": {**document, "text": text}}
            )

    def _wait(self, kind: ServerKind) -> None:
        """Wait until the server has read everything."""
        while kind.ready and not any(m["method"] == kind.ready for m in self._connection.notified):
            self._connection.read()
        while kind.has_progress and not any(
            m["method"] == "$/progress" and m["params"]["value"].get("kind") == "end"
            for m in self._connection.notified
        ):
            self._connection.read()

    def close(self) -> None:
        """End the server."""
        self._connection.process.kill()

    def find_symbols(self) -> Sequence[Symbol]:
        if not self._symbols:
            for path in self._paths:
                document = {"textDocument": {"uri": self._to_uri(path)}}
                found = self._connection.ask("textDocument/documentSymbol", document) or ()
                self._symbols.extend(_flatten(path, found, is_inner=False))
        return self._symbols

    def find_references(self, symbol: Symbol) -> set[Place]:
        found = self._connection.ask(
            "textDocument/references",
            {
                **self._to_position(symbol.path, symbol.line, symbol.column),
                "context": {"includeDeclaration": False},
            },
        )
        return {place for item in found or () if (place := self._to_place(item))}

    def find_meaning(self, word: Word) -> set[Place] | None:
        path, line = word.place
        position = self._to_position(path, line, word.column)
        found = self._connection.ask("textDocument/definition", position)
        items = found if isinstance(found, list) else [found] if found else []
        if not items:
            return None
        places = {place for item in items if (place := self._to_place(item))}
        return places - {(path, line)} if len(places) > 1 else places

    def _to_uri(self, path: str) -> str:
        return (self._root / path).as_uri()

    def _to_position(self, path: str, line: int, column: int) -> dict[str, Any]:
        position = {"line": line - 1, "character": column}
        return {"textDocument": {"uri": self._to_uri(path)}, "position": position}

    def _to_place(self, item: Mapping[str, Any]) -> Place | None:
        uri, within = item.get("uri"), item.get("range")
        if uri is None or within is None:
            uri, within = item["targetUri"], item["targetSelectionRange"]
        path = Path(unquote(urlparse(uri).path))
        if not path.is_relative_to(self._root) or "node_modules" in path.parts:
            return None
        return path.relative_to(self._root).as_posix(), within["start"]["line"] + 1


def _flatten(path: str, items: Sequence[Any], *, is_inner: bool) -> Iterator[Symbol]:
    """Yield symbols of a file, without what functions contain."""
    for item in items:
        if "selectionRange" not in item:
            continue
        kind, name = item["kind"], item["name"]
        start = item["selectionRange"]["start"]
        is_known = kind in _FUNCTIONS or kind in _TYPES or (kind in _VALUES and not is_inner)
        plain = name.partition("(")[0].rpartition("::")[2]
        if is_known and plain.replace("$", "").replace("_", "a").isalnum():
            last = item["range"]["end"]["line"] + 1
            column = start["character"]
            yield Symbol(path, start["line"] + 1, plain, last, column, is_inner)
        if kind in _OUTER:
            inner = is_inner or kind in _TYPES
            yield from _flatten(path, item.get("children") or (), is_inner=inner)
