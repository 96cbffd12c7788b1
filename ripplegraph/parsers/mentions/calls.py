"""Calls that request, answer or run something by a name that is written down."""

from __future__ import annotations

import re
from typing import Final

from ripplegraph.graph.expressions import Attribute, Expr, TextLiteral
from ripplegraph.graph.facts import DECORATOR, Call, FileFacts, Mention
from ripplegraph.parsers.mentions.requests import GAP, read_method, read_request
from ripplegraph.parsers.source import Source

METHODS: Final = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_CLIENTS = frozenset(
    {
        *("request", "fetch", "ajax", "getJSON", "urlopen", "websocket_connect", "axios", "ky"),
        *("got", "useSWR", "useFetch", "$fetch", "ofetch", "EventSource", "WebSocket", "stream"),
        *("Get", "Post", "Put", "Patch", "Delete", "Head", "NewRequest"),
        *("NewRequestWithContext", "Request", "apiFetch", "generic"),
    }
)
_GETS = frozenset({"fetch", "$fetch", "useSWR", "useFetch", "urlopen", "getJSON", "EventSource"})
"""Calls that get something unless their options say otherwise."""
_UNCLEAR = re.compile(r"\.\.\.|,\s*[A-Za-z_$]|\bmethod\b|\bdata\s*=")
_ROUTES = frozenset(
    {
        *("route", "add_url_rule", "add_api_route", "add_route", "api_route", "websocket", "all"),
        *("path", "re_path", "url", "register", "Route", "HandleFunc", "Handle", "Method"),
        *("MethodFunc", "Get", "Post", "Put", "Patch", "Delete", "Head", "Options"),
        *("GET", "POST", "PUT", "PATCH", "DELETE", "Any", "WebSocketRoute"),
    }
)
_MOUNTS = frozenset(
    {
        *("include_router", "register_blueprint", "use", "mount", "Mount", "Route", "route"),
        *("Group", "group", "include", "path", "re_path", "url", "StripPrefix", "basePath"),
    }
)
_ROUTERS = frozenset({"Blueprint", "APIRouter", "APIBlueprint"})
_TABLES = frozenset(
    {"create_table", "createTable", "Table", "pgTable", "mysqlTable", "sqliteTable"}
)
_PROGRAMS = frozenset(
    {
        *("run", "Popen", "call", "check_call", "check_output", "system", "popen", "spawn"),
        *("spawnSync", "fork", "exec", "execSync", "execFile", "execFileSync", "Command"),
        *("CommandContext", "create_subprocess_exec", "create_subprocess_shell", "run_path"),
        *("Worker", "SharedWorker", "importScripts", "addModule", "execa", "getoutput"),
        *("getstatusoutput", "URL", "execv", "execvp", "execl", "execlp", "spawnv"),
    }
)
_MODULES = frozenset(
    {"import_module", "__import__", "run_module", "find_spec", "import_string", "find_loader"}
)
_NAMES = METHODS | _CLIENTS | _ROUTES | _MOUNTS | _ROUTERS | _TABLES | _PROGRAMS | _MODULES
_HTTP = METHODS | _CLIENTS
_CODE = re.compile(
    r"[\w@./-]*\w\.(?:py|[cm]?[jt]sx?|sh|bash|zsh|rb|pl|php|lua|go|rs|ps1|bat|cmd|exs|jl|sql)",
    re.IGNORECASE,
)
_LITERAL = re.compile(r"[\"'`]([^\"'`\n]{1,300})[\"'`]")
_TABLE_NAME = re.compile(r"[\w$]+\s*\(\s*:?[\"'`]?(?:\w+\.)?(\w+)[\"'`]?\s*,")
_CLIENT_OWNERS = frozenset({"$", "jQuery", "axios", "requests", "httpx", "superagent", "ky", "got"})
_PARENTHESIS = re.compile(r"[()]")
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_LONGEST = 500
_MOST_LINKS = 8


class CallMentions:
    """What the calls of one file mention and offer."""

    def __init__(self, facts: FileFacts, source: Source) -> None:
        self.mentions: list[Mention] = []
        self.offers: list[Mention] = []
        self._facts = facts
        self._source = source
        self._decorating: set[int] | None = None
        self._is_script = facts.language in _SCRIPTS
        names = _NAMES
        for index, call in enumerate(facts.calls):
            callee = call.callee
            if type(callee) is str:
                name = callee[callee.rfind(".") + 1 :]
            elif type(callee) is Attribute:
                name = callee.name
            else:
                continue
            if name in names and not call.flags & DECORATOR:
                self._read(index, call, name)

    def _read(self, index: int, call: Call, name: str) -> None:
        if name in _PROGRAMS:
            self._read_program(index, call)
        elif name in _MODULES:
            self._read_module(index, call)
        elif name in _TABLES:
            self._read_table(index, call)
        else:
            self._read_route(index, call, name)

    # Requests and routes ----------------------------------------------------------------------

    def _read_route(self, index: int, call: Call, name: str) -> None:
        if self._passes_plain_text(call.position + len(name), name):
            return
        found = read_request(self._source.raw, self._find_path(call))
        method, text = ("", None) if found is None else found
        is_path = text is not None and (
            text.startswith(("/", "http", "{}/", "ws"))
            # The route that has nothing after the prefix of its router.
            or (not text and index in self._find_decorating())
        )
        if name in _HTTP and text is not None and is_path:
            if text.startswith("/") and self._has_base(call):
                text = GAP + text
            self._read_http(index, call, name, f"{method or self._method(call, name)} {text}")
        elif text is not None and name in _ROUTES and self._routes(call, name, text):
            self._offer("route", f"{self._method(call, name)} {text}", index, call)
        if name in _MOUNTS and (text is not None or call.args):
            self._offer("mount", f" {text}" if text is not None else "", index, call)
        elif name in _ROUTERS:
            self._offer("router", "", index, call)

    def _find_path(self, call: Call) -> int:
        """Return where the path of a call is written: in it, or before: `x.route("/").get(f)`."""
        at = call
        for _ in range(_MOST_LINKS):
            callee = at.callee
            if type(callee) is not Attribute or type(callee.base) is not int:
                break
            at = self._facts.calls[callee.base]
            if _last(at.callee) == "route":
                return at.position
        return call.position

    def _has_base(self, call: Call) -> bool:
        """Whether a path may come after a base that the object called was made with."""
        return self._is_script and _owner(call.callee) not in ("", *_CLIENT_OWNERS)

    def _passes_plain_text(self, at: int, name: str) -> bool:
        """Whether a call is like `x.get("key")`, as most are; seen without a search."""
        raw = self._source.raw
        start = raw[at : at + 3]
        return (
            name in METHODS
            and len(start) == 3
            and start[0] == "("
            and (start[1] in "\"'" and start[2] not in "/hw{$%\"'")
        )

    def _read_http(self, index: int, call: Call, name: str, request: str) -> None:
        """Read `x.get("/path", …)`, which asks a server, or says how one answers."""
        answers = index in self._find_decorating() or (
            (len(call.args) > 1 or (call.args and self._find_path(call) != call.position))
            and _owner(call.callee) not in _CLIENT_OWNERS
        )
        if answers and (name in METHODS or name in _ROUTES):
            self._offer("route", request.replace(f" {GAP}/", " /"), index, call)
        if index not in self._find_decorating():
            place = call.position
            self.mentions.append(
                Mention("request", request, place, self._source.line_at(place), index)
            )

    def _routes(self, call: Call, name: str, text: str) -> bool:
        """Whether a call says what answers a request: it has a handler, or is a decorator."""
        if name in ("path", "re_path", "url", "register"):
            return len(call.args) > 1
        if name == "Route" and call.callee != name:
            return False
        return text.startswith(("/", "GET ", "POST ", "PUT ", "PATCH ", "DELETE "))

    def _method(self, call: Call, name: str) -> str:
        lowered = name.lower()
        if lowered in METHODS:
            return lowered.upper()
        start = call.position
        end = self._end(start)
        found = read_method(self._source.raw, start, end)
        if found or name not in _GETS:
            return found
        return "" if _UNCLEAR.search(self._source.raw, start, end) else "GET"

    def _offer(self, kind: str, text: str, index: int, call: Call) -> None:
        line = self._source.line_at(call.position)
        self.offers.append(Mention(kind, text, call.position, line, index))

    def _find_decorating(self) -> set[int]:
        if self._decorating is None:
            self._decorating = {
                call.callee
                for call in self._facts.calls
                if call.flags & DECORATOR and isinstance(call.callee, int)
            }
        return self._decorating

    # Programs, modules, tables ----------------------------------------------------------------

    def _read_program(self, index: int, call: Call) -> None:
        raw = self._source.raw
        start = raw.find("(", call.position)
        if "." not in raw[start : start + _LONGEST] and "-m" not in raw[start : start + _LONGEST]:
            return
        before = ""
        for found in _LITERAL.finditer(self._source.raw, start, self._end(start)):
            for word in found[1].split():
                self._take_word(word, before, found.start(1), index)
                before = word

    def _take_word(self, word: str, before: str, position: int, index: int) -> None:
        line = self._source.line_at(position)
        if before == "-m" and re.fullmatch(r"\w+(?:\.\w+)*", word):
            self.mentions.append(Mention("module", word, position, line, index))
        elif _CODE.fullmatch(word):
            self.mentions.append(Mention("program", word, position, line, index))

    def _read_module(self, index: int, call: Call) -> None:
        first = call.args[0] if call.args else None
        if type(first) is TextLiteral and re.fullmatch(r"\.*[\w.]+", first.text):
            place = self._source.raw.find(first.text, call.position)
            line = self._source.line_at(place)
            self.mentions.append(Mention("module", first.text, place, line, index))

    def _read_table(self, index: int, call: Call) -> None:
        found = _TABLE_NAME.match(self._source.raw, call.position)
        if found is not None:
            self._offer("table", found[1].lower(), index, call)

    def _end(self, start: int) -> int:
        """Return the end of the arguments that begin after an offset, as far as that is near."""
        depth = 0
        raw = self._source.raw
        end = min(len(raw), start + _LONGEST)
        for found in _PARENTHESIS.finditer(raw, start, end):
            depth += 1 if found[0] == "(" else -1
            if depth <= 0:
                return found.start()
        return end


def _last(callee: Expr) -> str:
    if type(callee) is str:
        return callee.rpartition(".")[2]
    return callee.name if type(callee) is Attribute else ""


def _owner(callee: Expr) -> str:
    return callee.partition(".")[0] if isinstance(callee, str) and "." in callee else ""
