"""Which Go files can be part of one build: what their names and `//go:build` lines ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

SYSTEMS = (
    *("linux", "darwin", "windows", "freebsd", "netbsd", "openbsd", "dragonfly", "solaris"),
    *("illumos", "aix", "android", "ios", "hurd", "js", "plan9", "wasip1", "nacl", "zos"),
)
_UNIX = frozenset(SYSTEMS[:1] + SYSTEMS[1:2] + SYSTEMS[3:13])
_ALSO = {"android": "linux", "ios": "darwin", "illumos": "solaris"}
"""Systems that count as another one, too."""
MACHINES = frozenset(
    {
        *("386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle"),
        *("ppc64", "ppc64le", "riscv64", "s390x", "sparc64", "wasm", "ppc", "riscv", "sparc"),
    }
)
_NEVER = "ignore"
"""What files ask for, by convention, that are run alone and are part of no package."""
_RELEASE = re.compile(r"go1\.\d+")
_LINE = re.compile(r"^//go:build[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_OLD_LINE = re.compile(r"^//[ \t]*\+build[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_TOKEN = re.compile(r"&&|\|\||[!()]|[^\s!()&|]+")
_MOST_FREE = 6

Tree = str | tuple["Tree", ...]
"""A tag, or an operator with what it is applied to."""


def read_condition(header: str) -> str:
    """Return what the lines above the package clause ask for, as one expression."""
    found = _LINE.search(header)
    if found is not None:
        return found[1]
    return " && ".join(f"({_convert(line)})" for line in _OLD_LINE.findall(header))


def _convert(line: str) -> str:
    """Write a line of the old form, where a blank is an "or" and a comma an "and", in the new."""
    return " || ".join(part.replace(",", " && ") for part in line.split())


def are_built_together(path: str, condition: str, other: str, asked: str) -> bool:
    """Whether some build has both of two files, going by their paths and conditions."""
    return path == other or _can_be_met(_whole(path, condition), _whole(other, asked))


def _whole(path: str, condition: str) -> str:
    """Return a condition with what the name of the file asks for: `name_linux_amd64_test.go`."""
    parts = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:]
    tags: list[str] = []
    if parts and parts[-1] in MACHINES:
        tags.append(parts.pop())
    if parts and parts[-1] in SYSTEMS:
        tags.append(parts[-1])
    return " && ".join([f"({condition})", *tags] if condition else tags)


@lru_cache(4096)
def _can_be_met(one: str, other: str) -> bool:
    trees = [_parse(condition) for condition in (one, other) if condition]
    tags = {tag for tree in trees for tag in _find_tags(tree)}
    free = sorted(t for t in tags - {*SYSTEMS, *MACHINES, "unix", _NEVER} if not _is_release(t))
    if len(free) > _MOST_FREE:
        return True
    machines = [*sorted(tags & MACHINES), ""]
    choices = product(_find_systems(tags), machines)
    for (system, machine), values in product(choices, product((False, True), repeat=len(free))):
        held = {system, machine, _ALSO.get(system, "")}
        held.update(tag for tag, value in zip(free, values, strict=True) if value)
        if system in _UNIX:
            held.add("unix")
        if all(_holds(tree, held) for tree in trees):
            return True
    return False


def _find_systems(tags: set[str]) -> list[str]:
    """Return the systems that make a difference: those that are named, and one of each kind."""
    named = [system for system in SYSTEMS if system in tags]
    rest = [system for system in SYSTEMS if system not in tags and system not in _ALSO]
    kinds = [[s for s in rest if s in _UNIX], [s for s in rest if s not in _UNIX]]
    return named + [kind[0] for kind in kinds if kind]


def _is_release(tag: str) -> bool:
    return _RELEASE.fullmatch(tag) is not None


def _holds(tree: Tree, held: set[str]) -> bool:
    """Whether a condition holds; code is taken to be built by a Go that is new enough."""
    if isinstance(tree, str):
        return tree in held or _is_release(tree)
    operator, *parts = tree
    results = (_holds(part, held) for part in parts)
    if operator == "!":
        return not next(results)
    return all(results) if operator == "&&" else any(results)


def _find_tags(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for part in tree[1:]:
            yield from _find_tags(part)


def _parse(condition: str) -> Tree:
    return _Parser(_TOKEN.findall(condition)).read_any()


class _Parser:
    """Reads an expression; what is missing in a broken one is taken to hold never."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = list(reversed(list(tokens)))

    def read_any(self) -> Tree:
        parts = [self._read_all()]
        while self._take("||"):
            parts.append(self._read_all())
        return parts[0] if len(parts) == 1 else ("||", *parts)

    def _read_all(self) -> Tree:
        parts = [self._read_one()]
        while self._take("&&"):
            parts.append(self._read_one())
        return parts[0] if len(parts) == 1 else ("&&", *parts)

    def _read_one(self) -> Tree:
        if self._take("!"):
            return ("!", self._read_one())
        if self._take("("):
            inner = self.read_any()
            self._take(")")
            return inner
        is_missing = not self._tokens or self._tokens[-1] == ")"
        return _NEVER if is_missing else self._tokens.pop()

    def _take(self, token: str) -> bool:
        if self._tokens and self._tokens[-1] == token:
            self._tokens.pop()
            return True
        return False
